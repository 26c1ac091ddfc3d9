import { SkeletonRows } from '@portico/ui'

/** The definition of the API whose page this is. */
export function DefinitionTab() {
  return <SkeletonRows />
}
