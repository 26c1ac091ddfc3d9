import { compoundRefOf, entityRefOf, type Entity } from '@portico/catalog/common'
import { TechDocsMetadata, type DocsNavItem } from '@portico/techdocs/common'
import { LRUCache } from 'lru-cache'
import type { PublishedPage, SanitizerSettings } from '../engine/engine.ts'
import { normalise } from '../engine/config/inner-path.ts'
import { titleFromName } from '../engine/site-files.ts'
import type { RenderProcess } from '../rendering/render-process.ts'
import type { ServedDocs, ServedSite } from '../sites/served-docs.ts'
import type { DocsStorage } from './storage/storage.ts'

interface Given {
  readonly storage: DocsStorage
  readonly renderer: RenderProcess
  readonly settings: () => SanitizerSettings
  readonly keepsLetterCase: () => boolean
  readonly keepMs?: number
}

const maxMemoryBytes = 64 * 2 ** 20

/** Docs that CI has published, served from where they are. Nothing is built here. */
export function createExternalDocs({ storage, renderer, settings, keepsLetterCase, keepMs = 60_000 }: Given): ServedDocs {
  const sites = new LRUCache<string, { readonly site: ServedSite | undefined; readonly folder: string }>({ max: 5000, ttl: keepMs })
  const pages = new LRUCache<string, string>({ maxSize: maxMemoryBytes, sizeCalculation: text => text.length + 1 })
  const folders = new LRUCache<string, string>({ max: 20_000 })

  function folderOf(entity: Entity): string {
    const { kind, namespace, name } = compoundRefOf(entity)
    const triplet = [namespace, kind, name].join('/')
    return keepsLetterCase() ? triplet : triplet.toLowerCase()
  }

  async function published(folder: string, written: string): Promise<PublishedPage | undefined> {
    const path = innerPath(written)
    if (path === undefined) return undefined
    const page = path.replace(/(?:^|(?<=\/))index\.html$/, '')
    const wanted = page === '' || page.endsWith('/') || page.endsWith('.html') ? page : `${page}/`
    const file = wanted.endsWith('.html') ? wanted : `${wanted}index.html`
    const html = await storage.read(`${folder}/${file}`)
    return html && renderer.call('published', [html.toString('utf8'), wanted, settings()], { isUrgent: true })
  }

  async function read(entity: Entity): Promise<ServedSite | undefined> {
    const ref = entityRefOf(entity)
    const folder = folderOf(entity)
    folders.set(ref, folder)
    const bytes = await storage.read(`${folder}/techdocs_metadata.json`)
    if (!bytes) return undefined
    const metadata = TechDocsMetadata.parse(JSON.parse(bytes.toString('utf8')))
    const home = await published(folder, '')
    const nav = home && home.nav.length > 0 ? home.nav : navFromFiles(metadata.files ?? [])
    const builtAt = new Date(metadata.build_timestamp ?? 0).toISOString()
    const site = {
      name: metadata.site_name,
      nav,
      home: home ? '' : nav[0]?.path,
      features: [],
      redirects: {},
      ...(metadata.site_description !== undefined && { description: metadata.site_description }),
    }
    const id = String(metadata.build_timestamp ?? metadata.etag ?? '0')
    return { ref, id, metadata: () => metadata, info: { site, builtAt, lastModifiedAt: builtAt } }
  }

  async function open(entity: Entity): Promise<ServedSite | undefined> {
    const ref = entityRefOf(entity)
    const known = sites.get(ref)
    if (known) return known.site
    const site = await read(entity)
    sites.set(ref, { site, folder: folderOf(entity) })
    return site
  }

  return {
    open,
    /** Whether somebody has published another version since the last look. */
    async sync(entity, onLog) {
      const before = sites.get(entityRefOf(entity))?.site?.id
      onLog('These docs are published by others; looking for a newer version')
      sites.delete(entityRefOf(entity))
      const now = await open(entity)
      return before !== undefined && now !== undefined && now.id !== before
    },
    async page(ref, path) {
      const folder = folders.get(ref)
      if (folder === undefined) return undefined
      const key = `${ref} ${sites.get(ref)?.site?.id} ${path}`
      const known = pages.get(key)
      if (known !== undefined) return known
      const found = await published(folder, path)
      if (!found) return undefined
      const text = JSON.stringify(found.page)
      pages.set(key, text)
      return text
    },
    async document(ref, written) {
      const folder = folders.get(ref)
      const path = innerPath(written)
      if (path === undefined) return undefined
      const file = path === '' || path.endsWith('/') ? `${path}index.html` : path
      return folder === undefined || !file.endsWith('.html') ? undefined : (await storage.read(`${folder}/${file}`))?.toString('utf8')
    },
    async file(ref, written) {
      const folder = folders.get(ref)
      const path = innerPath(written)
      if (folder === undefined || path === undefined || path === '' || path.endsWith('/') || path.endsWith('.html')) return undefined
      const bytes = await storage.read(`${folder}/${path}`)
      return bytes && { content: bytes, bytes: bytes.length }
    },
    async searchIndex(ref) {
      const folder = folders.get(ref)
      return folder === undefined ? undefined : (await storage.read(`${folder}/search/search_index.json`))?.toString('utf8')
    },
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
