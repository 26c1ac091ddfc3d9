import { AppError, conflictError, notFoundError } from '@portico/core/common'

/** The source could not tell what it has. */
export function sourceFailed(message: string, cause?: unknown) {
  return new AppError('ServiceUnavailableError', message, { code: 'catalog-sources.failed', cause })
}

/** There is no such source in the config. */
export function sourceNotFound(id: string) {
  return notFoundError(`There is no source '${id}' in catalog.providers`, { code: 'catalog-sources.not-found' })
}

/** The source told of far fewer entities than before. */
export function tooManyRemoved(removed: number, known: number, share: number) {
  const percent = Math.round(share * 100)
  return new AppError(
    'ConflictError',
    `This run would remove ${removed} of ${known} entities, more than the ${percent} % that catalog.sources.maxRemovedShare allows. Nothing was changed. If it is right, run the source with force`,
    { code: 'catalog-sources.too-many-removed' },
  )
}

/** A run is under way already. */
export function alreadyRunning(id: string) {
  return conflictError(`The source '${id}' is running already`, { code: 'catalog-sources.running' })
}

/** There is no such host in the config. */
export function hostNotFound(host: string) {
  return notFoundError(`There is no host '${host}' in integrations`, { code: 'catalog-sources.unknown-host' })
}
