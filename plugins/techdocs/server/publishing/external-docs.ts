import { compoundRefOf, entityRefOf, type Entity } from '@portico/catalog/common'
import { TechDocsMetadata, type DocsNavItem, type DocsSite } from '@portico/techdocs/common'
import { LRUCache } from 'lru-cache'
import type { PublishedPage, SanitizerSettings } from '../engine/engine.ts'
import { normalise } from '../engine/config/inner-path.ts'
import { titleFromName } from '../engine/site-files.ts'
import { storageUnreadable } from '../errors.ts'
import type { RenderProcess } from '../rendering/render-process.ts'
import type { ServedDocs, ServedSite } from '../sites/served-docs.ts'
import type { DocsStorage } from './storage/storage.ts'

interface Given {
  readonly storage: DocsStorage
  readonly renderer: RenderProcess
  readonly settings: () => SanitizerSettings
  readonly keepsLetterCase: () => boolean
  /** A version is there that this server has not seen before. */
  readonly onSeen: (ref: string) => void
  /** How long a site is not looked at again. */
  readonly recheckMs?: number
}

interface KnownSite {
  readonly site: ServedSite
  readonly lookedAt: number
}

const maxMemoryBytes = 64 * 2 ** 20

/** Docs that CI has published, served from where they are. Nothing is built here. */
export function createExternalDocs({ storage, renderer, settings, keepsLetterCase, onSeen, recheckMs = 60_000 }: Given) {
  const sites = new LRUCache<string, KnownSite>({ max: 5000 })
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

  async function read(entity: Entity, known: ServedSite | undefined, reader: string): Promise<ServedSite | undefined> {
    const ref = entityRefOf(entity)
    const folder = folderOf(entity)
    folders.set(ref, folder)
    const bytes = await storage.read(`${folder}/techdocs_metadata.json`)
    if (!bytes) return undefined
    const metadata = parseMetadata(bytes, folder)
    const id = String(metadata.build_timestamp ?? metadata.etag ?? '0')
    if (known?.id === id) return toServed(ref, id, metadata, known.info.site)
    const home = await published(folder, '', reader)
    const nav = home && home.nav.length > 0 ? home.nav : navFromFiles(metadata.files ?? [])
    return toServed(ref, id, metadata, {
      name: metadata.site_name,
      nav,
      home: home ? '' : nav[0]?.path,
      features: [],
      redirects: {},
      ...(metadata.site_description !== undefined && { description: metadata.site_description }),
    })
  }

  /** Looks for the newest version, once for all who ask. What cannot be read leaves the last good version up, with a note. */
  function look(entity: Entity, reader: string): Promise<ServedSite | undefined> {
    const ref = entityRefOf(entity)
    const found = looking.get(ref) ?? lookAgain(entity, ref, reader).finally(() => looking.delete(ref))
    looking.set(ref, found)
    return found
  }

  async function lookAgain(entity: Entity, ref: string, reader: string): Promise<ServedSite | undefined> {
    const known = sites.get(ref)?.site
    try {
      const site = await read(entity, known, reader)
      if (site) sites.set(ref, { site, lookedAt: Date.now() })
      else sites.delete(ref)
      if (site && site.id !== known?.id) onSeen(ref)
      return site
    } catch (error) {
      if (!known) throw error
      const problem = { message: error instanceof Error ? error.message : String(error), at: new Date().toISOString() }
      const site = { ...known, info: { ...known.info, problem } }
      sites.set(ref, { site, lookedAt: Date.now() })
      return site
    }
  }

  /** The version that was found within the last minute. */
  function recent(ref: string): ServedSite | undefined {
    const known = sites.get(ref)
    return known && Date.now() - known.lookedAt < recheckMs ? known.site : undefined
  }

  const open = async (entity: Entity, reader: string) => recent(entityRefOf(entity)) ?? look(entity, reader)

  /** A text of the current version of a site, kept until it is another. */
  async function kept(ref: string, name: string, load: (folder: string) => Promise<string | undefined>): Promise<string | undefined> {
    const folder = folders.get(ref)
    if (folder === undefined) return undefined
    const key = `${ref} ${sites.get(ref)?.site.id} ${name}`
    const text = texts.get(key) ?? (await load(folder))
    if (text !== undefined) texts.set(key, text)
    return text
  }

  return {
    open,
    look,
    /** Whether somebody has published another version since the last look. */
    async sync(entity: Entity, onLog: (line: string) => void, reader: string) {
      const ref = entityRefOf(entity)
      if (recent(ref)) return false
      const before = sites.get(ref)?.site
      onLog('These docs are published by others; looking for a newer version')
      const now = await look(entity, reader)
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
      const bytes = await storage.read(`${folder}/${path}`)
      return bytes && { content: bytes, bytes: bytes.length }
    },
    searchIndex: (ref: string) =>
      kept(ref, 'search', async folder => (await storage.read(`${folder}/search/search_index.json`))?.toString('utf8')),
  } satisfies ServedDocs & { look: typeof look }
}

export type ExternalDocs = ReturnType<typeof createExternalDocs>

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
function navFromFiles(files: readonly string[]): DocsNavItem[] {
  return files
    .filter(file => /(?:^|\/)index\.html$/.test(file))
    .map(file => file.slice(0, -'index.html'.length))
    .sort()
    .map(path => ({ path, title: path === '' ? 'Home' : titleFromName(path.split('/').at(-2) ?? path) }))
}
