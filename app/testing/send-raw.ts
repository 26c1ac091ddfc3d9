import { Agent, request } from 'node:http'
import type { FuzzRequest } from './fuzz-requests.ts'

/** An answer, or why there was none. */
export interface Answer {
  /** 0 when there was none. */
  readonly status: number
  readonly text: string
}

/** How long an answer may take before the request counts as one that hangs. */
const hangMs = 30_000

/** Sends requests as they are: `fetch` would tidy their addresses. */
export function createSender(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  /** `isStream`: the reply has no end, and is left after its headers. `leaveAfterMs`: one that waits for news is left without an answer. */
  function send(
    given: FuzzRequest,
    token: string | undefined,
    options: { isStream: boolean; leaveAfterMs: number | undefined },
  ): Promise<Answer> {
    return new Promise(resolve => {
      const headers = {
        ...given.headers,
        // Without it Node sends the body of a DELETE as if it were the next request.
        ...(given.body !== undefined && { 'content-length': String(Buffer.byteLength(given.body)) }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      }
      const outgoing = request(`${url}/`, { agent, method: given.method, path: given.target, headers }, response => {
        const chunks: Buffer[] = []
        const done = () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString().slice(0, 2000) })
        if (options.isStream && response.statusCode === 200) {
          response.destroy()
          return done()
        }
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).once('end', done)
        response.once('error', error => resolve({ status: 0, text: error.message }))
      })
      const { leaveAfterMs } = options
      outgoing.setTimeout(leaveAfterMs ?? hangMs, () => {
        if (leaveAfterMs !== undefined) resolve({ status: 202, text: 'left' })
        outgoing.destroy(new Error('it hangs'))
      })
      outgoing.once('error', error => resolve({ status: 0, text: error.message }))
      outgoing.end(given.body)
    })
  }
  return { send, close: () => agent.destroy() }
}
