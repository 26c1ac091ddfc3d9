import { isRecord, parseJson } from '@portico/core/common'
import { createGuardedRequest, type HttpAnswer } from '@portico/core/server/outbound'
import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { sourceUnreadable } from '../reading/reading-errors.ts'
import { createGithubApps } from './github-apps.ts'
import type {
  AssertionSource,
  ClientSource,
  FederatedSource,
  ManagedIdentitySource,
  ServiceAccountSource,
  Token,
  TokenRequest,
  TokenSource,
} from './token-source.ts'

export interface Tokens {
  /** Undefined where there is none for the owner. */
  get(source: TokenSource, owner: string | undefined): Promise<string | undefined>
}

const maxTokens = 1000
// A token is replaced before it ends: a request may take a while, and clocks differ.
const marginMs = 5 * 60_000
const timeoutMs = 20_000

/** Tokens that expire, requested when they are needed and kept until shortly before they end. Callers at the same time share one request. */
export function createTokens(): Tokens {
  const cache = new LRUCache<string, { readonly token: Promise<Token | undefined>; expiresAt: number }>({ max: maxTokens })
  const apps = createGithubApps(requestToken)

  async function find(source: TokenSource, owner: string | undefined): Promise<Token | undefined> {
    switch (source.kind) {
      case 'github-app':
        return apps.token(source, owner)
      case 'client':
        return ofClient(source)
      case 'managed-identity':
        return ofManagedIdentity(source)
      case 'assertion':
        return ofAssertion(source)
      case 'federated':
        return ofFile(source)
      case 'service-account':
        return ofServiceAccount(source)
    }
  }

  return {
    async get(source, owner) {
      const key = JSON.stringify([source, source.kind === 'github-app' ? owner?.toLowerCase() : undefined])
      const known = cache.get(key)
      if (known && known.expiresAt > Date.now()) return (await known.token)?.value
      const entry = { token: find(source, owner), expiresAt: Number.POSITIVE_INFINITY }
      cache.set(key, entry)
      try {
        const token = await entry.token
        // That an owner has no installation is looked up again soon.
        entry.expiresAt = token ? Math.max(token.expiresAt - marginMs, Date.now() + 1000) : Date.now() + 60_000
        return token?.value
      } catch (error) {
        if (cache.peek(key) === entry) cache.delete(key)
        throw error
      }
    },
  }
}

async function ofClient({ url, clientId, clientSecret, scope }: ClientSource): Promise<Token> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, ...(scope !== undefined && { scope }) }
  return toToken(await requestToken(url, { form }), url)
}

async function ofManagedIdentity({ url, clientId, resource }: ManagedIdentitySource): Promise<Token> {
  const address = new URL(url)
  address.searchParams.set('api-version', '2018-02-01')
  address.searchParams.set('resource', resource)
  if (clientId !== undefined) address.searchParams.set('client_id', clientId)
  return toToken(await requestToken(address.href, { headers: { metadata: 'true' } }), url)
}

async function ofAssertion({ identity, ...client }: AssertionSource): Promise<Token> {
  return byAssertion(client, (await ofManagedIdentity(identity)).value)
}

/** The file is replaced while the pod runs, so it is read for each token. */
async function ofFile(source: FederatedSource): Promise<Token> {
  return byAssertion(source, (await readFile(source.file, 'utf8')).trim())
}

async function byAssertion({ url, clientId, scope }: Pick<FederatedSource, 'url' | 'clientId' | 'scope'>, proof: string): Promise<Token> {
  const form = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_assertion: proof,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    scope,
  }
  return toToken(await requestToken(url, { form }), url)
}

async function ofServiceAccount({ url, clientEmail, privateKey, scope }: ServiceAccountSource): Promise<Token> {
  const { SignJWT } = await import('jose')
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(clientEmail)
    .setAudience(url)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(createPrivateKey(privateKey))
  return toToken(await requestToken(url, { form: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion } }), url)
}

function toToken(body: Record<string, unknown>, url: string): Token {
  const { access_token: value, expires_in: seconds } = body
  if (typeof value !== 'string' || value === '') throw sourceUnreadable(`${new URL(url).host} answered without a token`)
  const lifetime = Number(seconds)
  return { value, expiresAt: Date.now() + (Number.isFinite(lifetime) && lifetime > 0 ? lifetime : 600) * 1000 }
}

/** Config names the hosts of tokens, so they alone may be called, wherever they are. Redirects elsewhere are refused. */
const requestToken: TokenRequest = async (url, { form, headers = {}, method }) => {
  const address = new URL(url)
  const request = createGuardedRequest({ allow: [{ host: address.host }], timeoutMs, maxBytes: 2 ** 20 })
  const body = form && Buffer.from(new URLSearchParams(form).toString())
  const type = form && { 'content-type': 'application/x-www-form-urlencoded' }
  const { answer } = await request(address, {
    method,
    body,
    headers: to => (to.host === address.host ? { accept: 'application/json', 'user-agent': 'portico', ...type, ...headers } : {}),
    isAnyStatusRead: true,
  }).catch((error: unknown) => {
    throw sourceUnreadable(`${address.host} gave no token: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  })
  return toBody(answer, address)
}

function toBody({ status, bytes }: HttpAnswer, { host, pathname }: URL): Record<string, unknown> {
  const body = parse(bytes)
  if (status >= 200 && status < 300 && body !== undefined) return body
  // The description of an OAuth error names what is wrong, never the secret.
  const reason = body?.['error_description'] ?? body?.['message'] ?? body?.['error']
  throw sourceUnreadable(
    `${host}${pathname} gave no token: status ${status}${typeof reason === 'string' ? `, ${reason.split('\n')[0]}` : ''}`,
  )
}

function parse(bytes: Buffer): Record<string, unknown> | undefined {
  const value = parseJson(String(bytes))
  if (Array.isArray(value)) return { items: value }
  return isRecord(value) ? value : undefined
}
