import { SkeletonRows } from '@portico/ui'

/** What changed between two versions of an API. */
export function ChangesTab() {
  return <SkeletonRows />
}
