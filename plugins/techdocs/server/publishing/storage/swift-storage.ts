import { AppError } from '@portico/core/common'
import { bytesOf, refuseUnlessWritten } from './storage-request.ts'
import { encodeKey, type DocsStorage, type StorageRequest } from './storage.ts'

export interface SwiftOptions {
  readonly container: string
  /** Of an application credential. */
  readonly credentials: { readonly id: string; readonly secret: string }
  readonly authUrl: string
  readonly swiftUrl: string
  readonly request: StorageRequest
  readonly now?: () => number
}

const tokenMs = 30 * 60_000

/** Docs in a container of OpenStack Swift. */
export function createSwiftStorage({ container, credentials, authUrl, swiftUrl, request, now = Date.now }: SwiftOptions): DocsStorage {
  let token: { readonly value: string; readonly until: number } | undefined

  async function authorization(): Promise<Record<string, string>> {
    if (!token || token.until < now()) token = { value: await fetchToken(), until: now() + tokenMs }
    return { 'x-auth-token': token.value }
  }

  async function fetchToken(): Promise<string> {
    const identity = { methods: ['application_credential'], application_credential: credentials }
    const post = Buffer.from(JSON.stringify({ auth: { identity } }))
    const answer = await request(new URL(`${authUrl.replace(/\/+$/, '')}/auth/tokens`), {
      headers: { 'content-type': 'application/json' },
      post,
    })
    const value = answer.headers['x-subject-token']
    if (answer.status === 201 && typeof value === 'string') return value
    throw new AppError('ServiceUnavailableError', `OpenStack refused the credentials: status ${answer.status}`, {
      code: 'techdocs.storage-unavailable',
    })
  }

  const urlOf = (file: string) => new URL(`${swiftUrl.replace(/\/+$/, '')}/${container}/${encodeKey(file)}`)
  return {
    read: async file => bytesOf(await request(urlOf(file), { headers: await authorization() }), `The container ${container}`),
    async write(file, bytes, contentType) {
      refuseUnlessWritten(
        await request(urlOf(file), { headers: { ...(await authorization()), 'content-type': contentType }, put: Buffer.from(bytes) }),
        `${container}/${file}`,
      )
    },
  }
}
