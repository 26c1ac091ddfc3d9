import { documentLimits, ScorecardsDocument, type DocumentProblem } from '@portico/scorecards/common'
import { isNode, isScalar, LineCounter, parseAllDocuments, type Document, type Node, type Pair, isMap } from 'yaml'
import type { z } from 'zod'

/** A document in a file, or what is wrong with it. */
export interface ReadDocument {
  readonly document?: ScorecardsDocument
  readonly problems: readonly DocumentProblem[]
  /** Its own text, and the line of the file at which it begins. */
  readonly text: string
  readonly line: number
  /** The line of a value, for problems that are found later. */
  readonly placeOf: (path: readonly PropertyKey[]) => { readonly line: number; readonly column: number }
}

const maxProblems = 50

/** Reads a file with one or several documents. What is wrong is told with its line. */
export function readDocuments(text: string): ReadDocument[] {
  const lines = new LineCounter()
  const parsed = parseAllDocuments(text, { lineCounter: lines, uniqueKeys: true })
  const documents = Array.isArray(parsed) ? parsed : []
  return documents.filter(each => each.contents !== null || each.errors.length > 0).map(each => readOne(each as Document, { text, lines }))
}

function readOne(yaml: Document, { text, lines }: { readonly text: string; readonly lines: LineCounter }): ReadDocument {
  const [from = 0, , to = text.length] = yaml.range ?? []
  const offset = yaml.contents?.range?.[0] ?? from
  const at = (position: number) => {
    const { line, col } = lines.linePos(position)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const placeOf = (path: readonly PropertyKey[]) => at(offsetOf(yaml, path) ?? offset)
  const base = { text: text.slice(offset, to), line: at(offset).line, placeOf }
  const syntax = yaml.errors.slice(0, maxProblems).map(({ message, pos }): DocumentProblem => ({
    ...at(pos[0]),
    path: '',
    message: message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, ''),
    severity: 'error',
  }))
  if (syntax.length > 0) return { ...base, problems: syntax }
  let data: unknown
  try {
    data = yaml.toJS({ maxAliasCount: 100 })
  } catch (error) {
    return { ...base, problems: [{ ...at(offset), path: '', message: (error as Error).message, severity: 'error' }] }
  }
  const result = ScorecardsDocument.safeParse(data)
  if (result.success) return { ...base, document: result.data, problems: [] }
  return {
    ...base,
    problems: flatten(result.error.issues)
      .slice(0, maxProblems)
      .map(issue => toProblem(issue, placeOf)),
  }
}

type Issue = z.core.$ZodIssue

/** Each unknown key is a problem of its own, at its own line; of alternatives the closest is told. */
function flatten(issues: readonly Issue[]): Issue[] {
  return issues.flatMap((issue): Issue[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map(key => ({
        ...issue,
        keys: [key],
        path: [...issue.path, key],
        message: `'${key}' is not a key that is known here`,
      }))
    return [issue]
  })
}

function toProblem(issue: Issue, placeOf: ReadDocument['placeOf']): DocumentProblem {
  const words = issue.code === 'invalid_union' && issue.path.at(-1) === 'kind' ? 'must be Check, Scorecard or Campaign' : issue.message
  return { ...placeOf(issue.path), path: issue.path.map(String).join('.'), message: words, severity: 'error' }
}

/** Where a value begins; that of the nearest value around it where it has none. Keys count where the value is not known. */
function offsetOf(yaml: Document, path: readonly PropertyKey[]): number | undefined {
  let node: unknown = yaml.contents
  let offset = yaml.contents?.range?.[0]
  for (const part of path) {
    const pair: Pair | undefined = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === part) : undefined
    const next: unknown = pair
      ? (pair.value ?? pair.key)
      : isNode(node) && 'items' in node
        ? (node.items as unknown[])[Number(part)]
        : undefined
    const place = pair && isNode(pair.key) ? pair.key.range?.[0] : (next as Node | undefined)?.range?.[0]
    if (place === undefined) return offset
    offset = place
    node = next
  }
  return offset
}

/** A text that is too long is not read at all. */
export function refuseLong(text: string): DocumentProblem[] {
  if (text.length <= documentLimits.textLength) return []
  return [{ line: 1, column: 1, path: '', message: `has more than ${documentLimits.textLength} characters`, severity: 'error' }]
}
