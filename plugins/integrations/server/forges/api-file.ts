import type { HttpAnswer } from '@portico/core/server/outbound'
import { hash } from 'node:crypto'
import type { ApiRequest, HostClient } from '../api/host-client.ts'
import type { NotModified } from '../reading/source-reader.ts'
import type { ForgeFile, ForgeOptions } from './forge.ts'
import { toDate } from './paths.ts'

/** The bytes at an address of an API, or that they are those of the etag. Where the host has no etags, their hash is one. */
export async function readApiFile(
  api: HostClient,
  url: string,
  request: ApiRequest,
  { etag, signal }: ForgeOptions,
  decode: (answer: HttpAnswer) => Buffer = ({ bytes }) => bytes,
): Promise<ForgeFile | NotModified> {
  const isOwn = etag?.startsWith(ownPrefix) ?? false
  const conditions = etag === undefined || isOwn ? {} : { 'if-none-match': etag }
  const answer = await api.get(url, { ...request, headers: { ...request.headers, ...conditions }, signal })
  if (answer.status === 304) return { notModified: true }
  const bytes = decode(answer)
  const given = answer.headers['etag']
  const found = typeof given === 'string' && given !== '' ? given : `${ownPrefix}${hash('sha256', bytes)}`
  if (found === etag) return { notModified: true }
  return { bytes, etag: found, lastModifiedAt: toDate(answer.headers['last-modified']) }
}

const ownPrefix = 'sha256:'
