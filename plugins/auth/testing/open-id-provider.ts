import Provider, { type GrantContext } from 'oidc-provider'
import { exportJWK, generateKeyPair } from 'jose'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { listenOnLoopback, readText } from './http-server.ts'

export interface OpenIdAccount {
  readonly email: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly picture?: string
  readonly preferred_username?: string
}

export interface OpenIdProviderOptions {
  readonly redirectUris: readonly string[]
  readonly accounts: Readonly<Record<string, OpenIdAccount>>
  /** How long refresh tokens live. */
  readonly refreshTokenSeconds?: number
}

export const openIdClient = { id: 'portal', secret: 'the-secret-of-the-portal-at-the-openid-provider' }
/** A client that gets a refresh token only by the book: for `offline_access`, with the consent of the user. */
export const strictClientId = 'portal-by-the-book'

/** A real OpenID provider on loopback, with one client and a sign-in page that takes any known name. */
export async function startOpenIdProvider({ redirectUris, accounts, refreshTokenSeconds = 3600 }: OpenIdProviderOptions) {
  let handle: RequestListener = (_request, response) => void response.writeHead(503).end()
  let isAway = false
  const server = await listenOnLoopback((request, response) => (isAway ? request.socket.destroy() : handle(request, response)))
  const provider: Provider = new Provider(server.url, {
    clients: [openIdClient.id, strictClientId].map(id => ({
      client_id: id,
      client_secret: openIdClient.secret,
      redirect_uris: redirectUris,
      post_logout_redirect_uris: redirectUris.map(uri => new URL(uri).origin),
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    })),
    cookies: { keys: ['only for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture', 'preferred_username'] },
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: () => true },
      rpInitiatedLogout: { enabled: true, logoutSource: confirmLogout },
    },
    jwks: { keys: [await signingKey()] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_context: unknown, client: { clientId: string }, code: { scopes: ReadonlySet<string> }) =>
      client.clientId === openIdClient.id || code.scopes.has('offline_access'),
    ttl: { AccessToken: 3600, IdToken: 3600, RefreshToken: refreshTokenSeconds, Session: 3600, Grant: 3600, Interaction: 600 },
    interactions: { url: (_context: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    findAccount: (_context: unknown, id: string) =>
      Object.hasOwn(accounts, id) ? { accountId: id, claims: async () => ({ sub: id, ...accounts[id] }) } : undefined,
    // Consent is given automatically: the tests are about signing in, not about the provider's consent page.
    async loadExistingGrant({ oidc }: GrantContext) {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile offline_access')
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  handle = (request, response) => {
    const interacting = request.url?.startsWith('/interaction/')
    void (interacting ? interact(provider, request, response) : callback(request, response))
  }
  return {
    ...server,
    metadataUrl: `${server.url}/.well-known/openid-configuration`,
    /** Whether the provider answers no request. */
    setAway: (away: boolean) => void (isAway = away),
  }
}

/** The page that asks whether to sign out at the provider too. */
function confirmLogout(context: { body: string }, form: string): void {
  const submit = '<button form="op.logoutForm" name="logout" value="yes">Sign out here too</button>'
  context.body = `<!doctype html><html lang="en"><title>Sign out</title>${form}${submit}</html>`
}

async function signingKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: 'for-tests', alg: 'RS256', use: 'sig' }
}

async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { prompt } = await provider.interactionDetails(request, response)
  if (request.method === 'POST' && prompt.name === 'consent') {
    await provider.interactionFinished(request, response, { consent: {} }, { mergeWithLastSubmission: true })
    return
  }
  if (request.method === 'POST') {
    const accountId = new URLSearchParams(await readText(request)).get('login') ?? ''
    await provider.interactionFinished(request, response, { login: { accountId } })
    return
  }
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(
    '<!doctype html><html lang="en"><title>Sign in</title><form method="post"><label>Name <input name="login"></label><button>Continue</button></form></html>',
  )
}
