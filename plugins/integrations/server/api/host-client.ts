import { AppError } from '@portico/core/common'
import {
  addressUnavailable,
  createGuardedRequest,
  toWebAddress,
  type AllowedHost,
  type HttpAnswer,
  type Resolver,
} from '@portico/core/server/outbound'
import { LRUCache } from 'lru-cache'
import { setTimeout as delay } from 'node:timers/promises'
import type { Credentials } from '../tokens/credentials.ts'
import type { Budgets } from './budgets.ts'
import { apiFailure, notJson, repeatedPage } from './api-errors.ts'

export interface HostClientOptions {
  readonly allow: readonly AllowedHost[]
  readonly credentials: Credentials
  readonly budgets: Budgets
  readonly timeoutMs?: number | undefined
  readonly maxBytes?: number | undefined
  /** The delay before the second attempt; each further one is twice as long. */
  readonly retryMs?: number | undefined
  readonly resolver?: Resolver | undefined
}

export interface ApiRequest {
  readonly method?: string | undefined
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  /** Sent as JSON. */
  readonly json?: unknown
  readonly bytes?: Buffer | undefined
  /** Headers besides those of the credentials. They are sent to the host of the address only. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** In place of the credentials of the config. */
  readonly authorization?: Readonly<Record<string, string>> | undefined
  /** For credentials by owner, where the address does not show it. */
  readonly owner?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Whether an answer is kept and asked for again only if it has changed. */
  readonly isCached?: boolean | undefined
  /** Where the host counts several budgets apart. */
  readonly budget?: string | undefined
  readonly isStreamed?: boolean | undefined
}

export type HostClient = ReturnType<typeof createHostClient>

const attempts = 4
const maxPages = 10_000
const maxCachedBytes = 64 * 2 ** 20
const maxEntryBytes = 2 * 2 ** 20

interface Kept {
  readonly etag: string
  readonly answer: HttpAnswer
}

/** The one way in which the APIs of hosts are called: guarded, with credentials, within the budget of the host, with retries. */
export function createHostClient(options: HostClientOptions) {
  const { allow, credentials, budgets, timeoutMs = 60_000, maxBytes = 50 * 2 ** 20, retryMs = 500, resolver } = options
  const request = createGuardedRequest({ allow, timeoutMs, maxBytes, resolver })
  const cache = new LRUCache<string, Kept>({ maxSize: maxCachedBytes, sizeCalculation: ({ answer }) => answer.bytes.length + 2000 })

  async function once(url: URL, given: ApiRequest, conditions: Readonly<Record<string, string>>): Promise<HttpAnswer> {
    const { authorization, owner, signal, headers = {} } = given
    const body = given.bytes ?? (given.json === undefined ? undefined : Buffer.from(JSON.stringify(given.json)))
    const type = given.json === undefined ? undefined : { 'content-type': 'application/json' }
    const headersFor = async (to: URL) => {
      const isOurs = to.host === url.host
      const proof = isOurs ? (authorization ?? (await credentials.plain(to, owner))) : await credentials.plain(to, owner)
      return { 'user-agent': 'portico', ...(isOurs && { accept: 'application/json', ...type, ...headers, ...conditions }), ...proof }
    }
    const { answer } = await request(url, {
      method: given.method,
      headers: headersFor,
      body,
      signal,
      isAnyStatusRead: true,
      isStreamed: given.isStreamed,
    })
    return answer
  }

  async function withRetries(url: URL, given: ApiRequest, conditions: Readonly<Record<string, string>>): Promise<HttpAnswer> {
    const isSafe = given.method === undefined || ['GET', 'HEAD', 'PUT', 'DELETE'].includes(given.method)
    const key = given.budget === undefined ? url.host : `${url.host} ${given.budget}`
    for (let attempt = 1; ; attempt += 1) {
      await budgets.before(key, given.signal)
      try {
        const answer = await once(url, given, conditions)
        const isLimited = budgets.after(key, answer)
        const isFailing = isSafe && [500, 502, 503, 504].includes(answer.status)
        if (attempt === attempts || (!isLimited && !isFailing)) return answer
        // The budget says when a limited request may be repeated.
        if (isLimited) continue
      } catch (error) {
        if (error instanceof AppError || given.signal?.aborted || !isSafe || attempt === attempts) throw toFailure(error, url, given.signal)
      }
      await delay(retryMs * 2 ** (attempt - 1) * (0.5 + Math.random()), undefined, { signal: given.signal })
    }
  }

  /** Any status is an answer. */
  async function call(target: string, given: ApiRequest = {}): Promise<HttpAnswer> {
    const url = toWebAddress(target)
    for (const [name, value] of Object.entries(given.query ?? {})) if (value !== undefined) url.searchParams.set(name, String(value))
    if (!given.isCached) return withRetries(url, given, {})
    const key = JSON.stringify([url.href, given.owner, given.headers, given.authorization])
    const known = cache.get(key)
    const answer = await withRetries(url, given, known ? { 'if-none-match': known.etag } : {})
    if (answer.status === 304 && known) return known.answer
    const { etag } = answer.headers
    if (answer.status === 200 && typeof etag === 'string' && answer.bytes.length <= maxEntryBytes) cache.set(key, { etag, answer })
    return answer
  }

  /** The answer, or the error that its status means. */
  async function get(target: string, given: ApiRequest = {}): Promise<HttpAnswer> {
    const answer = await call(target, given)
    if (answer.status >= 400 || (answer.status !== 304 && answer.status >= 300)) throw apiFailure(answer, target, given.method)
    return answer
  }

  async function json<T>(target: string, given: ApiRequest = {}): Promise<T> {
    return toJson<T>(await get(target, given), target)
  }

  /** The pages of a list, by the `Link` header. */
  async function* pages<T>(target: string, given: ApiRequest = {}): AsyncGenerator<T> {
    const seen = new Set<string>()
    let next: string | undefined = target
    let query = given.query
    while (next !== undefined) {
      if (seen.has(next) || seen.size === maxPages) throw repeatedPage(next)
      seen.add(next)
      const answer: HttpAnswer = await get(next, { ...given, query })
      yield toJson<T>(answer, next)
      // The address of the next page holds the query.
      query = undefined
      next = nextLink(answer, next)
    }
  }

  return { call, get, json, pages }
}

export function toJson<T>({ bytes }: HttpAnswer, target: string): T {
  // Gerrit begins its answers with a line that keeps them from being run as a script.
  const text = String(bytes).replace(/^\)\]\}'\r?\n/, '')
  try {
    return JSON.parse(text) as T
  } catch {
    throw notJson(target, text)
  }
}

/** The address of the next page; only one of the same host, for pages are asked for with credentials. */
function nextLink({ headers }: HttpAnswer, from: string): string | undefined {
  const { link } = headers
  const found = typeof link === 'string' ? /<([^>]+)>[^,]*;\s*rel="?next"?/.exec(link)?.[1] : undefined
  if (found === undefined || !URL.canParse(found, from)) return undefined
  const url = new URL(found, from)
  return url.host === new URL(from).host ? url.href : undefined
}

function toFailure(error: unknown, url: URL, signal: AbortSignal | undefined): unknown {
  if (error instanceof AppError || signal?.aborted) return error
  const message = error instanceof Error ? error.message || error.name : String(error)
  return addressUnavailable(`${url.host} cannot be reached: ${message}`, { cause: error })
}
