import { createGuardedRequest } from '../outbound/guarded-request.ts'
import { toWebAddress } from '../outbound/guarded-request.ts'
import type { AllowedHost } from '../outbound/allow-list.ts'

const timeoutMs = 30_000
const maxBytes = 10 * 2 ** 20

/** A request to a host outside, as `fetch` has it. */
export interface OutgoingRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
}

/** Calls hosts that a plugin's manifest lists. Those inside the network must also be in `backend.reading.allow`. */
export type Outgoing = (url: string | URL, request?: OutgoingRequest) => Promise<Response>

export function createOutgoing(hosts: readonly string[], inner: readonly AllowedHost[]): Outgoing {
  const request = createGuardedRequest({ allow: hosts.map(host => ({ host })), inner, timeoutMs, maxBytes })
  return async (url, { method, headers = {}, body, signal } = {}) => {
    const start = toWebAddress(String(url))
    const { answer } = await request(start, {
      // What is meant for the host that was named goes to no other.
      headers: to => (to.origin === start.origin ? headers : {}),
      method,
      body: body === undefined ? undefined : Buffer.from(body),
      signal,
      isAnyStatusRead: true,
    })
    const sent = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map(each => [name, each] as [string, string]),
    )
    const isEmpty = [101, 204, 205, 304].includes(answer.status)
    return new Response(isEmpty ? null : new Uint8Array(answer.bytes), { status: answer.status, headers: sent })
  }
}
