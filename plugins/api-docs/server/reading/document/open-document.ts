import type { DefinitionProblem } from '@portico/api-docs/common'
import { boundValue } from './bound-value.ts'
import type { DocumentPath } from './document-path.ts'
import { createPlaces, lineAndColumn, type Place } from './places.ts'
import { parseYaml, syntaxProblem } from './parse-yaml.ts'

export interface OpenedDocument {
  /** Only what JSON can say, nested at most `maxDepth` levels and without `__proto__`. Undefined where nothing could be read. */
  readonly value: unknown
  readonly problems: readonly DefinitionProblem[]
  /** Where a path stands in the text, or the nearest thing around it. The text is looked through at the first call. */
  readonly locate: (path: DocumentPath) => Place | undefined
}

export type { DocumentPath } from './document-path.ts'
export { syntaxProblem } from './parse-yaml.ts'

interface Parsed {
  readonly value: unknown
  readonly problems: readonly DefinitionProblem[]
  readonly places: (path: DocumentPath) => Place | undefined
}

/** Reads JSON or YAML. It never throws: what is wrong is a problem with its line. */
export function openDocument(text: string): OpenedDocument {
  const whole = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  const { value, problems, places } = parse(whole)
  const bounded = boundValue(value)
  const locate = (path: DocumentPath) => {
    try {
      return places(path)
    } catch {
      // What reads the text for lines is stricter than what reads it for values.
      return undefined
    }
  }
  const found = bounded.problems.map(({ path, ...problem }) => ({ ...problem, ...(path && locate(path)) }))
  return { value: bounded.value, problems: [...problems, ...found], locate }
}

function parse(text: string): Parsed {
  if (text.trim() === '') {
    return { value: undefined, problems: [syntaxProblem('The definition is empty')], places: () => undefined }
  }
  const isJson = /^\s*[{[]/.test(text)
  if (!isJson) return parseYaml(text)
  try {
    return { value: JSON.parse(text) as unknown, problems: [], places: createPlaces(text) }
  } catch (error) {
    // YAML allows comments and commas at the end.
    const yaml = parseYaml(text)
    if (yaml.value !== undefined) return yaml
    const { message } = error as Error
    const offset = /at position (\d+)/.exec(message)?.[1]
    const reason = message.replace(/ in JSON at position.*$/s, '').replace(/, (?:\.\.\.)?".*$/s, '')
    const place = offset === undefined ? lineAndColumn(text, text.length) : lineAndColumn(text, Number(offset))
    return { value: undefined, problems: [syntaxProblem(`This is not JSON: ${reason}`, place)], places: () => undefined }
  }
}
