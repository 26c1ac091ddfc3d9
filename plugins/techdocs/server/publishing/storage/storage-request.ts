import { AppError } from '@portico/core/common'
import { createGuardedRequest, type AllowedHost } from '@portico/core/server/outbound'
import type { StorageAnswer, StorageRequest } from './storage.ts'

/** Of one file of published docs. */
const maxBytes = 50 * 2 ** 20
const timeoutMs = 20_000

/** Requests to the hosts of one storage, and to no other. */
export function createStorageRequest(allow: readonly AllowedHost[], limits: { readonly timeoutMs?: number } = {}): StorageRequest {
  const request = createGuardedRequest({ allow, timeoutMs: limits.timeoutMs ?? timeoutMs, maxBytes })
  return async (url, { headers, put, post }) => {
    const own = (target: URL) => (target.host === url.host ? headers : {})
    const { answer } = await request(url, { headers: own, ...(put && { body: put, method: 'PUT' }), ...(post && { body: post }) })
    return answer
  }
}

/** The bytes of an answer; undefined for a file that is not there. */
export function bytesOf({ status, bytes }: StorageAnswer, what: string): Buffer | undefined {
  if (status === 200) return bytes
  if (status === 404) return undefined
  throw new AppError('ServiceUnavailableError', `${what} answered with status ${status}`, { code: 'techdocs.storage-unavailable' })
}

export function refuseUnlessWritten({ status, bytes }: StorageAnswer, what: string): void {
  if (status >= 200 && status < 300) return
  throw new AppError('ServiceUnavailableError', `${what} could not be written: status ${status}. ${bytes.toString('utf8', 0, 300)}`, {
    code: 'techdocs.storage-unavailable',
  })
}
