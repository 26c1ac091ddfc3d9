import { AppError, notFoundError } from '@portico/core/common'

/** The site cannot be rendered as it is written. */
export function renderRefused(message: string) {
  return new AppError('InputError', message, { code: 'techdocs.site-invalid' })
}

/** Rendering was ended before it was done. */
export function renderInterrupted(message: string) {
  return new AppError('ServiceUnavailableError', message, { code: 'techdocs.render-interrupted' })
}

export function entityNotFound(ref: string) {
  return notFoundError(`Entity not found: '${ref}'`, { code: 'techdocs.entity-not-found' })
}

export function entityWithoutDocs(ref: string) {
  return notFoundError(`'${ref}' has no documentation: the annotation backstage.io/techdocs-ref is missing`, { code: 'techdocs.no-docs' })
}

export function docsNotBuilt(ref: string) {
  return notFoundError(`The documentation of '${ref}' has not been prepared yet`, { code: 'techdocs.not-built' })
}

export function pageNotFound(path: string) {
  return notFoundError(`There is no page '${path}'`, { code: 'techdocs.page-not-found' })
}

export function versionNotFound(version: string) {
  return notFoundError(`There is no version '${version}' of these docs`, { code: 'techdocs.version-not-found' })
}

/** The annotation cannot be followed. */
export function sourceRefInvalid(message: string) {
  return new AppError('InputError', message, { code: 'techdocs.invalid-ref' })
}

/** What was published cannot be read, for now or as it is. */
export function storageUnreadable(message: string) {
  return new AppError('ServiceUnavailableError', message, { code: 'techdocs.storage-unavailable' })
}
