import { inputError, problem, type Problem, type ProblemPath } from '@portico/core/common'
import { isStorable, storableText } from './storable-text.ts'

/** How large a document may be once its references are followed and its placeholders filled in: `catalog.limits`. */
export interface DocumentLimits {
  readonly entityBytes: number
  readonly depth: number
  readonly keys: number
  readonly textLength: number
  /** Of `spec.definition` of an API, in place of the limits of the entity and of texts. */
  readonly definitionBytes: number
  readonly searchPairs: number
  readonly documents: number
}

export const defaultLimits: DocumentLimits = {
  entityBytes: 1_000_000,
  depth: 100,
  keys: 20_000,
  textLength: 1_000_000,
  definitionBytes: 12_000_000,
  searchPairs: 20_000,
  documents: 100_000,
}

const words: Readonly<Record<keyof DocumentLimits, (limit: string) => string>> = {
  entityBytes: limit => `has more than ${limit} bytes`,
  depth: limit => `is nested more than ${limit} levels deep`,
  keys: limit => `has more than ${limit} keys`,
  textLength: limit => `has more than ${limit} characters`,
  definitionBytes: limit => `has more than ${limit} bytes`,
  searchPairs: limit => `has more than ${limit} values`,
  documents: limit => `holds more than ${limit} documents`,
}

/** What is said of something that exceeds a limit: which one, and how to raise it. */
export function exceeds(name: keyof DocumentLimits, limits: DocumentLimits): string {
  return `${words[name](limits[name].toLocaleString('en-GB'))}; catalog.limits.${name} sets this limit`
}

const unstorable = 'holds a NUL or half of a surrogate pair, which no database holds'
/** What stitching adds, or what is not searched. */
const unsearched = new Set(['relations', 'status', 'attachments'])

/**
 * What is wrong with a document before anybody looks at what it says: it is too large, or holds text that cannot be stored. The first
 * problem is reported. It is walked as far as the limits go and no further, however large it is and whether or not it holds itself.
 */
export function checkDocument(document: unknown, limits: DocumentLimits): Problem | undefined {
  const path: (string | number)[] = []
  let bytes = 0
  let keys = 0
  let pairs = 0

  function refuse(name: keyof DocumentLimits, at: ProblemPath = []): Problem {
    return problem(at, exceeds(name, limits))
  }

  const isApi = typeof document === 'object' && document !== null && /^api$/i.test(String((document as { kind?: unknown }).kind))
  const isDefinition = () => isApi && path.length === 2 && path[0] === 'spec' && path[1] === 'definition'

  function checkDefinition(text: string): Problem | undefined {
    const isTooLarge = text.length > limits.definitionBytes || Buffer.byteLength(text) > limits.definitionBytes
    if (isTooLarge) return refuse('definitionBytes', path)
    return isStorable(text) ? undefined : problem(path, unstorable)
  }

  function checkText(text: string): Problem | undefined {
    if (text.length > limits.textLength) return refuse('textLength', path)
    bytes += Buffer.byteLength(text) + 3
    if (bytes > limits.entityBytes) return refuse('entityBytes')
    return isStorable(text) ? undefined : problem(path, unstorable)
  }

  function visit(value: unknown, isSearched: boolean): Problem | undefined {
    if (typeof value === 'object' && value !== null) return visitParts(value, isSearched)
    bytes += 2
    if (isSearched && (pairs += 1) > limits.searchPairs) return refuse('searchPairs')
    if (typeof value === 'string' && isDefinition()) return checkDefinition(value)
    return typeof value === 'string' ? checkText(value) : bytes > limits.entityBytes ? refuse('entityBytes') : undefined
  }

  function visitParts(value: object, isSearched: boolean): Problem | undefined {
    if (path.length >= limits.depth) return refuse('depth', path.slice(0, 1))
    bytes += 3
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at++) {
        path.push(at)
        const found = visit(value[at], isSearched)
        if (found) return found
        path.pop()
      }
      return bytes > limits.entityBytes ? refuse('entityBytes') : undefined
    }
    for (const key in value) {
      if (!Object.hasOwn(value, key)) continue
      if ((keys += 1) > limits.keys) return refuse('keys')
      path.push(key)
      const isRead = isSearched && !(path.length === 1 && unsearched.has(key))
      const found = checkText(key) ?? visit((value as Record<string, unknown>)[key], isRead)
      if (found) return found
      path.pop()
    }
    return undefined
  }

  return visit(document, true)
}

/** Text that is included, in relation to what may be made of it: space and comments take room in a file, and none in an entity. */
const roomForSpace = 4
/** A definition may stand in an entity's own file, indented or with escapes. */
const roomForEscapes = 2
const maxIncluded = 20

const namesApiKind = /\bkind["']?\s*:\s*["']?api\b/i

/** The limit that the text of a document exceeds, where it is longer than anything that fits could need. */
export function limitOfLong(text: string, limits: DocumentLimits): 'entityBytes' | 'definitionBytes' | undefined {
  if (text.length <= limits.entityBytes * roomForSpace) return undefined
  if (!namesApiKind.test(text)) return 'entityBytes'
  return text.length > maxIncludedLength(limits) ? 'definitionBytes' : undefined
}

/** Of one file that a document includes: a definition is the largest. */
function maxIncludedLength({ entityBytes, definitionBytes }: DocumentLimits): number {
  return entityBytes * roomForSpace + definitionBytes * roomForEscapes
}

type ReadText = (target: string) => Promise<string>

/** Reads what one document includes, one file after the other, and no more than it may hold. */
export function createLimitedRead(readText: ReadText, limits: DocumentLimits): ReadText {
  let total = 0
  let previous: Promise<unknown> = Promise.resolve()

  async function read(target: string): Promise<string> {
    if (total > limits.entityBytes * maxIncluded + maxIncludedLength(limits))
      throw inputError(`It includes so much that it ${exceeds('entityBytes', limits)}`)
    const text = await readText(target)
    total += text.length
    if (text.length > maxIncludedLength(limits)) throw inputError(`${target}, which it includes, ${exceeds('definitionBytes', limits)}`)
    return text
  }

  return target => {
    const next = previous.then(() => read(target))
    previous = next.catch(() => {})
    return next
  }
}

/** A document as it is kept with its error: only its name where the whole could not be written down. */
export function toKeptDocument(document: unknown, limits: DocumentLimits): unknown {
  if (!checkDocument(document, limits)) return document
  const { apiVersion, kind, metadata } = document as {
    apiVersion?: unknown
    kind?: unknown
    metadata?: { name?: unknown; namespace?: unknown }
  }
  const short = (value: unknown) => (typeof value === 'string' ? storableText(value) : undefined)
  return {
    apiVersion: short(apiVersion),
    kind: short(kind),
    metadata: { name: short(metadata?.name), namespace: short(metadata?.namespace) },
  }
}
