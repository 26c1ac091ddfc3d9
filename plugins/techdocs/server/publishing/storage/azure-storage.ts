import { createHmac } from 'node:crypto'
import { bytesOf, refuseUnlessWritten } from './storage-request.ts'
import { encodeKey, type DocsStorage, type StorageRequest } from './storage.ts'

export interface AzureOptions {
  readonly container: string
  readonly rootPath: string
  readonly account: string
  readonly accountKey?: string | undefined
  /** A shared access signature, instead of a key. */
  readonly sas?: string | undefined
  readonly endpoint?: string | undefined
  readonly request: StorageRequest
  readonly now?: () => Date
}

const version = '2021-08-06'

/** Docs in a container of Azure Blob Storage. */
export function createAzureStorage({
  container,
  rootPath,
  account,
  accountKey,
  sas,
  endpoint,
  request,
  now = () => new Date(),
}: AzureOptions): DocsStorage {
  const base = endpoint?.replace(/\/+$/, '') ?? `https://${account}.blob.core.windows.net`
  const urlOf = (file: string) =>
    new URL(`${base}/${container}/${encodeKey(`${rootPath}${file}`)}${sas === undefined ? '' : `?${sas.replace(/^\?/, '')}`}`)

  /** Shared Key. */
  function headersFor(
    method: string,
    url: URL,
    length: number,
    type: string,
    more: Readonly<Record<string, string>> = {},
  ): Record<string, string> {
    const own: Record<string, string> = { ...more, 'x-ms-date': now().toUTCString(), 'x-ms-version': version }
    if (accountKey === undefined) return { ...own, ...(type && { 'content-type': type }) }
    const named = Object.keys(own)
      .sort()
      .map(name => `${name}:${own[name]}`)
    const resource = `/${account}${url.pathname}`
    const text = [method, '', '', length > 0 ? String(length) : '', '', type, '', '', '', '', '', '', ...named, resource].join('\n')
    const signature = createHmac('sha256', Buffer.from(accountKey, 'base64')).update(text).digest('base64')
    return { ...own, ...(type && { 'content-type': type }), authorization: `SharedKey ${account}:${signature}` }
  }

  return {
    async read(file) {
      const url = urlOf(file)
      return bytesOf(await request(url, { headers: headersFor('GET', url, 0, '') }), `The container ${container}`)
    },
    async write(file, bytes, contentType) {
      const url = urlOf(file)
      const put = Buffer.from(bytes)
      refuseUnlessWritten(
        await request(url, { headers: headersFor('PUT', url, put.length, contentType, { 'x-ms-blob-type': 'BlockBlob' }), put }),
        `${container}/${file}`,
      )
    },
  }
}

/** The parts of a connection string that matter. */
export function parseConnectionString(text: string): {
  readonly account: string
  readonly accountKey?: string
  readonly sas?: string
  readonly endpoint?: string
} {
  const parts = new Map(text.split(';').map(part => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)] as const))
  const endpoint = parts.get('BlobEndpoint')
  const account = parts.get('AccountName') ?? (endpoint ? (new URL(endpoint).hostname.split('.')[0] ?? '') : '')
  const [key, sas] = [parts.get('AccountKey'), parts.get('SharedAccessSignature')]
  return {
    account,
    ...(key !== undefined && { accountKey: key }),
    ...(sas !== undefined && { sas }),
    ...(endpoint !== undefined && { endpoint }),
  }
}
