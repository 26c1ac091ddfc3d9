import type { Readable } from 'node:stream'

/** What is kept of a log, from its end: about 200,000 lines. */
export const maxLogBytes = 32 * 2 ** 20

/** A log as bytes. Of one that is too long the end is kept, which says how it ended, and a first line tells what is missing. */
export async function readLogText(log: string | Readable, maxBytes = maxLogBytes): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  let dropped = 0
  for await (const chunk of typeof log === 'string' ? [log] : log) {
    const bytes = Buffer.from(chunk as Buffer)
    chunks.push(bytes)
    size += bytes.length
    while (size > maxBytes && chunks.length > 1 && size - (chunks[0]?.length ?? 0) >= maxBytes) {
      const gone = chunks.shift()?.length ?? 0
      size -= gone
      dropped += gone
    }
  }
  const whole = Buffer.concat(chunks)
  if (dropped === 0 && whole.length <= maxBytes) return whole
  const tail = whole.subarray(whole.length - maxBytes)
  const line = tail.indexOf(0x0a)
  const kept = line === -1 ? tail : tail.subarray(line + 1)
  const megabytes = ((dropped + whole.length - kept.length) / 2 ** 20).toFixed(1)
  return Buffer.concat([Buffer.from(`[The first ${megabytes} MB of this log are left out]\n`), kept])
}
