import { fold } from './fold.ts'
import { toJoined, toParts } from './tokens.ts'

/** What somebody typed, taken apart. */
export interface ParsedTerm {
  /** Every one must be found. */
  readonly words: readonly string[]
  /** Words that say nothing by themselves. Where there is no other word, names and titles are searched for them. */
  readonly stopWords: readonly string[]
  /** The words as if they were written together; empty for fewer than two. */
  readonly joined: string
  /** Quoted texts, folded, that must be found as they are. */
  readonly phrases: readonly string[]
  /** Words that must not be found. */
  readonly excluded: readonly string[]
  /** `kind:api`: each names a field and a value. */
  readonly filters: readonly { readonly field: string; readonly value: string }[]
}

const part = /(-?)(?:([A-Za-z][\w.-]*):)?(?:"([^"]*)"|([^\s"]+))/gu
const maxWords = 32

/** Takes a term apart. Whatever is no operator is text: there is no invalid term. */
export function parseTerm(term: string, isField: (name: string) => boolean, isStopWord: (word: string) => boolean): ParsedTerm {
  const words: string[] = []
  const phrases: string[] = []
  const excluded: string[] = []
  const filters: { field: string; value: string }[] = []
  for (const [, minus, field, quoted, plain] of term.matchAll(part)) {
    const value = quoted ?? plain ?? ''
    if (field !== undefined && value !== '' && minus === '' && isField(field.toLowerCase())) {
      filters.push({ field: field.toLowerCase(), value: fold(value) })
      continue
    }
    const parts = toParts(field === undefined ? value : `${field} ${value}`)
    if (minus === '-') excluded.push(...(parts.length === 1 ? parts : [toJoined(value)]))
    else words.push(...parts)
    if (quoted !== undefined && minus === '' && parts.length > 0) phrases.push(toPhrase(quoted))
  }
  const kept = [...new Set(words)].slice(0, maxWords)
  return {
    words: kept.filter(word => !isStopWord(word)),
    stopWords: kept.filter(isStopWord),
    joined: words.length > 1 ? toJoined(words.join('')) : '',
    phrases,
    excluded,
    filters,
  }
}

/** A text as phrases are compared: folded words, one space apart. */
export function toPhrase(text: string): string {
  return fold(text)
    .split(/[^\p{L}\p{N}+#]+/u)
    .filter(word => word !== '')
    .join(' ')
}
