import type { CatalogDifference } from './compare-catalogs.ts'
import { countFindings, countOf, findingLines, visible, type Finding, type Paint } from './findings.ts'
import { showChange } from './short-value.ts'

/** The versions that were compared, as they were named. */
export interface Versions {
  readonly base: string
  readonly head: string
}

/** A difference for people at a terminal. */
export function differenceLines(difference: CatalogDifference, findings: readonly Finding[], paint: Paint): string[] {
  const { added, changed, removed } = difference
  const lines = [
    ...added.map(({ ref, file, line }) => `${paint('green', `+ ${visible(ref)}`)}  ${paint('dim', `${file}:${line}`)}`),
    ...changed.flatMap(({ ref, file, line, movedFrom, fields }) => [
      `${paint('yellow', `~ ${visible(ref)}`)}  ${paint('dim', `${file}:${line}`)}`,
      ...(movedFrom === undefined ? [] : [`    moved from ${movedFrom}`]),
      ...fields.map(field => `    ${visible(field.path)}: ${showChange(field)}`),
    ]),
    ...removed.map(({ ref, file, line }) => `${paint('red', `- ${visible(ref)}`)}  ${paint('dim', `${file}:${line}`)}`),
  ]
  if (lines.length > 0) lines.push('')
  if (findings.length > 0) lines.push(...findingLines(findings, paint), '')
  return [...lines, summaryOf(difference, findings)]
}

function summaryOf({ added, changed, removed, unchanged }: CatalogDifference, findings: readonly Finding[]): string {
  const { errors, warnings } = countFindings(findings)
  const counts = `${added.length} added, ${changed.length} changed, ${removed.length} removed, ${unchanged} unchanged`
  return `${counts}: ${countOf(errors, 'new error')}, ${countOf(warnings, 'new warning')}`
}

/** Comments of source-control hosts end at about 65,000 characters. */
const maxItems = 50
const maxFields = 10

/** A difference as a comment on a pull request. */
export function differenceMarkdown(difference: CatalogDifference, findings: readonly Finding[], { base, head }: Versions): string {
  const { added, changed, removed } = difference
  const [errors, warnings] = (['error', 'warning'] as const).map(severity => findings.filter(each => each.severity === severity))
  const findingItem = ({ file, line, message }: Finding) => `- ${code(line === undefined ? file : `${file}:${line}`)} ${code(message)}`
  return [
    `### Catalog: ${summaryOf(difference, findings)}`,
    `From ${code(base)} to ${code(head)}.`,
    ...section('Breaks', (errors ?? []).map(findingItem), true),
    ...section('Warnings', (warnings ?? []).map(findingItem)),
    ...section(
      'Added',
      added.map(({ ref, file }) => `- ${code(ref)} in ${code(file)}`),
    ),
    ...section(
      'Changed',
      changed.map(({ ref, movedFrom, fields }) =>
        [
          `- ${code(ref)}`,
          ...(movedFrom === undefined ? [] : [`  - moved from ${code(movedFrom)}`]),
          ...fields.slice(0, maxFields).map(field => `  - ${code(field.path)}: ${code(showChange(field))}`),
          ...(fields.length > maxFields ? [`  - and ${fields.length - maxFields} more fields`] : []),
        ].join('\n'),
      ),
    ),
    ...section(
      'Removed',
      removed.map(({ ref, file }) => `- ${code(ref)} from ${code(file)}`),
    ),
  ].join('\n\n')
}

function section(title: string, items: readonly string[], isOpen = items.length <= 10): string[] {
  if (items.length === 0) return []
  const more = items.length > maxItems ? [`- and ${items.length - maxItems} more`] : []
  const list = [...items.slice(0, maxItems), ...more].join('\n')
  return [`<details${isOpen ? ' open' : ''}><summary>${title} (${items.length})</summary>`, list, '</details>']
}

/** Text of the files, so that nothing in it is taken for a mention, a link or a picture. */
function code(text: string): string {
  const shown = visible(text).slice(0, 300)
  const longestRun = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longestRun + 1)
  return longestRun > 0 ? `${fence} ${shown} ${fence}` : `${fence}${shown}${fence}`
}
