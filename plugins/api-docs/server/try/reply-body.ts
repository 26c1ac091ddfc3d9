import type { TryReply } from '@portico/api-docs/common'
import type { StreamAnswer } from '@portico/core/server/outbound'

interface Received {
  readonly bytes: Buffer
  readonly isCut: boolean
}

/** The beginning of a body. What comes later than the signal allows is left out, as is what is too much: an event stream has no end. */
export async function readBeginning({ body }: Pick<StreamAnswer, 'body'>, maxBytes: number, timeout: AbortSignal): Promise<Received> {
  const chunks: Buffer[] = []
  let size = 0
  const stop = () => body.destroy()
  timeout.addEventListener('abort', stop, { once: true })
  try {
    if (timeout.aborted) stop()
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      // Leaving the loop also ends the connection.
      if (size > maxBytes) break
    }
  } catch (error) {
    if (!timeout.aborted) throw error
  } finally {
    timeout.removeEventListener('abort', stop)
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut: size > maxBytes || timeout.aborted }
}

/** A body as it is shown: as text, or only its size. */
export function toReplyBody(
  { bytes, isCut }: Received,
  { headers }: Pick<StreamAnswer, 'headers'>,
): Pick<TryReply, 'body' | 'bytes' | 'isCut'> {
  const announced = headers['content-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : 0
  const size = { bytes: Math.max(bytes.length, isCut && Number.isSafeInteger(announced) ? announced : 0), isCut }
  const text = toText(bytes, headers['content-type'] ?? '', isCut)
  return text === undefined ? size : { body: text, ...size }
}

const textual = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|javascript|graphql|x-ndjson|jsonl|x-www-form-urlencoded))/i

function toText(bytes: Buffer, contentType: string, isCut: boolean): string | undefined {
  const charset = /;\s*charset\s*=\s*"?([\w:.-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  const isKnown = textual.test(contentType) || /^[\w.+-]+\/[\w.+-]+\+(?:json|xml|yaml)\b/i.test(contentType)
  if (contentType !== '' && !isKnown) return undefined
  const isWide = /^utf-?(?:16|32)/i.test(charset)
  if (!isWide && bytes.includes(0)) return undefined
  try {
    // Without a type only what is surely text is shown as text. `stream` lets a character be cut at the end.
    return new TextDecoder(charset, { fatal: contentType === '' }).decode(bytes, { stream: isCut })
  } catch {
    return contentType === '' ? undefined : bytes.toString('utf8')
  }
}
