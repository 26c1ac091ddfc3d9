import type { HostClient } from '../api/host-client.ts'
import { readApiFile, type HostSettings } from '../forges/forge.ts'
import { decodeSegment, encodePath, invalidTarget, toDate } from '../forges/paths.ts'
import type { ObjectStore } from './object-store.ts'

interface Page {
  readonly items?: readonly { readonly name: string; readonly etag: string; readonly size?: string; readonly updated?: string }[]
  readonly nextPageToken?: string
}

/** Google Cloud Storage: `https://storage.cloud.google.com/bucket/key`. */
export function createGcsStore(api: HostClient, settings: HostSettings): ObjectStore {
  const base = settings.apiBaseUrl ?? ''
  const bucketName = (bucket: string) => new URL(bucket).pathname.split('/')[1] ?? ''
  const bucketUrl = (bucket: string) => `${base}/storage/v1/b/${bucketName(bucket)}/o`

  return {
    type: 'googleGcs',
    accepts: url => url.host === settings.host || (url.host === new URL(base).host && !url.pathname.startsWith('/storage/v1/')),
    parse(url) {
      const [bucket, ...rest] = url.pathname.split('/').slice(1).map(decodeSegment)
      if (!bucket) throw invalidTarget(url, `expected https://${settings.host}/bucket/key`)
      return { bucket: `${url.origin}/${bucket}`, key: rest.join('/') }
    },
    format: ({ bucket, key }) => `${bucket}/${encodePath(key)}`,
    get: ({ bucket, key }, options) =>
      readApiFile(api, `${bucketUrl(bucket)}/${encodeURIComponent(key)}?alt=media`, { headers: { accept: '*/*' } }, options),
    async put({ bucket, key }, bytes, { contentType, signal }) {
      const query = { uploadType: 'media', name: key }
      const headers = { 'content-type': contentType }
      await api.get(`${base}/upload/storage/v1/b/${bucketName(bucket)}/o`, { method: 'POST', query, bytes, headers, signal })
    },
    async remove({ bucket, key }) {
      await api.get(`${bucketUrl(bucket)}/${encodeURIComponent(key)}`, { method: 'DELETE' })
    },
    async *list(bucket, prefix, signal) {
      let token: string | undefined
      do {
        const query = { prefix, pageToken: token, maxResults: 1000, fields: 'items(name,etag,size,updated),nextPageToken' }
        const page: Page = await api.json(bucketUrl(bucket), { query, signal })
        yield (page.items ?? []).map(({ name, etag, size, updated }) => ({
          key: name,
          etag,
          size: Number(size ?? 0),
          modifiedAt: toDate(updated),
        }))
        token = page.nextPageToken === token ? undefined : page.nextPageToken
      } while (token !== undefined)
    },
  }
}
