import { hasOwners } from './filters/own-filters.ts'
import type { IndexModel } from './index-model.ts'

/** The fields of an entity that a row needs: its identity, and what columns and filters read. */
export function fieldsOf(kind: string, { columns, filters }: IndexModel, { whole = false }: { readonly whole?: boolean } = {}): string[] {
  const own = ['kind', 'metadata.name', 'metadata.namespace', 'metadata.title']
  // People have names of their own, and may have thousands of relations.
  if (!hasOwners(kind)) own.push('spec.profile.displayName')
  else if (whole) own.push('relations.ownedBy')
  // A generated Location is called by its target.
  if (kind === 'location') own.push('spec.target', 'spec.targets')
  const read = columns(kind).flatMap(({ fields = [] }) => fields)
  const matched = whole ? filters(kind).flatMap(({ fields = [] }) => fields) : []
  return [...new Set([...own, ...read, ...matched])]
}
