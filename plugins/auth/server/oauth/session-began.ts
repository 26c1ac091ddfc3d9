import { createHmac } from 'node:crypto'
import { isSame } from './sign-in-state.ts'

/**
 * When a person signed in, for the browser to keep: somebody who ends all sessions must not find them renewed by refresh tokens that
 * other browsers have. It is sealed with the user's name, so that no other time, and nobody else's, can take its place.
 */
export function sealBegin(beganMs: number, userEntityRef: string, key: string): string {
  return `${beganMs}.${sealOf(beganMs, userEntityRef, key)}`
}

/** 0 for what the portal did not seal: such a session is as old as can be. */
export function openBegin(text: string | undefined, userEntityRef: string, key: string): number {
  const [began = '', seal] = text?.split('.') ?? []
  const beganMs = Number(began)
  return Number.isSafeInteger(beganMs) && isSame(seal, sealOf(beganMs, userEntityRef, key)) ? beganMs : 0
}

function sealOf(beganMs: number, userEntityRef: string, key: string): string {
  return createHmac('sha256', key).update(`session began\0${beganMs}\0${userEntityRef}`).digest('base64url')
}
