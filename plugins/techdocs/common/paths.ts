import { parseEntityRef, type PartialEntityRef } from '@portico/catalog/common'

/** Where this plugin's pages are. */
export const techdocsPaths = {
  index: () => '/docs',
  /** The docs of an entity, or one of its pages, such as `guide/start/`. */
  page: (ref: string | PartialEntityRef, path = '') => {
    const { kind, namespace, name } = parseEntityRef(ref)
    const base = [namespace.toLowerCase(), kind.toLowerCase(), name].map(encodeURIComponent).join('/')
    return `/docs/${base}${path === '' ? '' : `/${path}`}`
  },
} as const
