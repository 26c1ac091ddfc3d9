import { parseEntityRef } from '@portico/catalog/common'

/** The address of a definition, or of an item in it, on the page of its entity. */
export function definitionPath(entityRef: string, item?: string): string {
  const { kind, namespace, name } = parseEntityRef(entityRef)
  const path = ['/catalog', namespace, kind, name].map(part => part.toLowerCase()).join('/')
  return `${path}/definition${item === undefined ? '' : `?${new URLSearchParams({ item })}`}`
}

/** The address of what changed in a definition, between two versions where they are named. */
export function changesPath(entityRef: string, versions?: { readonly from: string; readonly to: string }): string {
  const path = definitionPath(entityRef).replace(/definition$/, 'changes')
  return versions ? `${path}?${new URLSearchParams({ from: versions.from, to: versions.to })}` : path
}
