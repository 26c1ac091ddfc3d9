import { AppError } from '@portico/core/common'
import {
  addressUnavailable,
  createAllowList,
  createGuardedRequest,
  hostRefused,
  refuseStatus,
  toWebAddress,
  type AllowedHost,
  type HttpAnswer,
  type Resolver,
} from '@portico/core/server/outbound'
import type { Credentials } from '../tokens/credentials.ts'
import { linksOfUrl } from './source-links.ts'
import { maxSourceBytes, type ReadOptions, type SourceReader } from './source-reader.ts'
import { toText } from './source-text.ts'

export interface UrlReaderOptions {
  /** Which addresses may be read. */
  readonly allow: readonly AllowedHost[]
  readonly credentials?: Pick<Credentials, 'plain'>
  readonly timeoutMs?: number
  readonly maxBytes?: number
  /** How names are resolved, if not by the system. */
  readonly resolver?: Resolver
}

/** Plain web addresses, as far as config allows them. */
export function createUrlReader(options: UrlReaderOptions): SourceReader {
  const { allow, credentials, timeoutMs = 30_000, maxBytes = maxSourceBytes, resolver } = options
  const verdictOn = createAllowList(allow)
  const request = createGuardedRequest({ allow, timeoutMs, maxBytes, resolver })

  async function call(target: string, { etag, signal }: ReadOptions): Promise<HttpAnswer> {
    const headers = async (url: URL) => ({ ...conditionsOf(etag), ...(await credentials?.plain(url)) })
    const { answer } = await request(toWebAddress(target), { headers, signal }).catch((error: unknown) => {
      throw toReadingError(error, target, signal)
    })
    if (answer.status !== 304) refuseStatus(answer, target)
    return answer
  }

  return {
    type: 'url',
    async read(target, readOptions) {
      const answer = await call(target, readOptions)
      if (answer.status === 304) return { notModified: true }
      const seen = etagOf(answer)
      return {
        etag: seen,
        ...(seen !== undefined && { revision: seen }),
        lastModifiedAt: lastModifiedOf(answer),
        files: [{ target, text: toText(answer.bytes, target) }],
      }
    },
    async lastChange(target, { signal }) {
      const answer = await call(target, { signal })
      return { revision: etagOf(answer), at: lastModifiedOf(answer) }
    },
    linksOf: linksOfUrl,
    check(target) {
      const url = toWebAddress(target)
      if (!verdictOn(url).isAllowed) throw hostRefused(url)
    },
    resolve: (target, base) => toWebAddress(target, toWebAddress(base)).href,
    isSameRepository: (target, base) => toWebAddress(target).origin === toWebAddress(base).origin,
  }
}

/** One text holds either condition: an ETag begins with a quote or `W/`, a date does not. */
function conditionsOf(etag: string | undefined): Record<string, string> {
  if (etag === undefined) return {}
  return /^("|W\/)/.test(etag) ? { 'if-none-match': etag } : { 'if-modified-since': etag }
}

function etagOf({ headers }: HttpAnswer): string | undefined {
  for (const value of [headers['etag'], headers['last-modified']]) if (typeof value === 'string' && value !== '') return value
  return undefined
}

function lastModifiedOf({ headers }: HttpAnswer): Date | undefined {
  const at = new Date(String(headers['last-modified']))
  return Number.isNaN(at.getTime()) ? undefined : at
}

function toReadingError(error: unknown, target: string, signal: AbortSignal | undefined): unknown {
  if (error instanceof AppError || signal?.aborted) return error
  const message = error instanceof Error ? error.message || error.name : String(error)
  return addressUnavailable(`${target} cannot be read: ${message}`, { cause: error })
}
