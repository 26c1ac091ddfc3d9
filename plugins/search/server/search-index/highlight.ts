import { toWords, type Word } from '../text/tokens.ts'

export interface Marks {
  readonly pre: string
  readonly post: string
}

/** A text in which the words that were found stand between marks; undefined where there is none of them. */
export function highlight(text: string, words: readonly string[], terms: ReadonlySet<string>, { pre, post }: Marks): string | undefined {
  if (words.length === 0) return undefined
  let marked = ''
  let end = 0
  for (const word of toWords(text)) {
    if (!isFound(word, words, terms)) continue
    marked += `${text.slice(end, word.start)}${pre}${text.slice(word.start, word.end)}${post}`
    end = word.end
  }
  return end === 0 ? undefined : marked + text.slice(end)
}

function isFound({ token }: Word, words: readonly string[], terms: ReadonlySet<string>): boolean {
  // Words without spaces are found by pairs, which stand anywhere in them.
  return terms.has(token) || words.some(word => token.startsWith(word) || (isUnspaced(word) && token.includes(word)))
}

function isUnspaced(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(word)
}
