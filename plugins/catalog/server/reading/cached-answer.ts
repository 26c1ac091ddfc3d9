import { bytes, type Answer, type RequestMetadata } from '@portico/core/server'
import { hash } from 'node:crypto'
import type { EntityText } from './texts.ts'

/** Stored text as it is, with an ETag of its own; nothing but that when the caller has it already. */
export function textAnswer<T>({ bytes: body, etag }: EntityText, request: RequestMetadata): Answer<T> {
  return isKnown(request, etag) ? notModified(etag) : bytes<T>(body, { headers: headersOf(etag) })
}

/** An answer that stays the same while a state does: with the state as its ETag it is not even made when the caller has it already. */
export async function answerOfState<T>(state: string, request: RequestMetadata, make: () => Promise<string | Buffer>): Promise<Answer<T>> {
  const etag = `W/"${hash('sha1', state, 'base64url')}"`
  if (isKnown(request, etag)) return notModified(etag)
  return bytes<T>(await make(), { headers: headersOf(etag) })
}

function isKnown({ headers }: RequestMetadata, etag: string): boolean {
  const bare = etag.replace(/^W\//, '')
  return headers['if-none-match']?.split(',').some(known => known.trim().replace(/^W\//, '') === bare) ?? false
}

function notModified<T>(etag: string): Answer<T> {
  return bytes<T>('', { status: 304, headers: headersOf(etag) })
}

function headersOf(etag: string): Record<string, string> {
  // Answers depend on who asks, and may be used again only after asking whether they still hold.
  return { etag, 'cache-control': 'private, no-cache' }
}
