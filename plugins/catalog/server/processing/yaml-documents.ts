import { load, loadAll, YAMLException } from 'js-yaml'

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

// Enough for any real file, and far too few for one that grows without end through references to references.
const limits = { maxAliases: 100, maxDepth: 100, maxTotalMergeKeys: 0 }
export const mostNodes = 1_000_000

/**
 * The documents of a file, those without content left out. A line that begins with `---` ends a document wherever it stands, also inside
 * of a text, so a file is cut without being parsed, and documents that have not changed never are.
 */
export function splitDocuments(text: string): YamlDocument[] {
  const whole = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  // Directives belong to the document that follows them; files with any are rare, and are one piece here.
  if (/^(%|\.\.\.)/m.test(whole)) return hasContent(whole) ? [{ line: 1, startLine: 1, text: whole }] : []
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
    if (!found) return documents
    start = end + 3
  }
}

/** Reads a document, or every document in it where the file could not be cut. */
export function parseDocument({ text, line, startLine }: YamlDocument): ParsedDocument[] {
  try {
    if (/^(%|\.\.\.)/m.test(text)) return loadAll(text, limits).filter(isPresent).map(checked)
    const value = load(text, limits)
    return isPresent(value) ? [checked(value)] : []
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    return [{ mistake: { line: (error.mark?.line ?? 0) + startLine, message: explain(error.reason) } }]
  }

  function checked(value: unknown): ParsedDocument {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { mistake: { line, message: `is ${Array.isArray(value) ? 'a list' : 'a single value'}, not an object` } }
    }
    return !text.includes('&') || isSmall(value)
      ? { value }
      : { mistake: { line, message: 'becomes far too large when its references (*name) are followed' } }
  }
}

/** Whether a value is one that can be worked with. References make a tree out of a graph, and a few lines into billions of values. */
export function isSmall(root: unknown): boolean {
  const sizes = new Map<object, number>()
  function sizeOf(value: unknown): number {
    if (typeof value !== 'object' || value === null) return 1
    const known = sizes.get(value)
    if (known !== undefined) return known
    let size = 1
    sizes.set(value, Number.POSITIVE_INFINITY)
    for (const part of Object.values(value)) {
      size += sizeOf(part)
      if (size > mostNodes) return Number.POSITIVE_INFINITY
    }
    sizes.set(value, size)
    return size
  }
  return sizeOf(root) <= mostNodes
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
