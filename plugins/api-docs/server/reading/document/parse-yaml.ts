import type { DefinitionProblem } from '@portico/api-docs/common'
import {
  CORE_SCHEMA,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  loadAll,
  mapTag,
  mergeTag,
  seqTag,
  YAMLException,
} from 'js-yaml'
import { LineCounter, parseDocument } from 'yaml'
import type { DocumentPath } from './document-path.ts'
import { indentAt } from './indent-at.ts'
import { createPlaces, maxParsedDepth, type Place } from './places.ts'

interface ParsedYaml {
  readonly value: unknown
  readonly problems: readonly DefinitionProblem[]
  readonly places: (path: DocumentPath) => Place | undefined
}

const anyTag = { matchByTagPrefix: true, identify: () => false }

/** YAML 1.2 with merge keys. Unknown tags are left aside. */
const schema = CORE_SCHEMA.withTags(
  mergeTag,
  defineMappingTag('', { ...mapTag, ...anyTag }),
  defineSequenceTag('', { create: () => [] as unknown[], addItem: seqTag.addItem, ...anyTag }),
  defineScalarTag('', { resolve: source => source, ...anyTag }),
)
const limits = { schema, maxDepth: maxParsedDepth, maxAliases: 10_000, maxTotalMergeKeys: 100_000 }

/** How much text is read again in all, to mend what most parsers do not mind. */
const maxMendedCharacters = 40_000_000
const maxMends = 100
/** The second parser takes about a second for each million characters. */
const maxSecondParserCharacters = 2_000_000

/** Reads the first document of YAML: js-yaml is eight times as fast as `yaml`, which reads some texts that js-yaml refuses. */
export function parseYaml(text: string): ParsedYaml {
  const problems: DefinitionProblem[] = []
  const mends = Math.min(maxMends, Math.floor(maxMendedCharacters / text.length))
  let current = text
  let isLastWins = false
  for (let mend = 0; ; mend += 1) {
    try {
      const value = loadAll(current, { ...limits, json: isLastWins }).find(document => document !== null && document !== undefined)
      return { value, problems, places: createPlaces(current) }
    } catch (error) {
      const problem = toProblem(error)
      const mended = mend < mends && error instanceof YAMLException ? mendText(current, error) : undefined
      if (mended === 'keys' && !isLastWins) {
        isLastWins = true
        problems.push({ ...problem, rule: 'duplicate-key', message: `${problem.message}. The last one counts` })
      } else if (mended !== undefined && mended !== 'keys') current = mended
      else return readByOther(text) ?? { value: undefined, problems: [problem], places: () => undefined }
    }
  }
}

function mendText(text: string, { reason, mark }: YAMLException): string | undefined {
  if (reason === 'duplicated mapping key') return 'keys'
  return reason === 'deficient indentation' && mark ? indentAt(text, mark.line) : undefined
}

function toProblem(error: unknown): DefinitionProblem {
  if (!(error instanceof YAMLException)) return syntaxProblem('The definition is nested too deep to be read')
  const { mark, reason } = error
  const advice = reason.startsWith('tab characters') ? '. Use spaces' : ''
  const place = mark ? { line: mark.line + 1, column: mark.column + 1 } : undefined
  return syntaxProblem(`${reason[0]?.toUpperCase()}${reason.slice(1)}${advice}`, place)
}

function readByOther(text: string): ParsedYaml | undefined {
  if (text.length > maxSecondParserCharacters) return undefined
  try {
    const lineCounter = new LineCounter()
    const document = parseDocument(text, { lineCounter, logLevel: 'silent', merge: true })
    if (document.errors.length > 0) return undefined
    const value: unknown = document.toJS({ maxAliasCount: 1000 })
    const places = (path: DocumentPath) => {
      for (let length = path.length; length > 0; length -= 1) {
        const node = document.getIn(path.slice(0, length), true) as { range?: [number, number, number] } | undefined
        if (!node?.range) continue
        const { line, col } = lineCounter.linePos(node.range[0])
        return { line, column: col }
      }
      return { line: 1, column: 1 }
    }
    return { value, problems: [], places }
  } catch {
    return undefined
  }
}

/** A definition that cannot be read at all. */
export function syntaxProblem(message: string, place?: Place): DefinitionProblem {
  return { severity: 'error', rule: 'syntax', message, ...place }
}
