import { changeRules, countChanges, impacts, type ApiChange, type ChangeCounts } from '@portico/api-docs/common'

/** A comment on a pull request has room for so many. */
const maxMarkdownRows = 300

/** One line for each change and one for its rule, then the counts. */
export function changeLines(changes: readonly ApiChange[]): string[] {
  if (changes.length === 0) return ['Nothing changed.']
  const lines = changes.flatMap(change => {
    const { impact, rule, place } = change
    const where = place.length > 0 ? ` (${place.join(' > ')})` : ''
    return [`${impact.padEnd(10)} ${sentenceOf(change)}${where}${valuesOf(change)}`, `${' '.repeat(10)} ${rule}: ${whyOf(rule)}`]
  })
  return [...lines.map(plain), '', countsText(countChanges(changes))]
}

/** A comment on a pull request: what breaks in sight, the rest folded. */
export function changesMarkdown(changes: readonly ApiChange[], names: { readonly old: string; readonly new: string }): string {
  const counts = countChanges(changes)
  const title = `## API changes: ${countsText(counts)}`
  const lines = [title, '', `From \`${cell(names.old)}\` to \`${cell(names.new)}\`.`]
  if (changes.length === 0) return [...lines, '', 'Nothing changed.'].join('\n')
  let room = maxMarkdownRows
  for (const impact of impacts) {
    const all = changes.filter(change => change.impact === impact)
    const shown = all.slice(0, room)
    room -= shown.length
    if (shown.length === 0) continue
    const rest = all.length > shown.length ? ['', `And ${all.length - shown.length} more.`] : []
    const table = ['| Where | What | Why |', '| --- | --- | --- |', ...shown.map(rowOf), ...rest]
    const heading = `${impact[0]!.toUpperCase()}${impact.slice(1)} (${all.length})`
    if (impact === 'compatible') lines.push('', `<details><summary>${heading}</summary>`, '', ...table, '', '</details>')
    else lines.push('', `### ${heading}`, '', ...table)
  }
  return lines.join('\n')
}

function rowOf(change: ApiChange): string {
  const where = [change.label ?? 'The whole definition', ...change.place].join(' › ')
  return `| ${cell(where)} | ${cell(change.message + valuesOf(change))} | ${cell(whyOf(change.rule))} |`
}

function sentenceOf({ label, message }: ApiChange): string {
  return label === undefined || message.includes(label) ? message : `${label}: ${message}`
}

function valuesOf({ before, after }: ApiChange): string {
  if (before === undefined && after === undefined) return ''
  if (after === undefined) return ` [was ${before}]`
  return before === undefined ? ` [now ${after}]` : ` [${before} → ${after}]`
}

function whyOf(rule: string): string {
  return Object.hasOwn(changeRules, rule) ? changeRules[rule as keyof typeof changeRules].why : ''
}

function countsText(counts: ChangeCounts): string {
  return impacts.map(impact => `${counts[impact]} ${impact}`).join(', ')
}

/** Definitions are written by others: what moves the cursor or hides text is not printed. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
}

function cell(text: string): string {
  return plain(text).replaceAll(/[\\|`<>[\]*_]/g, sign => (sign === '<' ? '&lt;' : `\\${sign}`))
}
