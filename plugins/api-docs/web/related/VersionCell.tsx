import type { EntityRow } from '@portico/catalog/web'
import { ApiVersion } from './ApiVersion.tsx'

/** The version of an API in the list of entities. */
export function VersionCell({ row }: { readonly row: EntityRow }) {
  return <ApiVersion entityRef={row.resolved.entityRef} />
}
