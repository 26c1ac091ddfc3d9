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

/** The lines that have the words in them, in any case. */
export function findInLines(lines: readonly string[], words: string): readonly number[] {
  if (words === '') return []
  const wanted = words.toLowerCase()
  const found: number[] = []
  lines.forEach((line, index) => {
    if (toPlainLine(line).toLowerCase().includes(wanted)) found.push(index)
  })
  return found
}

/** The line that an address points at: `#L12`. */
export function toHashLine(hash: string): number | undefined {
  const digits = /^#L(\d{1,9})$/.exec(hash)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
