const expanded: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }
const ascii = /^[\u0000-\u007f]*$/
const marks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]/g
const letters = /[ßæœøłđðþı]/g

/** A text without case and accents: `Müller` and `muller` are the same. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(letters, letter => expanded[letter] ?? letter)
    .normalize('NFC')
}
