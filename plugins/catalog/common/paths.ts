import type { PartialEntityRef } from './entity-ref.ts'
import { parseEntityRef } from './entity-ref.ts'

/** Where this plugin's pages are. */
export const catalogPaths = {
  index: () => '/catalog',
  /** What is wrong in the catalog, narrowed to what has these words. */
  health: (text?: string) => `/catalog-health${text === undefined ? '' : `?${new URLSearchParams({ owner: 'all', text }).toString()}`}`,
  /** The page of an entity, or one of its tabs. Kind and namespace are lower-cased, the name keeps its letter case. */
  entity: (ref: string | PartialEntityRef, tab?: string) => {
    const { kind, namespace, name } = parseEntityRef(ref)
    const path = [namespace.toLowerCase(), kind.toLowerCase(), name].map(encodeURIComponent).join('/')
    return `/catalog/${path}${tab ? `/${tab}` : ''}`
  },
} as const
