import { entityRefOf, type Entity } from '@portico/catalog/common'
import type { DocsPage, TechDocsMetadata } from '@portico/techdocs/common'
import { entityWithoutDocs } from '../errors.ts'
import { techdocsRefOf } from '../sources/source-location.ts'
import type { DocsSites } from './docs-sites.ts'
import type { ServedDocs, ServedSite } from './served-docs.ts'
import type { SiteVersion } from './site-cache.ts'
import { toDocument } from './page-document.ts'
import { stylesheet, stylesheetPath } from './page-stylesheet.ts'
import { openAsset } from './static-files.ts'

/** Docs that this server renders itself. */
export function createLocalDocs(sites: DocsSites): ServedDocs {
  async function page(ref: string, path: string, reader: string): Promise<string | undefined> {
    const version = await sites.current(ref)
    const wanted = version && pagePathOf(version, path)
    return wanted === undefined ? undefined : sites.page(ref, wanted, reader)
  }

  function toServed(version: SiteVersion): ServedSite {
    const { ref, id, source, builtAt, opened } = version
    const problem = sites.problemOf(ref)
    const info = {
      site: opened.site,
      builtAt,
      ...(source.lastModifiedAt !== undefined && { lastModifiedAt: source.lastModifiedAt }),
      ...(source.revision !== undefined && { revision: source.revision }),
      ...(problem && { problem }),
    }
    return { ref, id, info, metadata: () => metadataOf(version) }
  }

  return {
    sync: (entity, onLog, reader) => sites.sync(entity, { onLog, reader }),
    async open(entity: Entity, reader: string) {
      const ref = entityRefOf(entity)
      if (techdocsRefOf(entity) === undefined) throw entityWithoutDocs(ref)
      const current = await sites.current(ref)
      if (!current) await sites.sync(entity, { reader })
      const version = current ?? (await sites.current(ref))
      return version && toServed(version)
    },
    page,
    async document(ref, path, reader) {
      const [version, text] = await Promise.all([sites.current(ref), page(ref, path, reader)])
      return version && text !== undefined ? toDocument(JSON.parse(text) as DocsPage, version.opened.site) : undefined
    },
    async file(ref, path) {
      if (path === stylesheetPath) return { content: Buffer.from(stylesheet), bytes: Buffer.byteLength(stylesheet) }
      const version = await sites.current(ref)
      const asset = version && (await openAsset(version, path))
      return asset && { content: asset.stream, bytes: asset.bytes }
    },
    async searchIndex(ref) {
      const version = await sites.current(ref)
      return version && sites.cache.readIndex(version)
    },
  }
}

/** The path of a page, however its address is written: `a/b`, `a/b/`, `a/b/index.html`. Undefined for none. */
function pagePathOf({ opened }: SiteVersion, written: string): string | undefined {
  const path = written.replace(/(?:^|(?<=\/))index\.html$/, '')
  const wanted = path === '' || path.endsWith('/') || path.endsWith('.html') ? path : `${path}/`
  if (opened.pages.includes(wanted)) return wanted
  return written === '' ? opened.site.home : undefined
}

function metadataOf({ opened, source, builtAt }: SiteVersion): TechDocsMetadata {
  const { name, description } = opened.site
  const pages = opened.pages.map(page => (page.endsWith('.html') ? page : `${page}index.html`))
  const files = [...pages, ...Object.keys(opened.assets), stylesheetPath, 'search/search_index.json', 'techdocs_metadata.json']
  return {
    site_name: name,
    ...(description !== undefined && { site_description: description }),
    etag: source.etag,
    build_timestamp: new Date(builtAt).getTime(),
    files: files.sort(),
  }
}
