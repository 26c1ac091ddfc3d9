const maxLineLength = 20_000
const maxLength = 4_000_000

/** A log as far as it is kept in memory. */
export interface LogText {
  readonly text: string
  /** Whether its beginning was dropped. */
  readonly isCut: boolean
  /** How long the line is that has not ended yet, also what was left out of it. */
  readonly lineLength: number
}

export const emptyLog: LogText = { text: '', isCut: false, lineLength: 0 }

/** Appends what has arrived. Endless lines are shortened, and of an endless log the last part is kept. */
export function appendLog(log: LogText, chunk: string): LogText {
  let { lineLength } = log
  let added = ''
  let from = 0
  while (from < chunk.length) {
    const end = chunk.indexOf('\n', from)
    const line = chunk.slice(from, end === -1 ? chunk.length : end)
    const room = Math.max(0, maxLineLength - lineLength)
    added += line.length <= room ? line : `${line.slice(0, room)}${room > 0 ? '…' : ''}`
    lineLength += line.length
    if (end === -1) break
    added += '\n'
    lineLength = 0
    from = end + 1
  }
  const text = log.text + added
  if (text.length <= maxLength) return { text, isCut: log.isCut, lineLength }
  const cut = text.indexOf('\n', text.length - maxLength / 2)
  return { text: cut === -1 ? text.slice(-maxLength / 2) : text.slice(cut + 1), isCut: true, lineLength }
}
