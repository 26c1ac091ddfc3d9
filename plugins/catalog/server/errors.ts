import { inputError, notAllowedError, notFoundError } from '@portico/core/common'

/** A source, or what it leads to, may not be read. */
export function sourceRefused(message: string) {
  return notAllowedError(message, { code: 'catalog.source-refused' })
}

/** The source was read, and is not a catalog file. */
export function sourceInvalid(message: string) {
  return inputError(message, { code: 'catalog.source-invalid' })
}

export function entityNotFound(ref: string) {
  return notFoundError(`There is no entity ${ref}`, { code: 'catalog.entity-not-found', details: { ref } })
}

export function locationNotFound(id: string) {
  return notFoundError(`There is no location ${id}`, { code: 'catalog.location-not-found' })
}

export function problemNotFound(id: string) {
  return notFoundError(`There is no problem ${id}; it may have been solved`, { code: 'catalog.problem-not-found' })
}

export function ancestryNotAllowed(ref: string) {
  return notAllowedError(`The permission catalog.entity.read is needed to see where ${ref} comes from`, {
    code: 'core.permission-denied',
    details: { permission: 'catalog.entity.read' },
  })
}

export function orderNotAllowed(field: string) {
  return inputError(`Entities cannot be ordered by ${field}, because catalog.hideNames keeps names of other entities from you`, {
    code: 'catalog.names-hidden',
  })
}

export function hostNotAllowed(host: string) {
  const message = `The host '${host}' may not be read. Add it to backend.reading.allow in the config, or ask somebody who runs the portal to do so`
  const config = `backend:\n  reading:\n    allow:\n      - host: '${host}'\n`
  return inputError(message, { code: 'catalog.host-not-allowed', details: { host, config } })
}

export function previewTooLarge(unit: 'files' | 'characters', count: number, max: number) {
  const message = `There are ${count.toLocaleString('en')} ${unit}, more than the ${max.toLocaleString('en')} that are looked at at once`
  return inputError(message, { code: 'catalog.preview-too-large', details: { unit, count, max } })
}

export function pastTooLate(ref: string, at: Date, first: string) {
  const message = `The past of ${ref} has a change at ${at.toISOString()}, but this catalog knows it since ${first}. Leave out what came later`
  return inputError(message, { code: 'catalog.past-too-late', details: { ref } })
}

export function pastKnown(ref: string) {
  return inputError(`The history of ${ref} does not begin with its creation, so nothing can be put before it. Leave it out`, {
    code: 'catalog.past-known',
    details: { ref },
  })
}
