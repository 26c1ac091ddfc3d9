import { inputError } from '@portico/core/common'
import type { Environment } from '../config/environment.ts'
import { createGuardedLookup, type Resolver } from './address-guard.ts'
import { createAllowList, type AllowedHost } from './allow-list.ts'
import { createHttpRequest, type HttpAnswer } from './http-request.ts'
import { addressNotFound, addressRefused, addressUnavailable, credentialsElsewhere, hostRefused } from './outbound-errors.ts'

export interface GuardOptions {
  /** Which addresses may be called. */
  readonly allow: readonly AllowedHost[]
  /** Which of them may be inside the network, if named exactly; all of them by default. */
  readonly inner?: readonly AllowedHost[] | undefined
  /** From the first byte sent to the last one received. */
  readonly timeoutMs: number
  readonly maxBytes: number
  /** How names are resolved, if not by the system. */
  readonly resolver?: Resolver | undefined
  /** Where proxies are named; the environment of the process by default. */
  readonly env?: Environment | undefined
}

export interface GuardedRequest {
  /** Called for each address of a redirect chain: headers for one host are not sent to another. */
  readonly headers: (url: URL) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>
  /** Default: POST where there is a body, else GET. */
  readonly method?: string | undefined
  readonly body?: Buffer | undefined
  readonly signal?: AbortSignal | undefined
  /** Whether bodies are read whatever the status is; by default only that of 200. */
  readonly isAnyStatusRead?: boolean | undefined
  /** Whether the body of 200 is given as a stream in place of its bytes. Timeout and signal hold for the stream as well. */
  readonly isStreamed?: boolean | undefined
}

const maxRedirects = 5

/**
 * Requests to addresses that config allows, and that are outside the internal network unless config names them. Every redirect is checked again.
 * The only way in which the server calls an address that a user or a file has named.
 */
export function createGuardedRequest({ allow, inner = allow, timeoutMs, maxBytes, resolver, env }: GuardOptions) {
  const verdictOn = createAllowList(allow)
  const innerVerdictOn = createAllowList(inner)
  const guardedLookup = createGuardedLookup(resolver)
  const send = createHttpRequest(env)

  return async function request(start: URL, options: GuardedRequest): Promise<{ url: URL; answer: HttpAnswer }> {
    const { headers, ...rest } = options
    let url = start
    for (let redirects = 0; ; redirects += 1) {
      if (!verdictOn(url).isAllowed) throw hostRefused(url)
      const lookup = innerVerdictOn(url).isNamed ? undefined : guardedLookup
      const answer = await send(url, { ...rest, headers: await headers(url), lookup, timeoutMs, maxBytes })
      const next = answer.headers['location']
      if (![301, 302, 303, 307, 308].includes(answer.status) || typeof next !== 'string') return { url, answer }
      if (redirects === maxRedirects) throw addressUnavailable(`${start.href} leads on more than ${maxRedirects} times`)
      const target = toWebAddress(next, url)
      refuseRedirect(url, target, options.body !== undefined)
      url = target
    }
  }
}

/** What is meant for one host goes to no other, and nothing that was encrypted goes on in the clear. */
export function refuseRedirect(from: URL, to: URL, hasBody: boolean): void {
  if (from.protocol === 'https:' && to.protocol === 'http:')
    throw addressRefused(`${from.origin} leads on to ${to.origin}, without encryption`)
  const isSameHost = from.origin === to.origin || (from.hostname === to.hostname && to.protocol === 'https:')
  // A body may hold what proves who we are, as the form of a token endpoint does.
  if (hasBody && !isSameHost) throw addressRefused(`${from.origin} leads on to ${to.origin}, to which what was meant for it is not sent`)
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
