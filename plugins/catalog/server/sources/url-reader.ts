import { AppError, inputError } from '@portico/core/common'
import { createGuardedLookup, type Resolver } from './address-guard.ts'
import { createAllowList, type AllowedHost } from './allow-list.ts'
import { createHttpGet, type HttpAnswer } from './http-get.ts'
import {
  largestSourceBytes,
  sourceNotFound,
  sourceRefused,
  sourceUnreadable,
  type ReadOptions,
  type ReadResult,
  type SourceReader,
} from './source-reader.ts'
import { toText } from './source-text.ts'

export interface UrlReaderOptions {
  /** `backend.reading.allow`. */
  readonly allow: readonly AllowedHost[]
  readonly timeoutMs?: number
  readonly largestBytes?: number
  /** How names are resolved, if not by the system. */
  readonly resolver?: Resolver
}

const mostRedirects = 5

/** Plain web addresses, as far as config allows them. */
export function createUrlReader({
  allow,
  timeoutMs = 30_000,
  largestBytes = largestSourceBytes,
  resolver,
}: UrlReaderOptions): SourceReader {
  const verdictOn = createAllowList(allow)
  const guardedLookup = createGuardedLookup(resolver)
  const get = createHttpGet()

  async function follow(target: string, { etag, signal }: ReadOptions): Promise<{ url: URL; answer: HttpAnswer }> {
    let url = toUrl(target)
    for (let redirects = 0; ; redirects += 1) {
      const { isAllowed, isNamed } = verdictOn(url)
      if (!isAllowed)
        throw sourceRefused(`Reading from '${url.href}' is not allowed. You may need to add '${url.host}' to backend.reading.allow`)
      const headers = conditionsOf(etag)
      const answer = await get(url, { headers, lookup: isNamed ? undefined : guardedLookup, timeoutMs, largestBytes, signal })
      const next = answer.headers['location']
      if (![301, 302, 303, 307, 308].includes(answer.status) || typeof next !== 'string') return { url, answer }
      if (redirects === mostRedirects) throw sourceUnreadable(`${target} leads on more than ${mostRedirects} times`)
      url = toUrl(next, url)
    }
  }

  return {
    type: 'url',
    async read(target, options): Promise<ReadResult> {
      const { answer } = await follow(target, options).catch((error: unknown) => {
        throw toSourceError(error, target, options.signal)
      })
      if (answer.status === 304) return { notModified: true }
      refuseStatus(answer, target)
      const etag = etagOf(answer)
      return { etag, ...(etag !== undefined && { revision: etag }), files: [{ target, text: toText(answer.bytes, target) }] }
    },
    resolve: (target, base) => toUrl(target, toUrl(base)).href,
    isSameRepository: (target, base) => toUrl(target).origin === toUrl(base).origin,
  }
}

function toUrl(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base?.href) : undefined
  if (!url) throw inputError(`'${text}' is no web address`, { code: 'catalog.invalid-url' })
  if (!['http:', 'https:'].includes(url.protocol)) throw sourceRefused(`'${url.href}' is no address of http: or https:`)
  if (url.username || url.password) throw sourceRefused(`The address of '${url.host}' must not hold a name or password`)
  return url
}

/** Both conditions travel in one text: an ETag begins with a quote or `W/`, a date does not. */
function conditionsOf(etag: string | undefined): Record<string, string> {
  if (etag === undefined) return {}
  return /^("|W\/)/.test(etag) ? { 'if-none-match': etag } : { 'if-modified-since': etag }
}

function etagOf({ headers }: HttpAnswer): string | undefined {
  for (const value of [headers['etag'], headers['last-modified']]) if (typeof value === 'string' && value !== '') return value
  return undefined
}

function refuseStatus({ status, headers }: HttpAnswer, target: string): void {
  if (status === 200) return
  if (status === 404 || status === 410) throw sourceNotFound(target)
  throw sourceUnreadable(`${target} answered with status ${status}`, { retryAfterMs: retryAfterMs(headers['retry-after']) })
}

function retryAfterMs(value: string | string[] | undefined): number | undefined {
  if (typeof value !== 'string') return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, 86_400_000) : undefined
}

function toSourceError(error: unknown, target: string, signal: AbortSignal | undefined): unknown {
  if (error instanceof AppError || signal?.aborted) return error
  const message = error instanceof Error ? error.message || error.name : String(error)
  return sourceUnreadable(`${target} cannot be read: ${message}`, { cause: error })
}
