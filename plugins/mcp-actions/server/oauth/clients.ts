import { addressRefused, createGuardedRequest, type AllowedHost } from '@portico/core/server/outbound'
import type { Logger } from '@portico/core/server'
import { LRUCache } from 'lru-cache'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { MetadataDocumentsSection, RegistrationSection } from '../config.ts'
import { OAuthRefusal } from '../errors.ts'
import type { Client, ClientStore } from './client-store.ts'
import { isAllowedRedirect, matches } from './redirects.ts'

interface ClientsDependencies {
  readonly store: ClientStore
  readonly registration: () => RegistrationSection
  readonly documents: () => MetadataDocumentsSection
  /** Hosts inside the network that may be read: `backend.reading.allow`. */
  readonly readable: readonly AllowedHost[]
  readonly log: Logger
  readonly now?: () => number
}

const documentLimits = { bytes: 20_000, timeoutMs: 5_000, cachedMs: 5 * 60_000, failedMs: 30_000 } as const
const hourMs = 3_600_000
const text = z.string().trim().min(1).max(200)
// What is shown to users has no characters that turn or hide text.
const name = text.transform(given =>
  given
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim(),
)
const redirectUris = z.array(z.string().min(1).max(2000)).min(1).max(20)
const webPage = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .optional()
  .catch(undefined)

const ClientMetadata = z.looseObject({
  client_name: name.optional(),
  client_uri: webPage,
  redirect_uris: redirectUris,
  token_endpoint_auth_method: z.string().default('none'),
  grant_types: z.array(z.string()).max(10).optional(),
  response_types: z.array(z.string()).max(10).optional(),
})
const ClientDocument = ClientMetadata.extend({ client_id: z.string() })

/** The programs that may ask users: those that have registered, and those whose id is the address of a document about them. */
export function createClients({ store, registration, documents, readable, log, now = Date.now }: ClientsDependencies) {
  const registered = new LRUCache<string, { readonly since: number; count: number }>({ max: 10_000 })
  const read = new LRUCache<string, { readonly until: number; readonly client: Promise<Client> }>({ max: 500 })
  async function fetchDocument(id: string): Promise<Client> {
    const url = new URL(id)
    // The patterns of the config have been checked before; an address inside the network has to be named as well.
    const request = createGuardedRequest({
      allow: [{ host: url.host }],
      inner: readable,
      timeoutMs: documentLimits.timeoutMs,
      maxBytes: documentLimits.bytes,
    })
    const { answer, url: final } = await request(url, { headers: () => ({ accept: 'application/json' }) })
    if (final.href !== url.href) throw addressRefused(`${url.href} leads on to another address, which is not the id of the client`)
    if (answer.status !== 200) throw new Error(`it answers with status ${answer.status}`)
    const parsed = ClientDocument.safeParse(JSON.parse(answer.bytes.toString('utf8')))
    if (!parsed.success)
      throw new Error(`its content is wrong: ${parsed.error.issues[0]?.path.join('.')} ${parsed.error.issues[0]?.message}`)
    const { client_id: ownId, client_name: given, client_uri: uri, redirect_uris: redirects } = parsed.data
    if (ownId !== id) throw new Error('its client_id is another address')
    const { allowedRedirectUriPatterns } = documents()
    const foreign = redirects.find(each => !isAllowedRedirect(each, allowedRedirectUriPatterns) && URL.parse(each)?.origin !== url.origin)
    if (foreign !== undefined) throw new Error(`it names a redirect address that this portal does not allow: ${foreign.slice(0, 200)}`)
    return { id, name: given ?? url.host, uri, redirectUris: redirects }
  }

  /** The document of a client. Failures are kept for a moment too: nobody makes the portal call a host again and again. */
  async function fromDocument(id: string): Promise<Client> {
    const { enabled, allowedClientIdPatterns } = documents()
    if (!enabled)
      throw new OAuthRefusal('invalid_client', 'This portal knows no clients by an address (auth.clientIdMetadataDocuments)', 401)
    const url = URL.parse(id)
    if (!url || url.protocol !== 'https:' || url.pathname === '/' || url.hash !== '' || url.username !== '' || url.password !== '')
      throw new OAuthRefusal('invalid_client', 'The id of a client has to be an https address with a path', 401)
    if (!allowedClientIdPatterns.some(pattern => matches(id, pattern)))
      throw new OAuthRefusal(
        'invalid_client',
        `This portal does not allow the client ${id} (auth.clientIdMetadataDocuments.allowedClientIdPatterns)`,
        401,
      )
    const before = read.get(id)
    if (before && before.until > now()) return before.client
    const client = fetchDocument(id).catch((error: unknown) => {
      log.info({ error, client: id }, 'the metadata document of a client could not be read')
      const entry = read.get(id)
      if (entry) read.set(id, { ...entry, until: now() + documentLimits.failedMs })
      const reason = error instanceof Error ? error.message : String(error)
      throw new OAuthRefusal('invalid_client', `The document of the client ${id} could not be read: ${reason}`, 401)
    })
    read.set(id, { until: now() + documentLimits.cachedMs, client })
    return client
  }

  function countRegistration(address: string): void {
    const { perHour } = registration()
    const known = registered.get(address)
    const entry = known && now() - known.since < hourMs ? known : { since: now(), count: 0 }
    entry.count += 1
    registered.set(address, entry)
    if (entry.count > perHour)
      throw new OAuthRefusal(
        'temporarily_unavailable',
        `More than ${perHour} clients were registered from this address within an hour`,
        429,
      )
  }

  return {
    /** By its id; undefined for one that is not known. */
    find: async (id: string): Promise<Client | undefined> => (id.includes('://') ? fromDocument(id) : store.find(id)),
    isDocument: (id: string): boolean => id.includes('://'),
    canRegister: () => registration().enabled,
    hasDocuments: () => documents().enabled && documents().allowedClientIdPatterns.length > 0,

    async register(body: unknown, address: string) {
      const { enabled, allowedRedirectUriPatterns, maxClients } = registration()
      if (!enabled)
        throw new OAuthRefusal(
          'invalid_request',
          'Clients cannot register themselves here (auth.experimentalDynamicClientRegistration)',
          403,
        )
      countRegistration(address)
      const parsed = ClientMetadata.safeParse(body)
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        throw new OAuthRefusal('invalid_client_metadata', `${issue?.path.join('.') || 'body'}: ${issue?.message}`)
      }
      const {
        client_name: given = 'An agent without a name',
        client_uri: uri,
        redirect_uris: redirects,
        token_endpoint_auth_method: method,
      } = parsed.data
      if (method !== 'none')
        throw new OAuthRefusal('invalid_client_metadata', 'token_endpoint_auth_method: only none, clients prove themselves by PKCE')
      const foreign = redirects.find(each => !isAllowedRedirect(each, allowedRedirectUriPatterns))
      if (foreign !== undefined)
        throw new OAuthRefusal(
          'invalid_redirect_uri',
          `${foreign.slice(0, 200)} is no redirect address that this portal allows (allowedRedirectUriPatterns)`,
        )
      const client = { id: randomUUID(), name: given || 'An agent without a name', uri, redirectUris: redirects }
      if (!(await store.add(client, maxClients)))
        throw new OAuthRefusal('temporarily_unavailable', 'Too many clients that nobody has let in yet: try again tomorrow', 429)
      return {
        client_id: client.id,
        client_id_issued_at: Math.floor(now() / 1000),
        client_name: client.name,
        ...(uri !== undefined && { client_uri: uri }),
        redirect_uris: redirects,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      }
    },
  }
}

export type Clients = ReturnType<typeof createClients>
