import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { splitScope } from './scopes.ts'

/** What travels to the identity provider and back in the parameter `state`. */
export interface SignInState {
  readonly nonce: string
  readonly env: string
  readonly origin?: string | undefined
  readonly redirectUrl?: string | undefined
  readonly flow?: string | undefined
  readonly scope?: string | undefined
}

const fields = ['nonce', 'env', 'origin', 'redirectUrl', 'flow', 'scope'] as const

/** Hex of a query string: accepted by the reference's clients and by identity providers that restrict the characters of `state`. */
export function encodeState(state: SignInState): string {
  const parameters = fields.flatMap(field => (state[field] === undefined ? [] : [[field, state[field]] as [string, string]]))
  return Buffer.from(new URLSearchParams(parameters).toString(), 'utf8').toString('hex')
}

/** Undefined for an invalid state, or one that lacks a required field. */
export function decodeState(text: string | undefined): SignInState | undefined {
  if (text === undefined || text.length > 20_000 || !/^(?:[0-9a-f]{2})+$/i.test(text)) return undefined
  const parameters = new URLSearchParams(Buffer.from(text, 'hex').toString('utf8'))
  const read = Object.fromEntries(fields.map(field => [field, parameters.get(field) || undefined]))
  return read['nonce'] && read['env'] ? (read as unknown as SignInState) : undefined
}

/** Random bytes in a cookie of the browser: a browser that returns without them did not start the sign-in. */
export function createNonce(): string {
  return randomBytes(16).toString('base64')
}

/**
 * What binds a sign-in to one browser besides the nonce. The nonce is sent in `state` and may be seen; the secret behind these never
 * leaves the browser's cookie. As they are derived from the state too, no part of it can be changed on the way.
 */
export interface Binding {
  readonly codeVerifier: string
  readonly idTokenNonce: string
  /** The requested scopes. */
  readonly scopes: readonly string[]
}

/** The text of the cookie that binds a sign-in to the browser in which it begins. */
export function createBinding(state: string, scopes: readonly string[]): string {
  const secret = randomBytes(32).toString('base64url')
  return [secret, derive(secret, state, 'state'), Buffer.from(scopes.join(' ')).toString('base64url')].join('.')
}

/** The values derived from the cookie and the state; undefined when these do not belong together. */
export function readBinding(cookie: string | undefined, state: string): Binding | undefined {
  const [secret = '', digest, scopes = ''] = cookie?.split('.') ?? []
  if (!isSame(digest, derive(secret, state, 'state'))) return undefined
  return {
    codeVerifier: derive(secret, state, 'verifier'),
    idTokenNonce: derive(secret, state, 'nonce'),
    scopes: splitScope(Buffer.from(scopes, 'base64url').toString()),
  }
}

function derive(secret: string, state: string, use: string): string {
  return createHmac('sha256', secret).update(`${use}\0${state}`).digest('base64url')
}

/** Compares in constant time. */
export function isSame(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
