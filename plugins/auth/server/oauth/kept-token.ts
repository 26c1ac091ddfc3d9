import { createHmac } from 'node:crypto'
import { isSame } from './sign-in-state.ts'

const prefix = 'access-token'

/**
 * An access token that is used as a refresh token, stored in the browser. It is sealed: without that, a user's access token
 * for another application could be put into the cookie, and the portal would accept its bearer as that user.
 */
export function sealToken(accessToken: string, key: string): string {
  return `${prefix}.${sealOf(accessToken, key)}.${accessToken}`
}

export function isSealed(text: string): boolean {
  return text.startsWith(`${prefix}.`)
}

/** The access token; undefined when the portal did not seal it. */
export function openSealed(text: string, key: string): string | undefined {
  const [, seal, ...rest] = text.split('.')
  const accessToken = rest.join('.')
  return isSame(seal, sealOf(accessToken, key)) ? accessToken : undefined
}

function sealOf(accessToken: string, key: string): string {
  return createHmac('sha256', key).update(`kept access token\0${accessToken}`).digest('base64url')
}
