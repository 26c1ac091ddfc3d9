import type { ApiRequest, HostClient } from '@portico/integrations/server'
import type { Readable } from 'node:stream'
import { createUnzip } from 'node:zlib'
import { unexpectedAnswer } from '../errors.ts'

/** The log at an address, as a stream. */
export async function openLog(api: HostClient, target: string, request: ApiRequest): Promise<string | Readable> {
  const { stream, bytes, headers } = await api.get(target, { ...request, isStreamed: true, headers: { accept: 'text/plain, */*' } })
  if (!stream) return String(bytes)
  const encoding = headers['content-encoding']
  if (encoding !== 'gzip' && encoding !== 'deflate') return stream
  const unzipped = createUnzip()
  stream.on('error', error => unzipped.destroy(error))
  return stream.pipe(unzipped)
}

/** JSON, or an error in words: a host in trouble answers with a page. */
export function parseAnswer(bytes: Buffer, title: string): unknown {
  try {
    return JSON.parse(String(bytes)) as unknown
  } catch {
    throw unexpectedAnswer(title, 'JSON')
  }
}

/** A list, or an error in words. */
export function listOf<T>(value: unknown, title: string): readonly T[] {
  if (!Array.isArray(value)) throw unexpectedAnswer(title, 'a list')
  return value as T[]
}
