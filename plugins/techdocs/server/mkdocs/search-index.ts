import type { DocsSection } from '@portico/techdocs/common'
import { encodePath } from './links.ts'

/** `search/search_index.json` of a site, in the shape that MkDocs writes. */
export function toSearchIndex(pages: readonly { readonly path: string; readonly sections: readonly DocsSection[] }[]) {
  return {
    config: { indexing: 'full', lang: ['en'], min_search_length: 3, prebuild_index: false, separator: '[\\s\\-]+' },
    docs: pages.flatMap(({ path, sections }) =>
      sections.map(({ id, title, text }) => ({ location: `${encodePath(path)}${id === undefined ? '' : `#${id}`}`, title, text })),
    ),
  }
}
