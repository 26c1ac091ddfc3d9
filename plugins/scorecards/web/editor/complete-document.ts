import type { Completions, DocumentKind } from '@portico/scorecards/common'
import type { EditorCompletion } from '@portico/ui'

type Keys = Readonly<Record<string, readonly string[]>>

const shared: Keys = {
  '': ['apiVersion', 'kind', 'metadata', 'spec'],
  metadata: ['name', 'title', 'description', 'tags'],
}
const keys: Readonly<Record<DocumentKind, Keys>> = {
  Check: {
    ...shared,
    spec: [
      ...['state', 'owner', 'pack', 'severity', 'weight', 'effort', 'grace', 'filter', 'parameters', 'maxAge'],
      ...['expression', 'why', 'fix'],
    ],
    'spec.fix': ['text', 'links', 'template'],
    'spec.fix.links': ['title', 'url'],
    'spec.fix.template': ['ref', 'values'],
  },
  Scorecard: {
    ...shared,
    spec: ['state', 'owner', 'filter', 'levels', 'checks', 'weights'],
    'spec.levels': ['name', 'title', 'checks'],
  },
  Campaign: { ...shared, spec: ['state', 'owner', 'filter', 'checks', 'start', 'due', 'goal', 'reminders'] },
}
const values: Keys = {
  apiVersion: ['portico/v1'],
  kind: ['Check', 'Scorecard', 'Campaign'],
  state: ['draft', 'active', 'retired'],
  severity: ['critical', 'high', 'medium', 'low'],
  effort: ['small', 'medium', 'large'],
}
const filterKeys = ['kind', 'spec.type', 'spec.lifecycle', 'spec.owner', 'metadata.tags', 'metadata.namespace']

/** What the editor completes as one word: names with periods, and variables of expressions. */
export const documentWord = /[\w:.$-]*/

/** What can stand at the cursor in the text of a check, scorecard or campaign. */
export function completeDocument(text: string, offset: number, sources: Completions | undefined): readonly EditorCompletion[] {
  const before = text.slice(0, offset).split('\n')
  const line = before.at(-1) ?? ''
  const kind = (/^kind:[ \t]*(Check|Scorecard|Campaign)\b/m.exec(text)?.[1] ?? 'Check') as DocumentKind
  const path = pathOf(before)
  const at = path.join('.')
  if (isInExpression(before, path)) return ofExpression(line, sources)
  const [, key] = /^\s*(?:- )*([\w.-]+):\s+\[?[^\]]*$/.exec(line) ?? []
  const isListOfChecks = key === 'checks' || (path.at(-1) === 'checks' && /^\s*- \S*$/.test(line))
  if (isListOfChecks) return (sources?.checks ?? []).map(({ name, title }) => ({ label: name, detail: title }))
  if (key !== undefined) return (values[key] ?? []).map(label => ({ label }))
  if (!/^\s*(?:- )*[\w.-]*$/.test(line)) return []
  return (at === 'spec.filter' ? filterKeys : (keys[kind][at] ?? [])).map(label => ({ label, insert: `${label}: ` }))
}

/** On the line of the expression, or on a line of its block. */
function isInExpression(before: readonly string[], path: readonly string[]): boolean {
  return /^\s*expression:\s+\S*/.test(before.at(-1) ?? '') || path.at(-1) === 'expression'
}

function ofExpression(line: string, sources: Completions | undefined): readonly EditorCompletion[] {
  if (!sources) return []
  const { facts, fields, functions } = sources
  // Between the quotation marks of $fact("…") only the names of facts make sense.
  if (/\$(?:fact|known)\(\s*["'][^"']*$/.test(line)) {
    return facts.map(({ name, title, type, unit, description }) => ({
      label: name,
      detail: [type, unit].filter(Boolean).join(', '),
      info: [title, description].filter(Boolean).join('\n'),
    }))
  }
  return [
    ...fields.map(({ name, description }) => ({ label: name, info: description })),
    ...functions.map(({ name, signature, description }) => ({ label: name, insert: `${name}(`, detail: signature, info: description })),
    ...facts.map(({ name, title, type }) => ({ label: `$fact("${name}")`, detail: type, info: title })),
  ]
}

/** The keys above the last line, by indentation; items of lists have no key of their own. */
function pathOf(lines: readonly string[]): readonly string[] {
  const path: string[] = []
  let indent = indentOf(lines.at(-1) ?? '')
  for (const line of lines.slice(0, -1).toReversed()) {
    const [, key] = /^\s*(?:- )*([\w.-]+):/.exec(line) ?? []
    if (key === undefined || indentOf(line) >= indent) continue
    path.unshift(key)
    indent = indentOf(line)
  }
  return path
}

/** Where the content of a line begins: behind the dashes of its lists. */
function indentOf(line: string): number {
  return /^\s*(?:- )*/.exec(line)?.[0].length ?? 0
}
