import type { StreamAnswer } from '@portico/core/server/outbound'
import type { Fields } from '@portico/kubernetes/common'
import { pipeline, Transform, type Readable } from 'node:stream'
import { secretsNotMasked } from '../errors.ts'
import { maskCredentials } from '../objects/mask.ts'

const maxAnswerBytes = 64 * 2 ** 20
const maxEventBytes = 8 * 2 ** 20
const noBody = new Set([204, 304])

/**
 * The body of an answer about Secrets or tokens with their values masked: of an object, of a list, and of each event of a watch. What is not JSON
 * cannot be masked and is not passed on.
 */
export async function maskAnswer(
  { status, headers, body }: StreamAnswer,
  { isWatch }: { readonly isWatch: boolean },
): Promise<Readable | string> {
  const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '') && (headers['content-encoding'] ?? 'identity') === 'identity'
  if (noBody.has(status) || (!isJson && status >= 400)) {
    body.resume()
    return ''
  }
  if (!isJson) {
    body.destroy()
    throw secretsNotMasked(`it is ${String(headers['content-type'] ?? 'of no type')}, not JSON`)
  }
  if (isWatch && status < 300) return pipeline(body, maskLines(), () => undefined)
  return maskText(await collect(body))
}

function maskText(text: string): string {
  if (text === '') return ''
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw secretsNotMasked('it cannot be read as JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw secretsNotMasked('it is no object')
  return `${JSON.stringify(maskCredentials(value as Fields))}\n`
}

async function collect(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxAnswerBytes) throw secretsNotMasked(`it has more than ${maxAnswerBytes / 2 ** 20} MB: ask for less at a time with limit`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Each line of a watch is an event. One that cannot be read ends the watch. */
function maskLines(): Transform {
  let pending: Buffer[] = []
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        let rest = chunk
        for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
          const line = Buffer.concat([...pending, rest.subarray(0, end)]).toString('utf8')
          if (line.trim() !== '') this.push(maskText(line))
          pending = []
          bytes = 0
          rest = rest.subarray(end + 1)
        }
        bytes += rest.length
        if (bytes > maxEventBytes) throw secretsNotMasked(`an event has more than ${maxEventBytes / 2 ** 20} MB`)
        if (rest.length > 0) pending.push(rest)
        done()
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      try {
        const line = Buffer.concat(pending).toString('utf8')
        if (line.trim() !== '') this.push(maskText(line))
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
}
