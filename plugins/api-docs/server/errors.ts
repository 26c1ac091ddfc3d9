import { AppError, notFoundError } from '@portico/core/common'

export function apiNotFound(ref: string) {
  return notFoundError(`Entity not found: '${ref}'`, { code: 'api-docs.entity-not-found' })
}

export function definitionMissing(ref: string) {
  return notFoundError(`'${ref}' has no definition: spec.definition is missing`, { code: 'api-docs.no-definition' })
}

export function versionNotFound(ref: string, version: string) {
  return notFoundError(`'${ref}' has no definition '${version}' that you may read`, { code: 'api-docs.version-not-found' })
}

/** The definition is large, or others are read before it. */
export function stillReading(ref: string) {
  const details = { retryAfterSeconds: 5 }
  return new AppError('ServiceUnavailableError', `The definition of '${ref}' is being read. Try again in a moment`, {
    code: 'api-docs.reading',
    details,
  })
}
