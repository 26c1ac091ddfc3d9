import { AppError, notFoundError } from '@portico/core/common'

export function apiNotFound(ref: string) {
  return notFoundError(`Entity not found: '${ref}'`, { code: 'api-docs.entity-not-found' })
}

export function definitionMissing(ref: string) {
  return notFoundError(`'${ref}' has no definition: spec.definition is missing`, { code: 'api-docs.no-definition' })
}

/** A part of the plugin that is being built. */
export function notBuilt(what: string) {
  return new AppError('NotImplementedError', `${what} is not there yet`, { code: 'api-docs.not-built' })
}
