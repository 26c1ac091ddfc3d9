import { createHmac } from 'node:crypto'
import type { HostClient } from '../api/host-client.ts'
import { readApiFile, type HostSettings } from '../forges/forge.ts'
import { decodeSegment, encodePath, invalidTarget, toDate } from '../forges/paths.ts'
import { blobAccountOf, type BlobEntry } from './blob-account.ts'
import type { ObjectStore } from './object-store.ts'

interface Blob {
  readonly Name: string
  readonly Properties?: { readonly Etag?: string; readonly 'Content-Length'?: string; readonly 'Last-Modified'?: string }
}

interface Listing {
  readonly EnumerationResults?: { readonly Blobs?: { readonly Blob?: readonly Blob[] } | ''; readonly NextMarker?: string }
}

const version = '2023-11-03'
async function parseListing(bytes: Buffer): Promise<Listing> {
  const { XMLParser } = await import('fast-xml-parser')
  return new XMLParser({ parseTagValue: false, isArray: name => name === 'Blob' }).parse(String(bytes)) as Listing
}

/** Azure Blob Storage: `https://account.blob.core.windows.net/container/blob`. */
export function createBlobStore(api: HostClient, settings: HostSettings): ObjectStore {
  // With a key requests are signed, with a SAS token their address is; with neither, the credentials of the host hold.
  const account = blobAccountOf(settings.entry as BlobEntry)
  const suffix = settings.apiBaseUrl === undefined ? `.${settings.host}` : undefined
  // Emulators and fake servers have the account as first segment of the path.
  const root = settings.apiBaseUrl === undefined ? '' : new URL(settings.apiBaseUrl).pathname.replace(/\/+$/, '')

  function request(url: URL, headers: Readonly<Record<string, string>> = {}, body?: Buffer, method = body ? 'PUT' : 'GET') {
    const { name, key, sas } = account
    if (sas !== undefined) for (const [given, value] of new URLSearchParams(sas.replace(/^\?/, ''))) url.searchParams.set(given, value)
    const all: Record<string, string> = { accept: '*/*', 'x-ms-date': new Date().toUTCString(), 'x-ms-version': version, ...headers }
    if (key === undefined || name === undefined) return { url: url.href, headers: all }
    return {
      url: url.href,
      headers: { ...all, authorization: `SharedKey ${name}:${signatureOf({ url, method, headers: all, body }, { name, key })}` },
    }
  }

  return {
    type: 'azureBlobStorage',
    accepts: url => (suffix === undefined ? url.host === settings.host : url.host.endsWith(suffix)),
    parse(url) {
      const [container, ...rest] = url.pathname.slice(root.length).split('/').slice(1).map(decodeSegment)
      if (!container) throw invalidTarget(url, 'expected the container as first segment')
      return { bucket: `${url.origin}${root}/${container}`, key: rest.join('/') }
    },
    format: ({ bucket, key }) => `${bucket}/${encodePath(key)}`,
    async get({ bucket, key }, options) {
      const conditions: Record<string, string> = options.etag === undefined ? {} : { 'if-none-match': options.etag }
      const { url, headers } = request(new URL(`${bucket}/${encodePath(key)}`), conditions)
      return readApiFile(api, url, { headers }, options)
    },
    async put({ bucket, key }, bytes, { contentType, signal }) {
      const own = { 'content-type': contentType, 'x-ms-blob-type': 'BlockBlob' }
      const { url, headers } = request(new URL(`${bucket}/${encodePath(key)}`), own, bytes)
      await api.get(url, { method: 'PUT', bytes, headers, signal })
    },
    async remove({ bucket, key }) {
      const { url, headers } = request(new URL(`${bucket}/${encodePath(key)}`), {}, undefined, 'DELETE')
      await api.get(url, { method: 'DELETE', headers })
    },
    async *list(bucket, prefix, signal) {
      let marker: string | undefined
      do {
        const list = new URL(bucket)
        const query = { restype: 'container', comp: 'list', prefix, ...(marker !== undefined && { marker }) }
        for (const [name, value] of Object.entries(query)) list.searchParams.set(name, value)
        const { url, headers } = request(list)
        const answer = await api.get(url, { headers, signal })
        const { EnumerationResults: page } = await parseListing(answer.bytes)
        const blobs = page?.Blobs === '' || page?.Blobs === undefined ? [] : (page.Blobs.Blob ?? [])
        yield blobs.map(({ Name: key, Properties: facts }) => ({
          key: String(key),
          etag: facts?.Etag ?? '',
          size: Number(facts?.['Content-Length'] ?? 0),
          modifiedAt: toDate(facts?.['Last-Modified']),
        }))
        const next = page?.NextMarker || undefined
        marker = next === marker ? undefined : next
      } while (marker !== undefined)
    },
  }
}

/** The signature of the Blob service, for PUT where there is a body: what is signed, line by line, is in its documentation of Shared Key. */
function signatureOf(
  {
    url,
    method,
    headers,
    body,
  }: {
    readonly url: URL
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: Buffer | undefined
  },
  account: { readonly name: string; readonly key: string },
): string {
  const own = Object.entries(headers)
    .filter(([name]) => name.startsWith('x-ms-'))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}:${value}`)
  const query = [...url.searchParams]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name.toLowerCase()}:${value}`)
  // method, encoding, language, length, md5, type, date, if-modified-since, if-match, if-none-match, if-unmodified-since, range
  const lines = [
    method,
    '',
    '',
    body?.length ? String(body.length) : '',
    '',
    headers['content-type'] ?? '',
    '',
    '',
    '',
    headers['if-none-match'] ?? '',
    '',
    '',
    ...own,
    `/${account.name}${url.pathname}`,
    ...query,
  ]
  return createHmac('sha256', Buffer.from(account.key, 'base64')).update(lines.join('\n')).digest('base64')
}
