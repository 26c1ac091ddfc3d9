import { fold } from './fold.ts'

/** A word with the words that it is joined to: `payment-gateway`, `HTTPServer`, `a.b.c`. `C++` and `C#` keep their signs. */
const compound = /[\p{L}\p{N}\p{M}]+(?:[+#]+(?![\p{L}\p{N}]))?(?:[-_./:@][\p{L}\p{N}\p{M}]+)*/gu
const joints = /[-_./:@]/
/** Scripts that write no spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
const camel = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
const hasInnerCapital = /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u
const ascii = /^[\u0000-\u007f]*$/

/** Longer words are cut: nobody types them, and hashes and keys would fill the vocabulary. */
export const maxTokenLength = 40
/** Joined words of more parts are addresses and paths, found by their parts only. */
const maxJoinedParts = 5

/** A word of a text, with its place. */
export interface Word {
  /** As it is compared. */
  readonly token: string
  readonly start: number
  readonly end: number
}

/** The words of a text as they are compared: each part of joined words, and the joined words as a whole. */
export function toTokens(text: string): string[] {
  const tokens: string[] = []
  for (const [match] of text.matchAll(compound)) addCompound(match, tokens)
  return tokens
}

/** The parts of a query's text that each must be found, joined words in parts only. */
export function toParts(text: string): string[] {
  const parts: string[] = []
  for (const [match] of text.matchAll(compound)) for (const chunk of match.split(joints)) parts.push(...partsOf(chunk))
  return parts
}

/** The text as one word without what joins its parts: `payment-gateway`, `paymentGateway` and `payment gateway` are alike. */
export function toJoined(text: string): string {
  return fold(text.replace(/[^\p{L}\p{N}\p{M}+#]+/gu, '')).slice(0, maxTokenLength)
}

/** The parts of a text with their places, to mark what was found. */
export function toWords(text: string): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(compound)) {
    let at = match.index
    for (const chunk of match[0].split(joints)) {
      for (const part of wordsOf(chunk)) words.push({ token: cut(part.text), start: at + part.at, end: at + part.at + part.text.length })
      at += chunk.length + 1
    }
  }
  return words
}

function addCompound(match: string, tokens: string[]): void {
  const chunks = joints.test(match) ? match.split(joints) : [match]
  let count = 0
  for (const chunk of chunks) {
    const parts = partsOf(chunk)
    count += parts.length
    tokens.push(...parts)
    if (parts.length > 1 && chunks.length > 1 && !isUnspaced(chunk)) tokens.push(cut(chunk))
  }
  if (count > 1 && chunks.length <= maxJoinedParts) tokens.push(toJoined(match))
}

function partsOf(chunk: string): string[] {
  if (isUnspaced(chunk)) return wordsOf(chunk).flatMap(({ text, isRun }) => (isRun ? pairsOf(fold(text)) : [cut(text)]))
  return hasInnerCapital.test(chunk) ? chunk.split(camel).map(cut) : [cut(chunk)]
}

function wordsOf(chunk: string): { readonly text: string; readonly at: number; readonly isRun: boolean }[] {
  const found: { text: string; at: number; isRun: boolean }[] = []
  const addPlain = (from: number, to: number) => {
    let at = from
    for (const text of chunk.slice(from, to).split(camel)) {
      if (text !== '') found.push({ text, at, isRun: false })
      at += text.length
    }
  }
  if (!isUnspaced(chunk)) {
    addPlain(0, chunk.length)
    return found
  }
  let end = 0
  for (const run of chunk.matchAll(unspaced)) {
    addPlain(end, run.index)
    end = run.index + run[0].length
    found.push({ text: run[0], at: run.index, isRun: true })
  }
  addPlain(end, chunk.length)
  return found
}

function isUnspaced(chunk: string): boolean {
  return !ascii.test(chunk) && chunk.search(unspaced) >= 0
}

/** Without spaces, every two neighbours are a word. */
function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, index) => characters[index]! + character)
}

function cut(text: string): string {
  return fold(text).slice(0, maxTokenLength)
}
