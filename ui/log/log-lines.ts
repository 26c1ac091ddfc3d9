import { toPlainLine } from './ansi.ts'

/** A longer line is drawn as far as this; it is searched, copied and downloaded whole. */
export const maxDrawnLength = 5000

/** A log as lines. Where a line was overwritten, as progress bars do, its last state is kept. */
export function toLogLines(text: string | readonly string[]): readonly string[] {
  return typeof text === 'string' ? keepLastState(splitLines(text)) : text.some(line => line.includes('\r')) ? keepLastState(text) : text
}

function splitLines(text: string): readonly string[] {
  if (text === '') return []
  const lines = text.split('\n')
  if (lines[lines.length - 1] === '') lines.pop()
  return lines
}

function keepLastState(lines: readonly string[]): readonly string[] {
  return lines.map(line => {
    if (!line.includes('\r')) return line
    const whole = line.replace(/\r+$/, '')
    return whole.slice(whole.lastIndexOf('\r') + 1)
  })
}

/** Lines as they are searched: without codes, in lower case. Made with the first search. */
export function createLineSearch(lines: readonly string[]) {
  let plain: readonly string[] | undefined
  const searched = () => (plain ??= lines.map(line => toPlainLine(line).toLowerCase()))
  return {
    /** The lines that have the words in them, in any case. */
    find(words: string): readonly number[] {
      if (words === '') return []
      const wanted = words.toLowerCase()
      return searched().flatMap((line, index) => (line.includes(wanted) ? [index] : []))
    },
    /** The first of them. */
    first(words: string): number | undefined {
      const wanted = words.toLowerCase()
      const found = words === '' ? -1 : searched().findIndex(line => line.includes(wanted))
      return found === -1 ? undefined : found
    },
  }
}

/** The line that an address points at: `#L12`. */
export function toHashLine(hash: string): number | undefined {
  const digits = /^#L(\d{1,9})$/.exec(hash)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
