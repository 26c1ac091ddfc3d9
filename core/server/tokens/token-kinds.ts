import { base64url, decodeJwt, decodeProtectedHeader } from 'jose'
import type { JWTPayload, ProtectedHeaderParameters } from 'jose'
import { tokenClaimWrong, tokenMalformed, tokenTooLarge, userTokenNeeded } from './token-errors.ts'

/** What the `typ` header says about the three kinds of tokens this system makes. */
export const tokenTypes = {
  user: 'vnd.backstage.user',
  limitedUser: 'vnd.backstage.limited-user',
  plugin: 'vnd.backstage.plugin',
} as const

/** The audience of every user token. */
export const userAudience = 'backstage'

/** The maximum length of tokens that are issued or accepted. */
export const maxTokenLength = 32_768

/** A token with only the user's name and times: for cookies, and for plugins that act on behalf of a user. */
export interface LimitedToken {
  readonly token: string
  readonly expiresAt: Date
}

export interface LimitedParts {
  readonly algorithm: string
  readonly kid: string
  readonly sub: string
  readonly iat: number
  readonly exp: number
}

/**
 * The header and payload of a limited token. Every plugin must produce the same bytes,
 * because the signature over them is sent separately, as the claim `uip` of the user token.
 */
export function limitedTokenFields({ algorithm, kid, sub, iat, exp }: LimitedParts) {
  return { header: { typ: tokenTypes.limitedUser, alg: algorithm, kid }, payload: { sub, iat, exp } }
}

/** The limited token of a user token, built without a key. A token that is limited already is returned unchanged. Nothing is verified. */
export function limitedTokenOf(userToken: string): LimitedToken {
  const { header, payload } = readToken(userToken)
  const { sub, iat, exp } = payload
  const { alg, kid } = header
  if (typeof sub !== 'string') throw tokenClaimWrong('sub')
  if (typeof iat !== 'number') throw tokenClaimWrong('iat')
  if (typeof exp !== 'number') throw tokenClaimWrong('exp')
  const expiresAt = new Date(exp * 1000)
  if (header.typ === tokenTypes.limitedUser) return { token: userToken, expiresAt }
  const signature = payload['uip']
  if (header.typ !== tokenTypes.user || alg === undefined || kid === undefined) throw userTokenNeeded()
  if (typeof signature !== 'string') throw tokenClaimWrong('uip')
  const fields = limitedTokenFields({ algorithm: alg, kid, sub, iat, exp })
  const signed = [fields.header, fields.payload].map(part => base64url.encode(JSON.stringify(part)))
  return { token: [...signed, signature].join('.'), expiresAt }
}

/** A token's two readable parts, unverified; throws when it is too long or not a JSON Web Token. */
export function readToken(token: string): { readonly header: ProtectedHeaderParameters; readonly payload: JWTPayload } {
  if (token.length > maxTokenLength) throw tokenTooLarge(maxTokenLength)
  try {
    return { header: decodeProtectedHeader(token), payload: decodeJwt(token) }
  } catch {
    throw tokenMalformed()
  }
}
