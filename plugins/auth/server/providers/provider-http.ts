import { AppError, configAt } from '@portico/core/common'
import { readWhole } from '@portico/core/server/outbound'
import type { z } from 'zod'
import { providerAway, providerRefused } from '../errors.ts'

const maxReplyBytes = 1_000_000

/** Where the servers of providers really are, by their default origin. Only tests set this. */
export type ProviderAddresses = Readonly<Record<string, string>>

export type ProviderHttp = ReturnType<typeof createProviderHttp>

interface ApiRequest<Z extends z.ZodType> {
  readonly reply: Z
  readonly accessToken?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Requests to one provider: with a timeout, a maximum size of replies, and without redirects. */
export function createProviderHttp(options: { readonly title: string; readonly addresses: ProviderAddresses; readonly timeoutMs: number }) {
  const { title, addresses, timeoutMs } = options

  /** The address that is really called. */
  function rewritten(address: string | URL): string {
    const url = new URL(address)
    const base = Object.hasOwn(addresses, url.origin) ? addresses[url.origin] : undefined
    return base === undefined ? url.href : `${base}${url.pathname}${url.search}`
  }

  async function fetchBounded(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(rewritten(address), { redirect: 'manual', ...init, signal: init.signal ?? AbortSignal.timeout(timeoutMs) })
    const body = await readWhole(response, maxReplyBytes, () => providerAway(title, 'answered with far more than was asked for'))
    const empty = [204, 205, 304].includes(response.status)
    return new Response(empty ? undefined : body, { status: response.status, headers: response.headers })
  }

  async function request(address: string, headers: Readonly<Record<string, string>>): Promise<Response> {
    const response = await fetchBounded(address, { headers: { 'user-agent': 'portico', ...headers } }).catch((error: unknown) => {
      throw toAwayError(title, error)
    })
    if (response.status === 401 || response.status === 403) throw providerRefused(title, 'the access token is not accepted')
    if (!response.ok) throw providerAway(title, `answered with status ${response.status}`)
    return response
  }

  function authorized({ accessToken, headers }: Partial<ApiRequest<z.ZodType>>): Record<string, string> {
    return { ...headers, ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }) }
  }

  return {
    title,
    rewritten,
    fetch: fetchBounded,
    /** A JSON reply of the provider's API, checked. */
    async get<Z extends z.ZodType>(address: string, options: ApiRequest<Z>): Promise<z.output<Z>> {
      const response = await request(address, { accept: 'application/json', ...authorized(options) })
      const parsed = options.reply.safeParse(await response.json().catch(() => undefined))
      if (!parsed.success) throw providerAway(title, 'answered with something unexpected')
      return parsed.data
    },
    /** The bytes of a reply, with their type. */
    async getBytes(address: string, accessToken: string): Promise<{ readonly type: string; readonly body: Buffer }> {
      const response = await request(address, authorized({ accessToken }))
      return { type: response.headers.get('content-type') ?? '', body: Buffer.from(await response.arrayBuffer()) }
    },
  }
}

/** A provider that could not be reached. */
export function toAwayError(title: string, error: unknown): AppError {
  if (error instanceof AppError) return error
  const late = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
  return providerAway(title, late ? 'did not answer in time' : 'cannot be reached', networkCause(error))
}

/** What the network says of a failure, for the log: its code, and the address that was tried. Nothing else of the error is kept. */
function networkCause(error: unknown): Error | undefined {
  const { code, syscall, address, hostname, port } = { ...(configAt(error, ['cause']) ?? (error as object | undefined)) } as Readonly<
    Record<string, unknown>
  >
  const metadata = [syscall, code, address ?? hostname, port].filter(fact => typeof fact === 'string' || typeof fact === 'number')
  return metadata.length === 0 ? undefined : new Error(metadata.join(' '))
}

/** An optional value: undefined where the provider does not supply it. */
export async function orUndefined<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
