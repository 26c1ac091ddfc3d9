import { load, loadAll, YAMLException } from 'js-yaml'
import { exceeds, limitOfLong, type DocumentLimits } from './document-limits.ts'
import { documentSchema, readYaml } from './yaml-schema.ts'

/** One document of a catalog file. */
export interface YamlDocument {
  /** The line of its first word, counted from 1. */
  readonly line: number
  /** The line its text begins at, which may be blank or a comment. */
  readonly startLine: number
  /** Its part of the file, which says whether it has changed. */
  readonly text: string
}

export interface YamlMistake {
  readonly line: number
  readonly message: string
}

export type ParsedDocument = { readonly value: unknown } | { readonly mistake: YamlMistake }

/**
 * The documents of a file, those without content left out. A line that begins with `---` ends a document wherever it stands, also inside
 * of a text, so a file is cut without being parsed, and documents that have not changed never are.
 */
export function splitDocuments(text: string, max = Number.POSITIVE_INFINITY): YamlDocument[] {
  const whole = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  // Directives belong to the document that follows them; files with any are rare, and are one batch here.
  if (isOneDocument(whole)) return hasContent(whole) ? [{ line: 1, startLine: 1, text: whole }] : []
  const documents: YamlDocument[] = []
  let line = 1
  let start = 0
  const marker = /^---(?=[ \t\r\n]|$)/gm
  for (;;) {
    const found = marker.exec(whole)
    const end = found ? found.index : whole.length
    const part = whole.slice(start, end)
    if (hasContent(part)) documents.push({ line: line + leadingLines(part), startLine: line, text: part })
    line += countLines(part)
    // One more than allowed, so that the excess is noticed.
    if (!found || documents.length > max) return documents
    start = end + 3
  }
}

/** Reads a document, or every document in it where the file could not be cut. */
export function parseDocument({ text, line, startLine }: YamlDocument, limits: DocumentLimits): ParsedDocument[] {
  const exceeded = limitOfLong(text, limits)
  if (exceeded) return [{ mistake: { line, message: exceeds(exceeded, limits) } }]
  try {
    const options = { schema: documentSchema, maxAliases: maxAliases, maxDepth: limits.depth + 1, maxTotalMergeKeys: 0 }
    if (isOneDocument(text)) return readYaml(text, whole => loadAll(whole, options).filter(isPresent).map(checked))
    const value = readYaml(text, whole => load(whole, options))
    return isPresent(value) ? [checked(value)] : []
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    return [{ mistake: { line: (error.mark?.line ?? 0) + startLine, message: explain(error.reason) } }]
  }

  function checked(value: unknown): ParsedDocument {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { mistake: { line, message: `is ${Array.isArray(value) ? 'a list' : 'a single value'}, not an object` } }
    }
    return { value }
  }
}

// Enough for any real file.
const maxAliases = 100

function isOneDocument(text: string): boolean {
  return /^(%|\.\.\.)/m.test(text)
}

function explain(reason: string): string {
  return reason.startsWith('tab characters') ? `${reason}; use spaces` : reason
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null
}

// Blanks within one line only: a pattern that also spans lines would take forever on a file of empty ones.
const content = /^(?![ \t]*(?:#.*)?\r?$)/m

function hasContent(text: string): boolean {
  return content.test(text)
}

/** Lines before the first one with content. */
function leadingLines(text: string): number {
  const first = text.search(content)
  return first <= 0 ? 0 : countLines(text.slice(0, first))
}

function countLines(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
