import { diskFull, limitExceeded, linkOutsideWorkspace, outsideWorkspace } from '../errors.ts'
import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { chmod, lstat, mkdir, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Of what one step may write. */
export const workspaceLimits = { files: 10_000, bytes: 200 * 2 ** 20, pathLength: 1024 } as const

/** A file of a workspace. */
export interface WorkspaceFile {
  /** With slashes, from the root of the workspace. */
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
  readonly isExecutable: boolean
  /** The target of a symbolic link. */
  readonly link?: string | undefined
}

/** The folder in which the steps of one task work. Every path is checked: none leads out of it, also not through a link. */
export function createWorkspace(folder: string, writeTo: typeof writeFile = writeFile) {
  const root = realpathSync(folder)
  let files = 0
  let bytes = 0

  /** The whole path of something inside. */
  function resolve(relative: string): string {
    if (relative.length > workspaceLimits.pathLength)
      throw limitExceeded(`A path is longer than ${workspaceLimits.pathLength} characters: '${relative.slice(0, 80)}…'`)
    if (relative.includes('\0')) throw outsideWorkspace(relative.replaceAll('\0', '?'))
    const target = path.resolve(root, relative.replaceAll('\\', '/'))
    if (!isInside(target, root) || !isInside(nearestReal(target), root)) throw outsideWorkspace(relative)
    return target
  }

  /** The whole path of an entry itself, where that may be a link: only its folder is followed. */
  function resolveEntry(relative: string): string {
    const name = path.posix.normalize(relative.replaceAll('\\', '/')).replace(/\/+$/, '')
    const folder = resolve(path.posix.dirname(name))
    const target = path.resolve(folder, path.posix.basename(name))
    return target === root || path.dirname(target) !== folder ? resolve(relative) : target
  }

  function count(size: number): void {
    files += 1
    bytes += size
    if (files > workspaceLimits.files) throw limitExceeded(`A step writes more than ${workspaceLimits.files} files`)
    if (bytes > workspaceLimits.bytes) throw limitExceeded(`A step writes more than ${workspaceLimits.bytes / 2 ** 20} MB`)
  }

  return {
    folder: root,
    resolve,
    /** The limits are those of one step. */
    beginStep(): void {
      files = 0
      bytes = 0
    },
    async write(
      relative: string,
      content: Uint8Array | string,
      options: { readonly isExecutable?: boolean | undefined } = {},
    ): Promise<void> {
      const target = resolve(relative)
      count(typeof content === 'string' ? Buffer.byteLength(content) : content.length)
      await mkdir(path.dirname(target), { recursive: true })
      // The folder that was just made may be one that a link of the path stands for.
      resolve(relative)
      await writeTo(target, content).catch(async (error: unknown) => {
        if (!isDiskFull(error)) throw error
        await rm(target, { force: true })
        throw diskFull(relative)
      })
      if (options.isExecutable) await chmod(target, 0o755)
    },
    /** Makes a symbolic link, in place of what is there. One that would lead out of the workspace is refused. */
    async link(relative: string, to: string): Promise<void> {
      const target = resolveEntry(relative)
      count(to.length)
      await mkdir(path.dirname(target), { recursive: true })
      const folder = realpathSync(path.dirname(target))
      if (!leadsInside(to, folder, root)) throw linkOutsideWorkspace(relative, to)
      await rm(target, { force: true })
      await symlink(to, target)
    },
    read: (relative: string) => readFile(resolve(relative)),
    async exists(relative: string): Promise<boolean> {
      return lstat(resolveEntry(relative)).then(
        () => true,
        () => false,
      )
    },
    isFolder: async (relative: string) => (await stat(resolve(relative)).catch(() => undefined))?.isDirectory() ?? false,
    async remove(relative: string): Promise<void> {
      const target = resolve(relative)
      if (target === root) throw outsideWorkspace(relative)
      await rm(target, { recursive: true, force: true })
    },
    /** Throws where a program that wrote here itself has exceeded the limits of a step, or made a link that leads out. */
    async check(): Promise<void> {
      const found = await listFiles(root, root)
      const outside = found.find(
        ({ path: name, link }) => link !== undefined && !leadsInside(link, path.dirname(path.join(root, name)), root),
      )
      if (outside) throw linkOutsideWorkspace(outside.path, outside.link ?? '')
      if (found.length > workspaceLimits.files) throw limitExceeded(`The workspace has more than ${workspaceLimits.files} files`)
      if (found.reduce((total, { size }) => total + size, 0) > workspaceLimits.bytes)
        throw limitExceeded(`The workspace is larger than ${workspaceLimits.bytes / 2 ** 20} MB`)
    },
    /** Every file below a folder, by path. Links are listed and not followed. */
    list: (relative = '.') => listFiles(resolve(relative), root),
  }
}

export type Workspace = ReturnType<typeof createWorkspace>

async function listFiles(folder: string, root: string): Promise<WorkspaceFile[]> {
  const entries = (await readdir(folder, { withFileTypes: true, recursive: true })).filter(entry => !entry.isDirectory())
  const found = await inTurns(entries, async (entry): Promise<WorkspaceFile> => {
    const target = path.join(entry.parentPath, entry.name)
    const stats = await lstat(target)
    const link = entry.isSymbolicLink() ? await readlink(target) : undefined
    return {
      path: path.relative(root, target).split(path.sep).join('/'),
      size: stats.size,
      mtimeMs: stats.mtimeMs,
      isExecutable: (stats.mode & 0o111) !== 0 && link === undefined,
      ...(link !== undefined && { link }),
    }
  })
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(String((error as { code?: unknown }).code))
}

const maxConcurrent = 32

/** Some at a time: files are many, and each costs a handle. */
export async function inTurns<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < items.length; at += maxConcurrent)
    results.push(...(await Promise.all(items.slice(at, at + maxConcurrent).map(run))))
  return results
}

export function isInside(target: string, folder: string): boolean {
  const relative = path.relative(folder, target)
  return relative === '' || (!relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative))
}

/**
 * Whether a link in a folder leads to a place inside. Dots may only be at its beginning: behind the name of another link they would mean
 * something else than they look like.
 */
function leadsInside(to: string, folder: string, root: string): boolean {
  const parts = to.split('/').filter(part => part !== '' && part !== '.')
  const firstName = parts.findIndex(part => part !== '..')
  const hasHiddenDots = firstName !== -1 && parts.slice(firstName).includes('..')
  return to !== '' && !path.isAbsolute(to) && !/[\0\\]/.test(to) && !hasHiddenDots && isInside(path.resolve(folder, to), root)
}

/** The real path of the nearest ancestor that exists. */
function nearestReal(target: string): string {
  let at = target
  while (!existsSync(at)) {
    // A link to nothing exists itself; writing to it would create its target.
    if (isLink(at)) return '/'
    at = path.dirname(at)
  }
  return realpathSync(at)
}

function isLink(target: string): boolean {
  return lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}
