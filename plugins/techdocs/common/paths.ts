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

/** The path of a page as the server knows it, from what stands in the address. */
export function toPagePath(written: string): string {
  const path = written.replace(/^\/+/, '').replace(/(?:^|(?<=\/))index\.html$/, '')
  return path === '' || path.endsWith('/') || path.endsWith('.html') ? path : `${path}/`
}

/** How routes name the entity of a site. */
export interface DocsParams {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

export function toDocsParams(entityRef: string): DocsParams {
  const { kind, namespace, name } = parseEntityRef(entityRef)
  return { kind: kind.toLowerCase(), namespace: namespace.toLowerCase(), name: name.toLowerCase() }
}
