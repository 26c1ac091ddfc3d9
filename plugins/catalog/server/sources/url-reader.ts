import { AppError } from '@portico/core/common'
import type { Resolver } from './address-guard.ts'
import type { AllowedHost } from './allow-list.ts'
import { createGuardedRequest, refuseStatus, toWebAddress } from './guarded-request.ts'
import type { HttpAnswer } from './http-request.ts'
import { largestSourceBytes, sourceUnreadable, type ReadResult, type SourceReader } from './source-reader.ts'
import { toText } from './source-text.ts'

export interface UrlReaderOptions {
  /** `backend.reading.allow`. */
  readonly allow: readonly AllowedHost[]
  readonly timeoutMs?: number
  readonly largestBytes?: number
  /** How names are resolved, if not by the system. */
  readonly resolver?: Resolver
}

/** Plain web addresses, as far as config allows them. */
export function createUrlReader({
  allow,
  timeoutMs = 30_000,
  largestBytes = largestSourceBytes,
  resolver,
}: UrlReaderOptions): SourceReader {
  const request = createGuardedRequest({ allow, timeoutMs, largestBytes, resolver })

  return {
    type: 'url',
    async read(target, { etag, signal }): Promise<ReadResult> {
      const { answer } = await request(toWebAddress(target), { headers: () => conditionsOf(etag), signal }).catch((error: unknown) => {
        throw toSourceError(error, target, signal)
      })
      if (answer.status === 304) return { notModified: true }
      refuseStatus(answer, target)
      const seen = etagOf(answer)
      return { etag: seen, ...(seen !== undefined && { revision: seen }), files: [{ target, text: toText(answer.bytes, target) }] }
    },
    resolve: (target, base) => toWebAddress(target, toWebAddress(base)).href,
    isSameRepository: (target, base) => toWebAddress(target).origin === toWebAddress(base).origin,
  }
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

function toSourceError(error: unknown, target: string, signal: AbortSignal | undefined): unknown {
  if (error instanceof AppError || signal?.aborted) return error
  const message = error instanceof Error ? error.message || error.name : String(error)
  return sourceUnreadable(`${target} cannot be read: ${message}`, { cause: error })
}
