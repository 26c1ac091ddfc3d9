import { createTokens } from '@portico/integrations/server'
import { createGuardedRequest } from '@portico/core/server/outbound'
import { readFile } from 'node:fs/promises'
import { credentialsMissing } from '../errors.ts'
import type { Environment } from './auth-provider.ts'

const scope = 'https://www.googleapis.com/auth/cloud-platform'
const marginMs = 60_000

interface KeyFile {
  readonly type?: string
  readonly client_email?: string
  readonly private_key?: string
  readonly token_uri?: string
}

/** Tokens of the portal's own account at Google: by the key file that the environment names, else by the metadata server of the machine. */
export function createGoogleTokens(env: Environment) {
  const tokens = createTokens()
  let known: { readonly value: string; readonly expiresAt: number } | undefined

  async function byKeyFile(file: string): Promise<string> {
    const { type, client_email: clientEmail, private_key: privateKey, token_uri: url } = JSON.parse(await readFile(file, 'utf8')) as KeyFile
    if (type !== 'service_account' || clientEmail === undefined || privateKey === undefined)
      throw credentialsMissing(`${file} is no key of a service account of Google`)
    const source = {
      kind: 'service-account' as const,
      gitUser: '',
      url: url ?? 'https://oauth2.googleapis.com/token',
      clientEmail,
      privateKey,
      scope,
    }
    return (await tokens.get(source, undefined)) ?? ''
  }

  async function byMetadata(): Promise<string> {
    if (known && known.expiresAt - marginMs > Date.now()) return known.value
    const url = new URL(
      `http://${env['GCE_METADATA_HOST'] ?? 'metadata.google.internal'}/computeMetadata/v1/instance/service-accounts/default/token`,
    )
    const request = createGuardedRequest({ allow: [{ host: url.host }], timeoutMs: 5_000, maxBytes: 2 ** 20 })
    const { answer } = await request(url, { headers: () => ({ 'metadata-flavor': 'Google' }), isAnyStatusRead: true }).catch(
      (cause: unknown) => {
        throw credentialsMissing('There are no credentials for Google: set GOOGLE_APPLICATION_CREDENTIALS, or run the portal at Google', {
          cause,
        })
      },
    )
    if (answer.status !== 200) throw credentialsMissing(`${url.host} gave no token: status ${answer.status}`)
    const { access_token: value = '', expires_in: seconds = 0 } = JSON.parse(String(answer.bytes)) as {
      access_token?: string
      expires_in?: number
    }
    known = { value, expiresAt: Date.now() + seconds * 1000 }
    return value
  }

  return {
    get(): Promise<string> {
      const file = env['GOOGLE_APPLICATION_CREDENTIALS']
      return file === undefined || file === '' ? byMetadata() : byKeyFile(file)
    },
  }
}
