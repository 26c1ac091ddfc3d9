import { createHash, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { startFakeServer, type FakeServerReply, type FakeServerRequest, type FakeServerRoutes } from './fake-server.ts'

export interface FakeOAuthServerOptions {
  readonly authorizePath: string
  readonly tokenPath: string
  readonly client: { readonly id: string; readonly secret: string; readonly by: 'basic' | 'post' | 'none' }
  readonly redirectUri: string
  readonly pkce: boolean
  /** The expected parameters of the authorization request. */
  readonly asked?: Readonly<Record<string, string>>
  /** The scopes that the token endpoint reports; none by default. */
  readonly scope?: (asked: string) => string
  readonly withRefreshToken?: boolean
  readonly expiresIn?: number
  /** The claims of ID tokens, besides those of the sign-in; none are made without it. */
  readonly idToken?: {
    readonly issuer: string
    readonly claims: Readonly<Record<string, unknown>>
    /** Also without the scope `openid`. */ readonly always?: true
  }
  readonly keysPath?: string
  /** Replies to callers with a valid access token. */
  readonly api?: Readonly<Record<string, (request: FakeServerRequest) => FakeServerReply>>
  /** Other routes, which are public. */
  readonly routes?: FakeServerRoutes
}

/** The current fault of the provider. */
export interface Twist {
  /** Seconds by which its clock is ahead. */
  clockAhead?: number | undefined
  /** Claims that ID tokens carry in place of the right ones. */
  claims?: Readonly<Record<string, unknown>> | undefined
  /** Whether ID tokens are signed with a key that it does not publish. */
  strangeKey?: boolean | undefined
  /** The fixed answer of the token endpoint. */
  tokenReply?: FakeServerReply | undefined
}

interface Pending {
  readonly challenge: string | undefined
  readonly scope: string
  readonly nonce: string | undefined
}

/** A strict OAuth 2 provider: every deviation of the portal from the protocol is refused and recorded in `faults`. */
export async function startFakeOAuthServer(options: FakeOAuthServerOptions) {
  const faults: string[] = []
  const codes = new Map<string, Pending>()
  const refreshTokens = new Map<string, Pending>()
  const accessTokens = new Set<string>()
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: 'fake', alg: 'RS256', use: 'sig' }
  const strange = await generateKeyPair('RS256')
  const twist: Twist = {}

  function fault(text: string, error = 'invalid_request'): FakeServerReply {
    faults.push(text)
    return { status: 400, json: { error, error_description: text } }
  }

  function authorize({ query }: FakeServerRequest): FakeServerReply {
    const expected = { response_type: 'code', client_id: options.client.id, redirect_uri: options.redirectUri, ...options.asked }
    for (const [name, value] of Object.entries(expected)) {
      if (query.get(name) !== value) return fault(`the first page was asked with ${name}=${query.get(name)}, not ${value}`)
    }
    const state = query.get('state')
    if (!state) return fault('the first page was asked without a state')
    const challenge = query.get('code_challenge') ?? undefined
    if (options.pkce !== (challenge !== undefined && query.get('code_challenge_method') === 'S256')) return fault('PKCE is invalid')
    const code = `code-${randomUUID()}`
    codes.set(code, { challenge, scope: query.get('scope') ?? '', nonce: query.get('nonce') ?? undefined })
    return { status: 302, headers: { location: `${options.redirectUri}?${new URLSearchParams({ code, state }).toString()}` } }
  }

  function clientFault({ headers, form }: FakeServerRequest): string | undefined {
    const { id, secret, by } = options.client
    const basic = `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`
    if (by === 'basic')
      return decodeBasic(headers['authorization']) === decodeBasic(basic) ? undefined : 'the client did not authenticate by header'
    if (form.get('client_id') !== id) return 'the client sent no client_id'
    return form.get('client_secret') === (by === 'none' ? null : secret) ? undefined : 'the client did not authenticate in the form'
  }

  async function token(request: FakeServerRequest): Promise<FakeServerReply> {
    if (twist.tokenReply) return twist.tokenReply
    const wrong = clientFault(request)
    if (wrong !== undefined) return fault(wrong, 'invalid_client')
    const { form } = request
    if (form.get('grant_type') === 'refresh_token') return refresh(form)
    if (form.get('grant_type') !== 'authorization_code') return fault('an unknown grant type was used', 'unsupported_grant_type')
    const pending = codes.get(form.get('code') ?? '')
    if (!pending) return { status: 400, json: { error: 'invalid_grant', error_description: 'no such code' } }
    codes.delete(form.get('code') ?? '')
    if (form.get('redirect_uri') !== options.redirectUri) return fault('the code was exchanged with another redirect_uri', 'invalid_grant')
    if (options.pkce && challengeOf(form.get('code_verifier') ?? '') !== pending.challenge) {
      return { status: 400, json: { error: 'invalid_grant', error_description: 'the verifier does not match' } }
    }
    return grant(pending)
  }

  async function refresh(form: URLSearchParams): Promise<FakeServerReply> {
    const old = form.get('refresh_token') ?? ''
    const pending = refreshTokens.get(old)
    if (!pending) return { status: 400, json: { error: 'invalid_grant', error_description: 'the refresh token is used up' } }
    refreshTokens.delete(old)
    return grant({ ...pending, nonce: undefined })
  }

  async function grant(pending: Pending): Promise<FakeServerReply> {
    const accessToken = `access-${randomUUID()}`
    accessTokens.add(accessToken)
    const refreshToken = options.withRefreshToken === false ? undefined : `refresh-${randomUUID()}`
    if (refreshToken !== undefined) refreshTokens.set(refreshToken, pending)
    return {
      json: {
        access_token: accessToken,
        token_type: 'Bearer',
        ...(options.expiresIn !== undefined && { expires_in: options.expiresIn }),
        ...(refreshToken !== undefined && { refresh_token: refreshToken }),
        ...(options.scope && { scope: options.scope(pending.scope) }),
        ...(withIdToken(pending) && { id_token: await signIdToken(pending) }),
      },
    }
  }

  function withIdToken({ scope }: Pending): boolean {
    return options.idToken !== undefined && (options.idToken.always === true || scope.split(' ').includes('openid'))
  }

  async function signIdToken({ nonce }: Pending): Promise<string> {
    const now = Math.floor(Date.now() / 1000) + (twist.clockAhead ?? 0)
    const times = { iat: now, exp: now + 300 }
    const right = {
      ...options.idToken?.claims,
      iss: options.idToken?.issuer,
      aud: options.client.id,
      ...times,
      ...(nonce !== undefined && { nonce }),
    }
    return new SignJWT({ ...right, ...twist.claims } as JWTPayload)
      .setProtectedHeader({ alg: 'RS256', kid: key.kid })
      .sign(twist.strangeKey ? strange.privateKey : privateKey)
  }

  const api = Object.entries(options.api ?? {}).map(([name, reply]) => [
    name,
    (request: FakeServerRequest): FakeServerReply => {
      const sent = /^Bearer (.+)$/.exec(request.headers['authorization'] ?? '')?.[1]
      return sent !== undefined && accessTokens.has(sent) ? reply(request) : { status: 401, json: { message: 'bad credentials' } }
    },
  ])
  const server = await startFakeServer({
    ...options.routes,
    ...(options.keysPath !== undefined && { [`GET ${options.keysPath}`]: () => ({ json: { keys: [key] } }) }),
    ...(Object.fromEntries(api) as FakeServerRoutes),
    [`GET ${options.authorizePath}`]: authorize,
    [`POST ${options.tokenPath}`]: token,
  })
  return { ...server, faults, twist, accessTokens, refreshTokens }
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

/** Providers decode both halves, or take them as they are: a client may percent-encode more or less. */
function decodeBasic(header: string | undefined): string | undefined {
  const encoded = /^Basic (.+)$/.exec(header ?? '')?.[1]
  return encoded === undefined ? undefined : decodeURIComponent(Buffer.from(encoded, 'base64').toString())
}
