import { entityRefOf, type Entity } from '@portico/catalog/common'
import type { DocsPage, DocsVersion, TechDocsMetadata } from '@portico/techdocs/common'
import { isSource, type ListedVersion } from '../mkdocs/config/site-versions.ts'
import { entityWithoutDocs } from '../errors.ts'
import { techdocsRefOf } from '../sources/source-location.ts'
import { siteRef, type DocsSites } from './docs-sites.ts'
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

  /** The version that is there, prepared now if there is none yet. */
  async function prepared(entity: Entity, reader: string, version?: ListedVersion): Promise<SiteVersion | undefined> {
    const ref = siteRef(entity, version)
    const current = await sites.current(ref)
    if (!current) await sites.sync(entity, { reader, version })
    return current ?? sites.current(ref)
  }

  /** The entry of another version than the default one; undefined where there is no such version. */
  async function otherVersion(entity: Entity, reader: string, name: string): Promise<ListedVersion | undefined> {
    const listed = (await prepared(entity, reader))?.opened.versions ?? []
    const found = listed.find(({ version }) => version === name)
    return found && !isSource(found) ? found : undefined
  }

  function toServed(version: SiteVersion, listed: readonly ListedVersion[] | undefined, shown?: ListedVersion): ServedSite {
    const { ref, id, source, builtAt, opened } = version
    const problem = sites.problemOf(ref)
    const own = shown ?? listed?.find(isSource)
    const info = {
      site: opened.site,
      builtAt,
      ...(source.lastModifiedAt !== undefined && { lastModifiedAt: source.lastModifiedAt }),
      ...(source.revision !== undefined && { revision: source.revision }),
      ...(problem && { problem }),
      ...(listed && own && { version: own.version, versions: listed.map(toDocsVersion) }),
    }
    return { ref, id, info, metadata: () => metadataOf(version), ...(shown && { source: shown }) }
  }

  return {
    async sync(entity, onLog, reader, name) {
      const version = name === undefined ? undefined : await otherVersion(entity, reader, name)
      return sites.sync(entity, { onLog, reader, version })
    },
    async open(entity: Entity, reader: string, name?: string) {
      if (techdocsRefOf(entity) === undefined) throw entityWithoutDocs(entityRefOf(entity))
      const main = await prepared(entity, reader)
      const listed = main?.opened.versions
      const found = name === undefined ? undefined : listed?.find(({ version }) => version === name)
      if (!main || (name !== undefined && !found)) return undefined
      if (!found || isSource(found)) return toServed(main, listed)
      const version = await prepared(entity, reader, found)
      return version && toServed(version, listed, found)
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
      if (!version) return undefined
      return version.options.prefix === undefined ? sites.cache.readIndex(version) : sites.index(ref)
    },
  }
}

/** The path of a page, however its address is written: `a/b`, `a/b/`, `a/b/index.html`. Undefined for none. */
function pagePathOf({ opened, options }: SiteVersion, written: string): string | undefined {
  const path = written.replace(/(?:^|(?<=\/))index\.html$/, '')
  const wanted = path === '' || path.endsWith('/') || path.endsWith('.html') ? path : `${path}/`
  if (opened.pages.includes(wanted)) return wanted
  return path === (options.prefix ?? '') ? opened.site.home : undefined
}

function toDocsVersion(listed: ListedVersion): DocsVersion {
  const { version, title, aliases } = listed
  return { version, title, aliases: [...aliases], prefix: isSource(listed) ? '' : `${version}/`, isDefault: isSource(listed) }
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
