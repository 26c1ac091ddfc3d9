import type { TechDocsMetadata } from '@portico/techdocs/common'
import { toSearchIndex, type RenderedPage, type Site } from '../mkdocs/mkdocs.ts'
import { toDocument } from '../sites/page-document.ts'
import { stylesheet, stylesheetPath } from '../sites/page-stylesheet.ts'

export interface BuiltFile {
  /** Below the folder of the site. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** All files of a site in the layout that docs are published in: a document per page, its assets, metadata and search index. */
export function builtFiles(
  site: Site,
  pages: readonly RenderedPage[],
  read: (source: string) => Uint8Array | undefined,
  now = Date.now(),
): BuiltFile[] {
  const documents = pages.map(({ page }) => ({
    path: page.path.endsWith('.html') ? page.path : `${page.path}index.html`,
    bytes: Buffer.from(toDocument(page, site.site)),
  }))
  const assets = [...site.assets].flatMap(([path, source]) => {
    const bytes = read(source)
    return bytes ? [{ path, bytes }] : []
  })
  const index = toSearchIndex(pages.map(({ page, sections }) => ({ path: page.path, sections })))
  const files = [
    ...documents,
    ...assets,
    { path: stylesheetPath, bytes: Buffer.from(stylesheet) },
    { path: 'search/search_index.json', bytes: Buffer.from(JSON.stringify(index)) },
  ]
  const metadata: TechDocsMetadata = {
    site_name: site.site.name,
    ...(site.site.description !== undefined && { site_description: site.site.description }),
    build_timestamp: now,
    files: [...files.map(({ path }) => path), 'techdocs_metadata.json'].sort(),
  }
  return [...files, { path: 'techdocs_metadata.json', bytes: Buffer.from(JSON.stringify(metadata, undefined, 2)) }]
}
