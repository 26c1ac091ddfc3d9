import type { LocationRef } from '@portico/catalog/common'
import { conflictError, inputError, notAllowedError, notFoundError } from '@portico/core/common'
import { credentialsElsewhere } from '@portico/core/server/outbound'

export function locationNotFound(id: string) {
  return notFoundError(`Found no location with ID ${id}`, { code: 'catalog.location-not-found' })
}

export function locationExists({ type, target }: LocationRef) {
  return conflictError(`Location ${type}:${target} already exists`, { code: 'catalog.location-exists' })
}

export function typeNotAllowed(type: string, allowed: readonly string[]) {
  return inputError(`Locations of type '${type}' cannot be registered; the types allowed are ${allowed.join(', ')}`, {
    code: 'catalog.location-type-not-allowed',
  })
}

/** The target itself is left out: the answer may be kept in logs. */
export function credentialsInTarget() {
  return inputError(`The target of a location ${credentialsElsewhere}`, { code: 'catalog.credentials-in-target' })
}

export function catalogReadOnly() {
  return notAllowedError('The catalog is read-only: locations come from its config', { code: 'catalog.read-only' })
}
