import { inputError } from '@portico/core/common'
import { createGuardedLookup, type Resolver } from './address-guard.ts'
import { createAllowList, type AllowedHost } from './allow-list.ts'
import { createHttpRequest, type HttpAnswer } from './http-request.ts'
import { credentialsElsewhere, sourceNotFound, sourceRefused, sourceUnreadable } from './source-reader.ts'

export interface GuardOptions {
  /** `backend.reading.allow`. */
  readonly allow: readonly AllowedHost[]
  readonly timeoutMs: number
  readonly largestBytes: number
  /** How names are resolved, if not by the system. */
  readonly resolver?: Resolver | undefined
}

export interface GuardedRequest {
  /** Asked for each address on the way: what is meant for one host is not sent to another. */
  readonly headers: (url: URL) => Readonly<Record<string, string>>
  readonly body?: Buffer | undefined
  readonly signal?: AbortSignal | undefined
}

const mostRedirects = 5

/** Requests to addresses that config allows, and that lead outside of the network unless config names them. Every redirect is checked again. */
export function createGuardedRequest({ allow, timeoutMs, largestBytes, resolver }: GuardOptions) {
  const verdictOn = createAllowList(allow)
  const guardedLookup = createGuardedLookup(resolver)
  const send = createHttpRequest()

  return async function request(start: URL, { headers, body, signal }: GuardedRequest): Promise<{ url: URL; answer: HttpAnswer }> {
    let url = start
    for (let redirects = 0; ; redirects += 1) {
      const { isAllowed, isNamed } = verdictOn(url)
      if (!isAllowed)
        throw sourceRefused(`Reading from '${url.href}' is not allowed. You may need to add '${url.host}' to backend.reading.allow`)
      const lookup = isNamed ? undefined : guardedLookup
      const answer = await send(url, { headers: headers(url), body, lookup, timeoutMs, largestBytes, signal })
      const next = answer.headers['location']
      if (![301, 302, 303, 307, 308].includes(answer.status) || typeof next !== 'string') return { url, answer }
      if (redirects === mostRedirects) throw sourceUnreadable(`${start.href} leads on more than ${mostRedirects} times`)
      url = toWebAddress(next, url)
    }
  }
}

/** An address of http: or https: without a name or password in it. */
export function toWebAddress(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base?.href) : undefined
  if (!url) throw inputError(`'${text}' is no web address`, { code: 'catalog.invalid-url' })
  if (!['http:', 'https:'].includes(url.protocol)) throw sourceRefused(`'${url.href}' is no address of http: or https:`)
  if (url.username || url.password) throw sourceRefused(`The address of '${url.host}' ${credentialsElsewhere}`)
  return url
}

/** Throws what an answer other than 200 means. */
export function refuseStatus({ status, headers }: HttpAnswer, target: string): void {
  if (status === 200) return
  if (status === 404 || status === 410) throw sourceNotFound(target)
  throw sourceUnreadable(`${target} answered with status ${status}`, { retryAfterMs: retryAfterMs(headers['retry-after']) })
}

function retryAfterMs(value: string | string[] | undefined): number | undefined {
  if (typeof value !== 'string') return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, 86_400_000) : undefined
}
