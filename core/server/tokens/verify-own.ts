import { jwtVerify } from 'jose'
import type { JWTPayload, ProtectedHeaderParameters } from 'jose'
import type { AgentMark, UserPrincipal } from '../host/principal.ts'
import type { KeyOwner } from './key-store.ts'
import type { Keys } from './keys.ts'
import { tokenClaimWrong, tokenForAnother, tokenKeyUnknown, tokenMalformed, tokenNotYetValid, toTokenError } from './token-errors.ts'
import { readToken, tokenTypes, userAudience } from './token-kinds.ts'
import type { VerifiedToken } from './verified-tokens.ts'

interface OwnDependencies {
  readonly keys: Keys
  readonly now: () => number
  readonly clockToleranceSeconds: number
}

interface ReadToken {
  readonly header: ProtectedHeaderParameters
  readonly payload: JWTPayload
}

interface Claims extends JWTPayload {
  readonly sub: string
  readonly iat: number
  readonly exp: number
}

interface VerifiedUser extends VerifiedToken {
  readonly principal: UserPrincipal
  readonly issuedAt: number
  readonly expiresAt: number
}

const pluginSubject = /^[a-z0-9_-]+$/

/** Verifies the tokens this system makes. Returns undefined for a token of any other kind. */
export function createOwnVerifier({ keys, now, clockToleranceSeconds }: OwnDependencies) {
  async function verifySigned(token: string, { kid }: ProtectedHeaderParameters, owner: KeyOwner): Promise<Claims> {
    if (typeof kid !== 'string') throw tokenMalformed()
    const key = await keys.verificationKey(owner, kid)
    if (!key) throw tokenKeyUnknown()
    const { payload } = await jwtVerify(token, key.key, {
      // Only the algorithm of the key: the header of a token must not choose another one.
      algorithms: [key.algorithm],
      requiredClaims: ['iat', 'exp', 'sub'],
      currentDate: new Date(now()),
      clockTolerance: clockToleranceSeconds,
    }).catch((error: unknown) => {
      throw toTokenError(error)
    })
    const { sub, iat, exp } = payload
    if (typeof sub !== 'string' || sub === '') throw tokenClaimWrong('sub')
    if (iat === undefined || exp === undefined) throw tokenClaimWrong('exp')
    if (iat > now() / 1000 + clockToleranceSeconds) throw tokenNotYetValid()
    return { ...payload, sub, iat, exp }
  }

  async function verifyUser(token: string, { header }: ReadToken, kind: 'user' | 'limited-user'): Promise<VerifiedUser> {
    const { sub, iat, exp, aud } = await verifySigned(token, header, 'user')
    if (kind === 'user' && aud !== userAudience) throw tokenForAnother()
    const expiresAt = exp * 1000
    const limited = kind === 'limited-user' && { limited: true }
    return {
      kind,
      issuedAt: Math.round(iat * 1000),
      expiresAt,
      principal: { type: 'user', userEntityRef: sub, expiresAt: new Date(expiresAt), token, ...limited },
    }
  }

  async function verifyPlugin(token: string, { header, payload }: ReadToken): Promise<VerifiedToken> {
    // The subject chooses the key, so it is looked at before the signature is.
    if (typeof payload.sub !== 'string' || !pluginSubject.test(payload.sub)) throw tokenClaimWrong('sub')
    const { sub, exp, aud, obo, agent } = await verifySigned(token, header, `plugin:${payload.sub}`)
    if (typeof aud !== 'string') throw tokenForAnother()
    const subject = `plugin:${sub}`
    if (obo === undefined) return { kind: 'plugin', audience: aud, expiresAt: exp * 1000, principal: { type: 'service', subject } }
    const user = await verifyCarried(obo)
    const expiresAt = Math.min(exp * 1000, user.expiresAt)
    // The plugin that signed the token has had the mark from a caller that this portal verified.
    const mark = agent === undefined ? undefined : (agent as AgentMark)
    const principal = { ...user.principal, actor: subject, expiresAt: new Date(expiresAt), ...(mark && { agent: mark }) }
    return { kind: 'plugin', audience: aud, issuedAt: user.issuedAt, expiresAt, principal }
  }

  async function verifyCarried(token: unknown): Promise<VerifiedUser> {
    if (typeof token !== 'string') throw tokenClaimWrong('obo')
    const parts = readToken(token)
    if (parts.header.typ !== tokenTypes.limitedUser) throw tokenClaimWrong('obo')
    return verifyUser(token, parts, 'limited-user')
  }

  return async (token: string, parts: ReadToken): Promise<VerifiedToken | undefined> => {
    const { typ } = parts.header
    if (typ === tokenTypes.plugin) return verifyPlugin(token, parts)
    if (typ === tokenTypes.limitedUser) return verifyUser(token, parts, 'limited-user')
    // Before tokens had a kind, only the audience marked user tokens.
    const isUser = typ === tokenTypes.user || (typ === undefined && parts.payload.aud === userAudience)
    return isUser ? verifyUser(token, parts, 'user') : undefined
  }
}
