import { createHash, timingSafeEqual } from 'node:crypto'
import type { ExternalAccess } from '../config/sections/external-access.ts'
import type { ServicePrincipal } from '../host/principal.ts'

/** An external caller as a principal, with the limits its entry sets. */
export function externalPrincipal(subject: string, restrictions: ExternalAccess['accessRestrictions']): ServicePrincipal {
  const name = subject.startsWith('external:') ? subject : `external:${subject}`
  return { type: 'service', subject: name, ...(restrictions && { restrictions }) }
}

/** Finds the caller of a static token by the token's SHA-256. Takes constant time whichever entry matches. */
export function createStaticCallers(entries: readonly ExternalAccess[]) {
  const callers = entries
    .filter(entry => entry.type === 'static')
    .map(({ options, accessRestrictions }) => ({
      digest: createHash('sha256').update(options.token).digest(),
      principal: externalPrincipal(options.subject, accessRestrictions),
    }))
  return (digest: Buffer): ServicePrincipal | undefined => {
    let found: ServicePrincipal | undefined
    for (const caller of callers) if (timingSafeEqual(caller.digest, digest)) found = caller.principal
    return found
  }
}
