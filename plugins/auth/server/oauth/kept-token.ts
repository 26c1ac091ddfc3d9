import { createHmac } from 'node:crypto'
import { isSame } from './sign-in-state.ts'

const prefix = 'access-token'

/**
 * An access token that stands in for a refresh token, for the browser to keep. It is sealed: without that, somebody's access token
 * given to another application could be put into the cookie, and the portal would take its bearer for that person.
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
