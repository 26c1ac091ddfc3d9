import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, realpathSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseJson } from '@portico/core/common'
import { LRUCache } from 'lru-cache'
import { rendererVersion } from '../mkdocs/renderer-version.ts'
import type { SiteOptions } from '../mkdocs/mkdocs.ts'
import type { CopiedSource } from '../sources/source-protocol.ts'
import type { OpenedSite, PageTexts } from '../rendering/render-protocol.ts'

/** The folder of the cache by its real path: the rendering process may read below it and nowhere else. */
export function openCacheFolder(folder: string): string {
  mkdirSync(folder, { recursive: true })
  return realpathSync(folder)
}

/** One prepared version of a site, on the disk of this server. */
export interface SiteVersion {
  readonly ref: string
  readonly id: string
  readonly source: CopiedSource
  /** How its pages are rendered. */
  readonly options: SiteOptions
  /** The version of the renderer that it was prepared with. */
  readonly engine?: number
  readonly builtAt: string
  readonly opened: OpenedSite
  /** Where the files of the source are. */
  readonly folder: string
}

type StoredVersion = Omit<SiteVersion, 'folder'>

const sweepEveryMs = 60_000
const touchEveryMs = 3_600_000
const keepOldMs = 10 * 60_000
/** Of the navigations and lists of files of sites that are kept in memory; the disk has them all. */
const maxMemoryBytes = 16 * 2 ** 20

/** Prepared sites in a folder: complete or not at all, and never more than so many bytes for long. */
export function createSiteCache({ folder, maxBytes }: { readonly folder: string; readonly maxBytes: () => number }) {
  const known = new LRUCache<string, { readonly version: SiteVersion; readonly size: number }>({
    maxSize: maxMemoryBytes,
    sizeCalculation: ({ size }) => size,
  })
  const touched = new LRUCache<string, number>({ max: 20_000 })
  /** Versions whose folder of pages is there. */
  const hasPages = new LRUCache<string, true>({ max: 20_000 })
  let sweptAt = 0

  const siteFolder = (ref: string) => path.join(folder, createHash('sha256').update(ref).digest('hex').slice(0, 32))
  const pageFile = (version: SiteVersion, page: string) =>
    path.join(siteFolder(version.ref), version.id, 'pages', `${createHash('sha256').update(page).digest('hex').slice(0, 32)}.json`)

  async function current(ref: string): Promise<SiteVersion | undefined> {
    const found = known.get(ref)?.version ?? (await readCurrent(ref))
    if (found) touch(ref)
    return found
  }

  async function readCurrent(ref: string): Promise<SiteVersion | undefined> {
    const text = await readText(path.join(siteFolder(ref), 'current.json'))
    const stored = text === undefined ? undefined : (parseJson(text) as StoredVersion | undefined)
    // Two refs do not share a folder but by a collision of their hashes.
    return text !== undefined && stored?.ref === ref ? remember(stored, text.length) : undefined
  }

  function remember(stored: StoredVersion, size: number): SiteVersion {
    const version = { ...stored, folder: path.join(siteFolder(stored.ref), stored.id, 'source') }
    known.set(stored.ref, { version, size })
    return version
  }

  /** Says that the site is used, so that others are removed before it. */
  function touch(ref: string): void {
    const now = Date.now()
    if (now - (touched.get(ref) ?? 0) < touchEveryMs) return
    touched.set(ref, now)
    void utimes(path.join(siteFolder(ref), 'current.json'), new Date(), new Date()).catch(() => undefined)
  }

  async function commit(ref: string, id: string, made: Pick<SiteVersion, 'source' | 'options' | 'opened'>): Promise<SiteVersion> {
    const stored: StoredVersion = { ref, id, ...made, engine: rendererVersion, builtAt: new Date().toISOString() }
    const text = JSON.stringify(stored)
    await writeWhole(path.join(siteFolder(ref), 'current.json'), text)
    const version = remember(stored, text.length)
    await removeOld(ref, id)
    await sweep()
    return version
  }

  /** Versions that nobody reads any more. Another server on the same folder may still read one for a while. */
  async function removeOld(ref: string, current: string): Promise<void> {
    for (const name of await readdir(siteFolder(ref))) {
      if (name === current || name === 'current.json') continue
      const place = path.join(siteFolder(ref), name)
      const stats = await stat(place).catch(() => undefined)
      if (stats && Date.now() - stats.mtimeMs > keepOldMs) await remove(place)
    }
  }

  /** Removes the least used sites while there are more bytes than allowed. */
  async function sweep(): Promise<void> {
    if (Date.now() - sweptAt < sweepEveryMs) return
    sweptAt = Date.now()
    const names = await readdir(folder).catch(() => [])
    const sites = await Promise.all(
      names.map(async name => {
        const file = path.join(folder, name, 'current.json')
        const [stored, stats] = await Promise.all([readJson<StoredVersion>(file), stat(file).catch(() => undefined)])
        return { name, ref: stored?.ref, bytes: (stored?.source.bytes ?? 0) * 2, usedAt: stats?.mtimeMs ?? 0 }
      }),
    )
    let total = sites.reduce((sum, site) => sum + site.bytes, 0)
    for (const site of sites.sort((one, other) => one.usedAt - other.usedAt)) {
      if (total <= maxBytes()) return
      if (site.ref !== undefined) known.delete(site.ref)
      await remove(path.join(folder, site.name))
      total -= site.bytes
    }
  }

  return {
    folder,
    current,
    /** A folder for a new version. */
    async begin(ref: string): Promise<{ readonly id: string; readonly folder: string }> {
      const id = randomUUID()
      const place = path.join(siteFolder(ref), id, 'source')
      await mkdir(place, { recursive: true })
      return { id, folder: place }
    },
    commit,
    abandon: (ref: string, id: string) => remove(path.join(siteFolder(ref), id)),
    async readPage(version: SiteVersion, page: string): Promise<PageTexts | undefined> {
      const text = await readText(pageFile(version, page))
      const end = text?.indexOf('\n') ?? -1
      return text === undefined || end === -1 ? undefined : { page: text.slice(0, end), facts: text.slice(end + 1) }
    },
    /** One line for the page and one for its facts: JSON has no line ends of its own. */
    async writePage(version: SiteVersion, page: string, { page: shown, facts }: PageTexts): Promise<void> {
      const file = pageFile(version, page)
      if (!hasPages.has(version.id)) await mkdir(path.dirname(file), { recursive: true })
      hasPages.set(version.id, true)
      await replaceFile(file, `${shown}\n${facts}`)
    },
    readIndex: (version: SiteVersion) => readText(path.join(siteFolder(version.ref), version.id, 'search.json')),
    writeIndex: (version: SiteVersion, text: string) => writeWhole(path.join(siteFolder(version.ref), version.id, 'search.json'), text),
    async forget(ref: string): Promise<void> {
      known.delete(ref)
      await remove(siteFolder(ref))
    },
  }
}

export type SiteCache = ReturnType<typeof createSiteCache>

/** Complete or not at all: a reader never sees half a file, whenever the server ends. */
async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await replaceFile(file, text)
}

async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  try {
    await writeFile(draft, text)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    return undefined
  }
}

async function readJson<T>(file: string): Promise<T | undefined> {
  const text = await readText(file)
  return text === undefined ? undefined : (parseJson(text) as T | undefined)
}

async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => undefined)
}
