import { hash } from 'node:crypto'
import { startFakeServer } from './fake-server.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A bucket of S3 at `/bucket/key`, which lists two objects a page. It checks that requests are signed where a key is set. */
export async function startFakeS3(bucket: string) {
  const objects = new Map<string, Buffer>()
  const types = new Map<string, string>()
  const state = { accessKeyId: undefined as string | undefined }
  const fake = await startFakeServer(({ method, path, url, headers, body }) => {
    if (path === '/' && headers['content-type']?.includes('form')) {
      const action = new URLSearchParams(String(body)).get('Action') ?? ''
      const keys = { AccessKeyId: 'ASSUMED', SecretAccessKey: 's', SessionToken: 'session', Expiration: Date.now() / 1000 + 3600 }
      return { json: { [`${action}Response`]: { [`${action}Result`]: { Credentials: keys } } } }
    }
    const isSigned = headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${state.accessKeyId}/`) ?? false
    if (state.accessKeyId !== undefined && !isSigned) return { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }
    const key = decodeURIComponent(path.slice(bucket.length + 2))
    if (method === 'PUT') {
      if (state.accessKeyId !== undefined && headers['x-amz-content-sha256'] !== hash('sha256', body))
        return { status: 400, body: '<Error/>' }
      objects.set(key, body)
      types.set(key, headers['content-type'] ?? '')
      return { body: '' }
    }
    // It does not say whether there was one.
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    if (url.searchParams.get('list-type') === '2') {
      const all = [...objects].filter(([name]) => name.startsWith(url.searchParams.get('prefix') ?? ''))
      const start = Number(url.searchParams.get('continuation-token') ?? 0)
      const contents = all
        .slice(start, start + 2)
        .map(
          ([name, bytes]) =>
            `<Contents><Key>${escaped(name)}</Key><ETag>&quot;${hash('md5', bytes)}&quot;</ETag><Size>${bytes.length}</Size></Contents>`,
        )
      const more =
        start + 2 < all.length
          ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${start + 2}</NextContinuationToken>`
          : '<IsTruncated>false</IsTruncated>'
      return { body: `<ListBucketResult>${more}${contents.join('')}</ListBucketResult>` }
    }
    const found = objects.get(key)
    return found ? { body: found, headers: { etag: `"${hash('md5', found)}"` } } : undefined
  })
  return Object.assign(fake, { objects, types, keys: state })
}

/** Google Cloud Storage and its tokens. */
export async function startFakeGcs(bucket: string) {
  const objects = new Map<string, Buffer>()
  const types = new Map<string, string>()
  /** What tokens were asked for, in order. */
  const scopes: string[] = []
  const fake = await startFakeServer(({ method, path, url, headers, body }) => {
    if (path === '/token') scopes.push(scopeOf(body))
    if (path === '/token') return { json: { access_token: 'google-token', expires_in: 3600 } }
    if (headers.authorization !== 'Bearer google-token') return { status: 401, json: { error: { message: 'Invalid Credentials' } } }
    const base = `/storage/v1/b/${bucket}/o`
    if (path === `/upload${base}`) {
      const name = url.searchParams.get('name') ?? ''
      objects.set(name, body)
      types.set(name, headers['content-type'] ?? '')
      return { json: { name } }
    }
    if (path === base) {
      const all = [...objects].filter(([name]) => name.startsWith(url.searchParams.get('prefix') ?? ''))
      const start = Number(url.searchParams.get('pageToken') ?? 0)
      const items = all.slice(start, start + 2).map(([name, bytes]) => ({ name, etag: hash('md5', bytes), size: String(bytes.length) }))
      return { json: { items, ...(start + 2 < all.length && { nextPageToken: String(start + 2) }) } }
    }
    const key = decodeURIComponent(path.slice(base.length + 1))
    if (method === 'DELETE') return objects.delete(key) ? { status: 204 } : undefined
    const found = objects.get(key)
    return found && { body: found }
  })
  return Object.assign(fake, { objects, types, scopes })
}

/** The scope in the assertion of a service account. */
function scopeOf(body: Buffer): string {
  const claims = new URLSearchParams(String(body)).get('assertion')?.split('.')[1] ?? ''
  return (JSON.parse(String(Buffer.from(claims, 'base64url'))) as { scope: string }).scope
}

/** Azure Blob Storage, with the account in the path as its emulator has it. */
export async function startFakeBlob(account: string) {
  const objects = new Map<string, Buffer>()
  const types = new Map<string, string>()
  const sas = { sig: undefined as string | undefined }
  /** Of a managed identity; while it is set, only its tokens count. */
  const identity = { token: undefined as string | undefined }
  const fake = await startFakeServer(({ method, path, url, headers, body }) => {
    if (path === '/metadata/identity/oauth2/token') {
      const isAsked = headers['metadata'] === 'true' && url.searchParams.get('resource') === 'https://storage.azure.com'
      return isAsked ? { json: { access_token: identity.token, expires_in: '3600' } } : { status: 400, json: { error: 'bad request' } }
    }
    const isShared =
      sas.sig === undefined ? headers.authorization?.startsWith(`SharedKey ${account}:`) : url.searchParams.get('sig') === sas.sig
    const isKnown = identity.token === undefined ? isShared : headers.authorization === `Bearer ${identity.token}`
    if (!isKnown) return { status: 403, body: '<Error/>' }
    const [, , container, ...rest] = path.split('/').map(decodeURIComponent)
    if (url.searchParams.get('comp') === 'list') {
      const all = [...objects].filter(([name]) => name.startsWith(url.searchParams.get('prefix') ?? ''))
      const start = Number(url.searchParams.get('marker') ?? 0)
      const blobs = all
        .slice(start, start + 2)
        .map(
          ([name, bytes]) =>
            `<Blob><Name>${escaped(name)}</Name><Properties><Etag>${hash('md5', bytes)}</Etag><Content-Length>${bytes.length}</Content-Length></Properties></Blob>`,
        )
      const next = start + 2 < all.length ? `<NextMarker>${start + 2}</NextMarker>` : '<NextMarker/>'
      return {
        body: `<?xml version="1.0"?><EnumerationResults ContainerName="${container}"><Blobs>${blobs.join('')}</Blobs>${next}</EnumerationResults>`,
      }
    }
    if (method === 'PUT') {
      if (headers['x-ms-blob-type'] !== 'BlockBlob') return { status: 400, body: '<Error/>' }
      objects.set(rest.join('/'), body)
      types.set(rest.join('/'), headers['content-type'] ?? '')
      return { status: 201, body: '' }
    }
    if (method === 'DELETE') return objects.delete(rest.join('/')) ? { status: 202 } : undefined
    const found = objects.get(rest.join('/'))
    return found && { body: found }
  })
  return Object.assign(fake, { objects, types, sas, identity, endpoint: `${fake.url}/${account}` })
}
