import { EntityIndex } from '../list/EntityIndex.tsx'

// In the same file as the page: it is there as soon as one of its own would be.
export { preload } from '../list/preload.ts'

/** The index of the catalog. */
export default function CatalogIndexPage() {
  return <EntityIndex />
}
