import { compoundRefOf, entityRefOf, entityTitle, type Entity } from '@portico/catalog/common'
import { TechDocsMetadata, type DocsNavItem, type DocsSite, type DocsVersion } from '@portico/techdocs/common'
import { LRUCache } from 'lru-cache'
import { hash } from 'node:crypto'
import type { PublishedPage, SanitizerSettings } from '../mkdocs/mkdocs.ts'
import { normalise } from '../mkdocs/config/inner-path.ts'
import { titleFromName } from '../mkdocs/site-files.ts'
import { storageUnreadable } from '../errors.ts'
import type { RenderProcess } from '../rendering/render-process.ts'
import type { ServedDocs, ServedSite } from '../sites/served-docs.ts'
import { readVersionsFile } from './published-versions.ts'
import type { DocsStorage } from './storage/storage.ts'

interface Dependencies {
  readonly storage: DocsStorage
  readonly renderer: RenderProcess
  readonly settings: () => SanitizerSettings
  readonly keepsLetterCase: () => boolean
  /** A version is there that this server has not seen before. */
  readonly onSeen: (ref: string) => void
  /** How long a site is not looked at again. */
  readonly recheckMs?: number
}

/** A version of a site that somebody wants to see. */
interface Wanted {
  readonly key: string
  /** Undefined for the default version. */
  readonly name: string | undefined
  /** What was found before. */
  readonly known: ServedSite | undefined
  readonly reader: string
}

interface Found extends Omit<Wanted, 'name'> {
  readonly id: string
  readonly metadata: TechDocsMetadata
  /** The folder of the version. */
  readonly prefix: string
}

const maxMemoryBytes = 64 * 2 ** 20

/** Docs that CI has published, served from where they are. Nothing is built here. */
export function createExternalDocs({ storage, renderer, settings, keepsLetterCase, onSeen, recheckMs = 60_000 }: Dependencies) {
  const sites = new LRUCache<string, { readonly site: ServedSite; readonly lookedAt: number }>({ max: 5000 })
  const looking = new Map<string, Promise<ServedSite | undefined>>()
  const texts = new LRUCache<string, string>({ maxSize: maxMemoryBytes, sizeCalculation: text => text.length + 1 })
  const folders = new LRUCache<string, string>({ max: 20_000 })

  function folderOf(entity: Entity): string {
    const { kind, namespace, name } = compoundRefOf(entity)
    const triplet = [namespace, kind, name].join('/')
    return keepsLetterCase() ? triplet : triplet.toLowerCase()
  }

  async function published(folder: string, written: string, reader: string): Promise<PublishedPage | undefined> {
    const path = innerPath(written)
    if (path === undefined) return undefined
    const page = path.replace(/(?:^|(?<=\/))index\.html$/, '')
    const wanted = page === '' || page.endsWith('/') || page.endsWith('.html') ? page : `${page}/`
    const file = wanted.endsWith('.html') ? wanted : `${wanted}index.html`
    const html = await storage.read(`${folder}/${file}`)
    return html && renderer.call('published', [html.toString('utf8'), wanted, settings()], { reader })
  }

  /** The versions of a site that mike has published: one folder for each, and a list of them at the root. */
  async function versionsOf(folder: string): Promise<{ readonly versions: DocsVersion[]; readonly digest: string } | undefined> {
    const list = await storage.read(`${folder}/versions.json`)
    const versions = list && readVersionsFile(list, await storage.read(`${folder}/index.html`))
    return versions && { versions, digest: hash('sha1', list, 'base64url') }
  }

  /** What a version says about itself. Sites that mike has published without the tools of Backstage do not: their search index tells them apart. */
  async function metadataOf(entity: Entity, folder: string, prefix: string): Promise<TechDocsMetadata> {
    for (const place of [`${folder}/${prefix}`, `${folder}/`]) {
      const bytes = await storage.read(`${place}techdocs_metadata.json`)
      if (bytes) return parseMetadata(bytes, place.replace(/\/$/, ''))
    }
    const index = await storage.read(`${folder}/${prefix}search/search_index.json`)
    return { site_name: entityTitle(entity), etag: hash('sha1', index ?? Buffer.of(), 'base64url') }
  }

  async function read(entity: Entity, { key, name, known, reader }: Wanted): Promise<ServedSite | undefined> {
    const folder = folderOf(entity)
    folders.set(key, folder)
    const published = await versionsOf(folder)
    const shown = published?.versions.find(each => (name === undefined ? each.isDefault : each.version === name))
    if (name !== undefined && !shown) return undefined
    if (!published || !shown) {
      const bytes = await storage.read(`${folder}/techdocs_metadata.json`)
      if (!bytes) return undefined
      const metadata = parseMetadata(bytes, folder)
      return readSite(folder, { key, id: idOf(metadata), metadata, prefix: '', known, reader })
    }
    const metadata = await metadataOf(entity, folder, shown.prefix)
    const id = `${shown.version} ${idOf(metadata)} ${published.digest}`
    const site = await readSite(folder, { key, id, metadata, prefix: shown.prefix, known, reader })
    const info = { ...site.info, version: shown.version, versions: published.versions }
    return { ...site, info, indexPrefix: shown.prefix }
  }

  async function readSite(folder: string, { key, id, metadata, prefix, known, reader }: Found): Promise<ServedSite> {
    if (known?.id === id) return toServed(key, id, metadata, known.info.site)
    const home = await published(folder, prefix, reader)
    const nav = home && home.nav.length > 0 ? home.nav : navFromFiles(metadata.files ?? [], prefix)
    return toServed(key, id, metadata, {
      name: metadata.site_name,
      nav,
      home: home ? prefix : nav[0]?.path,
      features: [],
      redirects: {},
      ...(metadata.site_description !== undefined && { description: metadata.site_description }),
    })
  }

  /** Looks for the newest version, once for all who ask. What cannot be read leaves the last good version up, with a note. */
  function look(entity: Entity, reader: string, name?: string): Promise<ServedSite | undefined> {
    const key = keyOf(entity, name)
    const found =
      looking.get(key) ?? lookAgain(entity, { key, name, known: sites.get(key)?.site, reader }).finally(() => looking.delete(key))
    looking.set(key, found)
    return found
  }

  async function lookAgain(entity: Entity, wanted: Wanted): Promise<ServedSite | undefined> {
    const { key, name, known } = wanted
    try {
      const site = await read(entity, wanted)
      if (site) sites.set(key, { site, lookedAt: Date.now() })
      else sites.delete(key)
      // Search has the default version only.
      if (site && name === undefined && site.id !== known?.id) onSeen(key)
      return site
    } catch (error) {
      if (!known) throw error
      const problem = { message: error instanceof Error ? error.message : String(error), at: new Date().toISOString() }
      const site = { ...known, info: { ...known.info, problem } }
      sites.set(key, { site, lookedAt: Date.now() })
      return site
    }
  }

  /** The version that was found within the last minute. */
  function recent(key: string): ServedSite | undefined {
    const known = sites.get(key)
    return known && Date.now() - known.lookedAt < recheckMs ? known.site : undefined
  }

  const opened = async (entity: Entity, reader: string, name?: string) => recent(keyOf(entity, name)) ?? look(entity, reader, name)

  async function open(entity: Entity, reader: string, name?: string): Promise<ServedSite | undefined> {
    const site = await opened(entity, reader)
    return name === undefined || name === site?.info.version ? site : opened(entity, reader, name)
  }

  /** A text of the current version of a site, kept until it is another. */
  async function kept(ref: string, name: string, load: (folder: string) => Promise<string | undefined>): Promise<string | undefined> {
    const folder = folders.get(ref)
    if (folder === undefined) return undefined
    const key = `${ref} ${sites.get(ref)?.site.id} ${name}`
    const text = texts.get(key) ?? (await load(folder))
    if (text !== undefined) texts.set(key, text)
    return text
  }

  /** A file beside the folders of the versions, such as `versions.json`. */
  async function atRoot(folder: string, site: ServedSite | undefined, path: string): Promise<Buffer | undefined> {
    const prefix = site?.indexPrefix ?? ''
    return prefix !== '' && path.startsWith(prefix) ? storage.read(`${folder}/${path.slice(prefix.length)}`) : undefined
  }

  return {
    open,
    look,
    /** Whether somebody has published another version since the last look. */
    async sync(entity: Entity, onLog: (line: string) => void, reader: string, name?: string) {
      const key = keyOf(entity, name)
      if (recent(key)) return false
      const before = sites.get(key)?.site
      onLog('These docs are published by others; looking for a newer version')
      const now = await look(entity, reader, name)
      if (now?.info.problem) throw storageUnreadable(now.info.problem.message)
      return before !== undefined && now !== undefined && now.id !== before.id
    },
    page: (ref: string, path: string, reader: string) =>
      kept(ref, `page ${path}`, async folder => {
        const found = await published(folder, path, reader)
        return found && JSON.stringify(found.page)
      }),
    async document(ref: string, written: string) {
      const folder = folders.get(ref)
      const path = innerPath(written)
      if (path === undefined) return undefined
      const file = path === '' || path.endsWith('/') ? `${path}index.html` : path
      return folder === undefined || !file.endsWith('.html') ? undefined : (await storage.read(`${folder}/${file}`))?.toString('utf8')
    },
    async file(ref: string, written: string) {
      const folder = folders.get(ref)
      const path = innerPath(written)
      if (folder === undefined || path === undefined || path === '' || path.endsWith('/') || path.endsWith('.html')) return undefined
      const bytes = (await storage.read(`${folder}/${path}`)) ?? (await atRoot(folder, sites.get(ref)?.site, path))
      return bytes && { content: bytes, bytes: bytes.length }
    },
    searchIndex: (ref: string) =>
      kept(ref, 'search', async folder => {
        const prefix = sites.get(ref)?.site.indexPrefix ?? ''
        return (await storage.read(`${folder}/${prefix}search/search_index.json`))?.toString('utf8')
      }),
  } satisfies ServedDocs & { look: typeof look }
}

export type ExternalDocs = ReturnType<typeof createExternalDocs>

/** What names a version of a site: the default one is the site of the entity. */
function keyOf(entity: Entity, name: string | undefined): string {
  return name === undefined ? entityRefOf(entity) : `${entityRefOf(entity)} ${name}`
}

function idOf({ build_timestamp: builtAt, etag }: TechDocsMetadata): string {
  return String(builtAt ?? etag ?? '0')
}

function toServed(ref: string, id: string, metadata: TechDocsMetadata, site: DocsSite): ServedSite {
  const builtAt = new Date(metadata.build_timestamp ?? 0).toISOString()
  return { ref, id, metadata: () => metadata, info: { site, builtAt, lastModifiedAt: builtAt } }
}

function parseMetadata(bytes: Buffer, folder: string): TechDocsMetadata {
  try {
    return TechDocsMetadata.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw storageUnreadable(`'${folder}/techdocs_metadata.json' is not what a site says about itself`)
  }
}

/** A path that stays in the folder of its entity: the docs beside it may be somebody else's. */
function innerPath(written: string): string | undefined {
  const path = normalise(written)
  return path !== undefined && path !== '' && written.endsWith('/') ? `${path}/` : path
}

/** For sites whose pages show no navigation. */
function navFromFiles(files: readonly string[], prefix: string): DocsNavItem[] {
  return files
    .filter(file => /(?:^|\/)index\.html$/.test(file))
    .map(file => file.slice(0, -'index.html'.length))
    .sort()
    .map(path => ({ path: `${prefix}${path}`, title: path === '' ? 'Home' : titleFromName(path.split('/').at(-2) ?? path) }))
}
