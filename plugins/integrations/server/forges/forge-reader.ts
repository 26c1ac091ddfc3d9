import { compileGlob, maxForeignGlobSteps } from '@portico/core/common'
import { createAllowList, hostRefused, tooLarge, toWebAddress, type AllowedHost } from '@portico/core/server/outbound'
import path from 'node:path'
import { isGlob } from '../reading/folders.ts'
import { checkRef } from '../reading/git-target.ts'
import { sourceInvalid, sourceRefused } from '../reading/reading-errors.ts'
import { maxSourceBytes, type ReadOptions, type SourceReader, type TreeFile } from '../reading/source-reader.ts'
import { toText } from '../reading/source-text.ts'
import { createTreeLimit } from '../reading/tree-limit.ts'
import { readArchive } from './archive.ts'
import type { Forge, ForgeTarget, KnownTarget } from './forge.ts'

export interface ForgeReaderOptions {
  readonly allow: readonly AllowedHost[]
  readonly maxMegabytes: number
}

/** Reads the addresses at which people see files of a repository, by the API of its host. */
export function createForgeReader(forge: Forge, { allow, maxMegabytes }: ForgeReaderOptions): SourceReader {
  const verdictOn = createAllowList(allow)
  const maxUnpackedBytes = maxMegabytes * 10 * 2 ** 20

  async function known(text: string, options: ReadOptions): Promise<KnownTarget> {
    const target = forge.parse(toWebAddress(text))
    const isDefault = target.ref === undefined || target.ref === 'HEAD'
    return { ...target, ref: isDefault ? await forge.defaultBranch(target, { signal: options.signal }) : target.ref }
  }

  async function search(text: string, target: KnownTarget, { etag, signal }: ReadOptions) {
    const { revision, at } = await forge.head(target, { signal })
    if (revision !== '' && revision === etag) return { notModified: true as const }
    const paths = (await forge.paths(target, revision, { signal })) ?? (await pathsOfArchive(text, target, revision, signal))
    const fitting = paths.filter(compileGlob(target.path, { maxSteps: maxForeignGlobSteps }))
    const targets = fitting.map(each => forge.format({ ...target, path: each, isFolder: false }))
    return { etag: revision, revision, lastModifiedAt: at, files: [], targets }
  }

  async function pathsOfArchive(text: string, target: KnownTarget, revision: string, signal: AbortSignal | undefined): Promise<string[]> {
    const found: string[] = []
    const count = createTreeLimit(text, { maxFiles: 200_000 })
    for await (const file of filesOf(text, { ...target, path: '' }, revision, { count, signal, isRead: false })) found.push(file.path)
    return found
  }

  interface TreeRead {
    readonly count: (bytes: number) => void
    readonly signal: AbortSignal | undefined
    readonly isRead?: boolean
    readonly withLinks?: boolean | undefined
  }

  async function* filesOf(name: string, target: KnownTarget, revision: string, options: TreeRead): AsyncGenerator<TreeFile> {
    const { count, signal, isRead = true, withLinks } = options
    if (forge.archive) {
      const archive = await forge.archive(target, revision, { signal })
      const depth = forge.archiveDepth ?? 1
      yield* readArchive(archive, { name, depth, folder: target.path, count, maxUnpackedBytes, isRead, withLinks })
      return
    }
    // A host without archives is asked for each file, at the commit that was listed.
    const prefix = target.path === '' || target.path.endsWith('/') ? target.path : `${target.path}/`
    for (const file of (await forge.paths(target, revision, { signal })) ?? []) {
      if (!file.startsWith(prefix)) continue
      const read = await forge.readFile({ ...target, ref: revision, path: file, isFolder: false }, { signal })
      const bytes = read.notModified ? Buffer.alloc(0) : read.bytes
      count(bytes.length)
      yield { path: file.slice(prefix.length), bytes }
    }
  }

  return {
    type: 'url',
    accepts(text) {
      if (!URL.canParse(text)) return false
      const url = new URL(text)
      return url.host === forge.host && forge.accepts(url)
    },
    async read(text, options) {
      const target = await known(text, options)
      if (isGlob(target.path)) return search(text, target, options)
      if (target.path === '' || target.path.endsWith('/')) throw sourceInvalid(`${text} is a folder, not a file`)
      const file = await forge.readFile(target, options)
      if (file.notModified) return file
      if (file.bytes.length > maxSourceBytes) throw sourceInvalid(tooLarge(text, file.bytes.length, maxSourceBytes))
      const { etag, lastModifiedAt, bytes } = file
      return { etag, ...(etag !== undefined && { revision: etag }), lastModifiedAt, files: [{ target: text, text: toText(bytes, text) }] }
    },
    async readTree(text, { maxFiles, maxBytes, withLinks, ...options }) {
      const target = await known(text, options)
      const { revision, at } = await forge.head(target, options)
      if (revision !== '' && revision === options.etag) return { notModified: true }
      const count = createTreeLimit(text, { maxFiles, maxBytes })
      const files = filesOf(text, target, revision, { count, signal: options.signal, withLinks })
      return { etag: revision, revision, lastModifiedAt: at, files }
    },
    async lastChange(text, options) {
      return forge.lastChange(await known(text, options), options)
    },
    linksOf(text) {
      if (!URL.canParse(text)) return {}
      const url = new URL(text)
      if (!isParsed(forge, url)) return { view: text }
      const target = forge.parse(url)
      const folder = target.path.slice(0, target.path.lastIndexOf('/') + 1)
      return { view: text, edit: forge.editUrl(url), folder: withSlash(forge.format({ ...target, path: folder, isFolder: true })) }
    },
    check(text) {
      const url = toWebAddress(text)
      if (!verdictOn(url).isAllowed) throw hostRefused(url)
      forge.parse(url)
    },
    atRef: (target, ref) => forge.format({ ...forge.parse(toWebAddress(target)), ref: checkRef(ref) }),
    resolve: (target, base) => resolveTarget(forge, target, base),
    isSameRepository(target, base) {
      const [one, other] = [toWebAddress(target), toWebAddress(base)]
      if (one.host !== other.host || !forge.accepts(one)) return false
      return forge.parse(one).repository.toLowerCase() === forge.parse(other).repository.toLowerCase()
    },
  }
}

function isParsed(forge: Forge, url: URL): boolean {
  try {
    return forge.parse(url) !== undefined
  } catch {
    return false
  }
}

/** The folder of a file ends with a slash, so that what is relative to it is inside. */
function withSlash(url: string): string {
  return url.includes('?') || url.endsWith('/') ? url : `${url}/`
}

function resolveTarget(forge: Forge, target: string, base: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return toWebAddress(target).href
  const from: ForgeTarget = forge.parse(toWebAddress(base))
  const folder = from.isFolder ? from.path : path.posix.dirname(from.path)
  const whole = target.startsWith('/') ? path.posix.normalize(target.replace(/^\/+/, '') || '.') : path.posix.join(folder, target)
  if (whole === '..' || whole.startsWith('../')) throw sourceRefused(`'${target}' leads out of its repository`)
  const isFolder = target.endsWith('/') || whole === '.'
  return forge.format({ ...from, path: whole === '.' ? '' : whole, isFolder })
}
