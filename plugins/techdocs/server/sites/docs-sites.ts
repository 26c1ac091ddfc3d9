import { entityRefOf, type Entity } from '@portico/catalog/common'
import type { Logger } from '@portico/core/server'
import type { Readers } from '@portico/integrations/server'
import { LRUCache } from 'lru-cache'
import { rendererVersion } from '../mkdocs/renderer-version.ts'
import type { ListedVersion, RenderedPage, SiteOptions } from '../mkdocs/mkdocs.ts'
import { toSearchIndex } from '../mkdocs/search-index.ts'
import { docsNotBuilt, entityWithoutDocs } from '../errors.ts'
import { background, type RenderProcess } from '../rendering/render-process.ts'
import type { OpenedSite } from '../rendering/render-protocol.ts'
import { toLinkNotice } from '../sources/linked-files.ts'
import { sourceOf, sourceOfVersion, techdocsRefOf } from '../sources/source-location.ts'
import type { SourceCopier } from '../sources/source-copier.ts'
import { createPages } from './site-pages.ts'
import type { SiteCache, SiteVersion } from './site-cache.ts'

export interface DocsSitesOptions {
  readonly cache: SiteCache
  readonly copier: SourceCopier
  readonly renderer: RenderProcess
  readonly reading: () => Promise<Readers>
  readonly log: Logger
  readonly limits: () => { readonly maxFiles: number; readonly maxBytes: number }
  readonly siteOptions: (entity: Entity, source: { readonly type: string; readonly target: string }, readers: Readers) => SiteOptions
  /** A new version is there that was not prepared in order to be indexed. */
  readonly onUpdated: (ref: string) => void
  readonly onFailed: (ref: string, message: string) => void
  /** How long a site is not looked at again. */
  readonly recheckMs?: number
}

interface SyncOptions {
  readonly onLog?: (line: string) => void
  /** Whether the caller puts a new version into search itself. */
  readonly isIndexing?: boolean
  /** Who waits for it; nobody by default. */
  readonly reader?: string
  /** Another version than the default one. */
  readonly version?: ListedVersion | undefined
}

/** What names a version of a site: the default one is the site of the entity. */
export function siteRef(entity: Entity, version?: ListedVersion): string {
  return version ? `${entityRefOf(entity)} ${version.version}` : entityRefOf(entity)
}

interface Preparation {
  readonly result: Promise<boolean>
  readonly lines: string[]
  readonly listeners: Set<(line: string) => void>
  readonly waiting: Waiting
}

/** Who waits for a preparation: it goes on at the turn of the first of them. */
interface Waiting {
  readonly readers: Set<string>
  /** Names the call that they wait for. */
  readonly call: string
}

interface BuildTold {
  readonly say: (line: string) => void
  readonly waiting: Waiting
  readonly version: ListedVersion | undefined
}

/** Sites that this server renders itself: prepared from their source, pages rendered when they are asked for. */
export function createDocsSites(options: DocsSitesOptions) {
  const { cache, copier, renderer, recheckMs = 60_000 } = options
  const outcomes = new LRUCache<string, { readonly at: number; readonly error?: Error }>({ max: 20_000 })
  const running = new Map<string, Preparation>()
  const indexing = new Map<string, Promise<string>>()
  const pages = createPages({ cache, renderer })

  /** Prepares the newest version; many callers at once cause one preparation. Returns whether there is a new one. */
  async function sync(entity: Entity, wanted: SyncOptions = {}): Promise<boolean> {
    const { onLog = () => {}, isIndexing = false, reader = background, version } = wanted
    const ref = siteRef(entity, version)
    const current = running.get(ref)
    if (current) {
      current.lines.forEach(onLog)
      current.listeners.add(onLog)
      current.waiting.readers.add(reader)
      renderer.join(current.waiting.call, reader)
      return current.result
    }
    const last = outcomes.get(ref)
    if (last && Date.now() - last.at < recheckMs) {
      if (last.error && !(await cache.current(ref))) throw last.error
      return false
    }
    const lines: string[] = []
    const listeners = new Set([onLog])
    const say = (line: string) => {
      lines.push(line)
      listeners.forEach(listener => listener(line))
    }
    const waiting = { readers: new Set([reader]), call: `open ${ref}` }
    const result = prepare(entity, ref, { say, waiting, version }, isIndexing).finally(() => running.delete(ref))
    running.set(ref, { result, lines, listeners, waiting })
    return result
  }

  async function prepare(entity: Entity, ref: string, to: BuildTold, isIndexing: boolean): Promise<boolean> {
    try {
      const updated = await build(entity, ref, to)
      outcomes.set(ref, { at: Date.now() })
      // Search in the whole portal has the default version only.
      if (updated && to.version) void index(ref).catch(() => undefined)
      else if (updated && !isIndexing) options.onUpdated(ref)
      return updated
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error))
      outcomes.set(ref, { at: Date.now(), error: failure })
      if (!to.version) options.onFailed(ref, failure.message)
      throw failure
    }
  }

  async function build(entity: Entity, ref: string, { say, waiting, version }: BuildTold): Promise<boolean> {
    const annotation = techdocsRefOf(entity)
    if (annotation === undefined) throw entityWithoutDocs(ref)
    const readers = await options.reading()
    const source = sourceOfVersion(sourceOf(entity, annotation, readers), version ?? {}, readers)
    const ofEntity = options.siteOptions(entity, source, readers)
    const siteOptions = version ? { ...ofEntity, prefix: `${version.version}/` } : ofEntity
    const current = await cache.current(ref)
    // A site that is rendered in another way than before is prepared again, although its source is the same.
    const isSame = current?.engine === rendererVersion && JSON.stringify(siteOptions) === JSON.stringify(current.options)
    say(`Reading ${source.type}:${source.target}`)
    const place = await cache.begin(ref)
    try {
      const copied = await copier.copy({
        ...source,
        folder: place.folder,
        etag: isSame ? current.source.etag : undefined,
        ...options.limits(),
      })
      if (!copied || (isSame && copied.etag === current.source.etag)) {
        say('The source has not changed')
        await cache.abandon(ref, place.id)
        return false
      }
      say(`Read ${copied.files} files, ${Math.ceil(copied.bytes / 1024)} kB`)
      const found = await open(place.folder, siteOptions, waiting)
      const opened = { ...found, notices: [...found.notices, ...(copied.leftOut ?? []).map(toLinkNotice)] }
      say(`Found ${opened.pages.length} pages`)
      for (const notice of opened.notices.filter(({ level }) => level !== 'info').slice(0, 50)) say(`${notice.level}: ${notice.message}`)
      await cache.commit(ref, place.id, { source: copied, options: siteOptions, opened })
      return true
    } catch (error) {
      await cache.abandon(ref, place.id)
      throw error
    }
  }

  function open(folder: string, siteOptions: SiteOptions, { readers, call }: Waiting): Promise<OpenedSite> {
    const [first = background, ...others] = readers
    const opened = renderer.call('open', [folder, siteOptions], { reader: first, same: call })
    for (const reader of others) renderer.join(call, reader)
    return opened
  }

  async function currentOf(ref: string): Promise<SiteVersion> {
    const version = await cache.current(ref)
    if (!version) throw docsNotBuilt(ref)
    return version
  }

  /** All pages without their HTML, one after the other, without holding up readers. */
  async function* allPages(ref: string, signal?: AbortSignal): AsyncGenerator<RenderedPage> {
    const version = await currentOf(ref)
    const fallbacks = new Set(version.opened.fallbacks)
    for (const page of version.opened.pages.filter(path => !fallbacks.has(path))) {
      signal?.throwIfAborted()
      const facts = await pages.facts(version, page)
      if (facts) yield facts
    }
  }

  /** The search index of a version, made once. That of the default version is made with its report. */
  async function index(ref: string): Promise<string | undefined> {
    const version = await cache.current(ref)
    return version && (indexing.get(version.id) ?? (await cache.readIndex(version)) ?? indexing.get(version.id) ?? makeIndex(version))
  }

  function makeIndex(version: SiteVersion): Promise<string> {
    const made = write(version).finally(() => indexing.delete(version.id))
    indexing.set(version.id, made)
    return made
  }

  async function write(version: SiteVersion): Promise<string> {
    const found: { path: string; sections: RenderedPage['sections'] }[] = []
    for await (const { page, sections } of allPages(version.ref)) found.push({ path: page.path, sections })
    const text = JSON.stringify(toSearchIndex(found))
    await cache.writeIndex(version, text)
    return text
  }

  return {
    sync,
    index,
    current: (ref: string) => cache.current(ref),
    /** Why the newest version is not the one that is shown. */
    problemOf(ref: string): { readonly message: string; readonly at: string } | undefined {
      const outcome = outcomes.get(ref)
      return outcome?.error && { message: outcome.error.message, at: new Date(outcome.at).toISOString() }
    },
    /** The JSON text of a page; undefined where there is no such page. */
    page: async (ref: string, page: string, reader = background): Promise<string | undefined> =>
      pages.text(await currentOf(ref), page, reader),
    allPages,
    cache,
  }
}

export type DocsSites = ReturnType<typeof createDocsSites>
