import { AppError } from '@portico/core/common'
import { createSign } from 'node:crypto'
import { bytesOf, refuseUnlessWritten } from './storage-request.ts'
import { encodeKey, type DocsStorage, type StorageRequest } from './storage.ts'

export interface GcsOptions {
  readonly bucket: string
  readonly rootPath: string
  /** The key of a service account. */
  readonly credentials?:
    | { readonly client_email: string; readonly private_key: string; readonly token_uri?: string | undefined }
    | undefined
  readonly endpoint?: string
  readonly request: StorageRequest
  readonly now?: () => number
}

const scope = 'https://www.googleapis.com/auth/devstorage.read_write'
const earlyMs = 60_000

/** Docs in a bucket of Google Cloud Storage. Without credentials, what the bucket shows to everyone. */
export function createGcsStorage({
  bucket,
  rootPath,
  credentials,
  endpoint = 'https://storage.googleapis.com',
  request,
  now = Date.now,
}: GcsOptions): DocsStorage {
  let token: { readonly value: string; readonly until: number } | undefined

  async function authorization(): Promise<Record<string, string>> {
    if (!credentials) return {}
    if (!token || token.until < now() + earlyMs) token = await fetchToken(credentials)
    return { authorization: `Bearer ${token.value}` }
  }

  async function fetchToken({
    client_email: email,
    private_key: key,
    token_uri: uri = 'https://oauth2.googleapis.com/token',
  }: NonNullable<GcsOptions['credentials']>) {
    const seconds = Math.floor(now() / 1000)
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const unsigned = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ iss: email, scope, aud: uri, iat: seconds, exp: seconds + 3600 })}`
    const assertion = `${unsigned}.${createSign('RSA-SHA256').update(unsigned).sign(key).toString('base64url')}`
    const post = Buffer.from(String(new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })))
    const answer = await request(new URL(uri), { headers: { 'content-type': 'application/x-www-form-urlencoded' }, post })
    if (answer.status !== 200)
      throw new AppError('ServiceUnavailableError', `Google refused the service account: status ${answer.status}`, {
        code: 'techdocs.storage-unavailable',
      })
    const { access_token: value, expires_in: lasts } = JSON.parse(answer.bytes.toString()) as { access_token: string; expires_in: number }
    return { value, until: now() + lasts * 1000 }
  }

  const urlOf = (file: string) => new URL(`${endpoint}/${bucket}/${encodeKey(`${rootPath}${file}`)}`)
  return {
    read: async file => bytesOf(await request(urlOf(file), { headers: await authorization() }), `The bucket ${bucket}`),
    async write(file, bytes, contentType) {
      refuseUnlessWritten(
        await request(urlOf(file), { headers: { ...(await authorization()), 'content-type': contentType }, put: Buffer.from(bytes) }),
        `${bucket}/${file}`,
      )
    },
  }
}
