import type { HttpClient } from 'isomorphic-git'
import { createGuardedRequest, refuseStatus, toWebAddress, type GuardOptions, type HttpAnswer } from '@portico/core/server/outbound'
import type { Credentials } from '../tokens/credentials.ts'
import { sourceUnreadable } from './reading-errors.ts'

export interface GitHttpOptions extends GuardOptions {
  readonly credentials?: Pick<Credentials, 'git'> | undefined
}

/** The HTTP client of isomorphic-git, with the same guard as for every other address, and with answers that are checked to be complete. */
export function createGitHttp({ credentials, ...guard }: GitHttpOptions) {
  const request = createGuardedRequest(guard)

  /** A client for one repository: after a redirect, every request goes to the new address. */
  return function clientOf(repository: string, signal?: AbortSignal): HttpClient {
    let place = repository
    return {
      async request({ url, method = 'GET', headers = {}, body }) {
        const asked = toWebAddress(url.replace(repository, place))
        const content = body ? await collect(body) : undefined
        const headersFor = async (to: URL) => ({ ...headers, ...(await credentials?.git(to)) })
        const { url: found, answer } = await request(asked, { headers: headersFor, body: content, signal })
        refuseAnswer(answer, repository)
        if (!content) place = moved(place, asked, found)
        return {
          url: found.href,
          method,
          statusCode: 200,
          statusMessage: 'OK',
          headers: plain(answer.headers),
          body: oneChunk(answer.bytes),
        }
      },
    }
  }
}

function refuseAnswer(answer: HttpAnswer, repository: string): void {
  const { status, bytes } = answer
  if (status === 401 || status === 403) {
    throw sourceUnreadable(`${repository} may not be read (status ${status}); credentials for its host belong in integrations`)
  }
  // Many hosts answer this also for a private repository that exists, so it must not count as gone.
  if (status === 404 || status === 410) throw sourceUnreadable(`${repository} was not found, or may not be read without credentials`)
  refuseStatus(answer, repository)
  if (!isPackets(bytes)) throw sourceUnreadable(`${repository} does not answer as a git repository does, or its answer was cut short`)
}

/** Whether an answer consists of complete packets: four hex digits for the length of each, followed by its data. */
function isPackets(bytes: Buffer): boolean {
  let at = 0
  while (at < bytes.length) {
    const digits = bytes.toString('latin1', at, at + 4)
    if (!/^[0-9a-f]{4}$/i.test(digits)) return false
    const length = Number.parseInt(digits, 16)
    if (length === 3) return false
    at += Math.max(length, 4)
  }
  return at === bytes.length && at > 0
}

/** The current address of the repository, from the final address of the request for its refs. */
function moved(place: string, asked: URL, found: URL): string {
  const tail = asked.href.slice(place.length)
  return found.href !== asked.href && found.href.endsWith(tail) ? found.href.slice(0, -tail.length) : place
}

function plain(headers: HttpAnswer['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
