import { createHmac } from 'node:crypto'
import { isSame } from './sign-in-state.ts'

/**
 * When a user signed in, stored in the browser: after all sessions were ended, none may be renewed by refresh tokens that
 * other browsers have. It is sealed with the user's ref, so that neither the time nor the user can be changed.
 */
export function sealBegin(beganMs: number, userEntityRef: string, key: string): string {
  return `${beganMs}.${sealOf(beganMs, userEntityRef, key)}`
}

/** 0 for a value that the portal did not seal: such a session counts as older than any other. */
export function openBegin(text: string | undefined, userEntityRef: string, key: string): number {
  const [began = '', seal] = text?.split('.') ?? []
  const beganMs = Number(began)
  return Number.isSafeInteger(beganMs) && isSame(seal, sealOf(beganMs, userEntityRef, key)) ? beganMs : 0
}

function sealOf(beganMs: number, userEntityRef: string, key: string): string {
  return createHmac('sha256', key).update(`session began\0${beganMs}\0${userEntityRef}`).digest('base64url')
}
