import type { CatalogPreview } from '@portico/catalog/common'

/** What is watched for after registering: the entities, and the location they come by. */
export interface Watched {
  readonly refs: readonly string[]
  readonly locationId?: string
}

/** The entities that can be expected: what is invalid or taken stays out. */
export function expectedRefs({ items }: CatalogPreview): string[] {
  return items.filter(({ state }) => state !== 'invalid' && state !== 'conflict').map(({ ref }) => ref)
}
