/** The channel of signals about the catalog. They reach everybody, so they name kinds and no entities. */
export const catalogChannel = 'catalog'

/** Entities of these kinds, in lower case, were created, updated or deleted. */
export interface CatalogSignal {
  readonly kinds: readonly string[]
}
