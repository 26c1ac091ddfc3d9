import { inputError } from '@portico/core/common'
import { createGuardedLookup, type Resolver } from './address-guard.ts'
import { createAllowList, type AllowedHost } from './allow-list.ts'
import { createHttpRequest, type HttpAnswer } from './http-request.ts'
import { addressNotFound, addressRefused, addressUnavailable, credentialsElsewhere, hostRefused } from './outbound-errors.ts'

export interface GuardOptions {
  /** Which addresses may be called. */
  readonly allow: readonly AllowedHost[]
  /** From the first byte sent to the last one received. */
  readonly timeoutMs: number
  readonly maxBytes: number
  /** How names are resolved, if not by the system. */
  readonly resolver?: Resolver | undefined
}

export interface GuardedRequest {
  /** Called for each address of a redirect chain: headers for one host are not sent to another. */
  readonly headers: (url: URL) => Readonly<Record<string, string>>
  /** Sent by POST, where there is one. */
  readonly body?: Buffer | undefined
  readonly signal?: AbortSignal | undefined
}

const maxRedirects = 5

/**
 * Requests to addresses that config allows, and that are outside the internal network unless config names them. Every redirect is checked again.
 * The only way in which the server calls an address that a user or a file has named.
 */
export function createGuardedRequest({ allow, timeoutMs, maxBytes, resolver }: GuardOptions) {
  const verdictOn = createAllowList(allow)
  const guardedLookup = createGuardedLookup(resolver)
  const send = createHttpRequest()

  return async function request(start: URL, { headers, body, signal }: GuardedRequest): Promise<{ url: URL; answer: HttpAnswer }> {
    let url = start
    for (let redirects = 0; ; redirects += 1) {
      const { isAllowed, isNamed } = verdictOn(url)
      if (!isAllowed) throw hostRefused(url)
      const lookup = isNamed ? undefined : guardedLookup
      const answer = await send(url, { headers: headers(url), body, lookup, timeoutMs, maxBytes, signal })
      const next = answer.headers['location']
      if (![301, 302, 303, 307, 308].includes(answer.status) || typeof next !== 'string') return { url, answer }
      if (redirects === maxRedirects) throw addressUnavailable(`${start.href} leads on more than ${maxRedirects} times`)
      url = toWebAddress(next, url)
    }
  }
}

/** An address of http: or https: without a name or password in it. */
export function toWebAddress(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base?.href) : undefined
  if (!url) throw inputError(`'${text}' is not a web address`, { code: 'core.invalid-url' })
  if (!['http:', 'https:'].includes(url.protocol)) throw addressRefused(`'${url.href}' is not an address of http: or https:`)
  if (url.username || url.password) throw addressRefused(`The address of '${url.host}' ${credentialsElsewhere}`)
  return url
}

/** Throws the error for a status other than 200. */
export function refuseStatus({ status, headers }: HttpAnswer, target: string): void {
  if (status === 200) return
  if (status === 404 || status === 410) throw addressNotFound(target)
  throw addressUnavailable(`${target} answered with status ${status}`, { retryAfterMs: retryAfterMs(headers['retry-after']) })
}

function retryAfterMs(value: string | string[] | undefined): number | undefined {
  if (typeof value !== 'string') return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, 86_400_000) : undefined
}
