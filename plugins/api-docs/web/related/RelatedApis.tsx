import { SkeletonRows } from '@portico/ui'

/** What the entity of this page provides and consumes. */
export function RelatedApis() {
  return <SkeletonRows />
}
