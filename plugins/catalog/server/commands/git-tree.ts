import { compileGlob, inputError, type AppError } from '@portico/core/common'
import { tooLarge } from '@portico/core/server/outbound'
import { isGlob, maxSourceBytes, sourceInvalid, sourceNotFound, sourceRefused, toText, type ReadResult } from '@portico/integrations/server'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { catalogFilePattern, isSkippedFolder, nothingFound, type CatalogTree, type FoundFile } from './catalog-tree.ts'
import { createGitBlobs } from './git-blobs.ts'

interface GitFile {
  readonly id: string
  readonly bytes: number
  readonly isLink: boolean
}

const maxLinks = 10

/** The files of a folder as they are in a git revision. Nothing is written to the disk, and nothing else can be read. */
export function createGitTree(folder: string, revision: string): CatalogTree {
  const commit = git(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`], revision).trim()
  // No folder of this machine: whatever leads out of it is refused.
  const root = `/git:${commit}`
  const files = listFiles(folder, commit, root)
  const blobs = createGitBlobs(folder)

  async function readOne(target: string, links = 0): Promise<{ target: string; text: string }> {
    if (!target.startsWith(`${root}/`)) throw sourceRefused(`${target} is outside of the folders that may be read`)
    const file = files.get(target)
    if (!file) throw sourceNotFound(target)
    if (file.bytes > maxSourceBytes) throw sourceInvalid(tooLarge(target, file.bytes, maxSourceBytes))
    const text = toText(await blobs.read(file.id), target)
    if (!file.isLink) return { target, text }
    if (links === maxLinks) throw sourceInvalid(`${target} is a link that leads on more than ${maxLinks} times`)
    return { target, text: (await readOne(path.posix.resolve(path.posix.dirname(target), text), links + 1)).text }
  }

  function matching(pattern: string, below: string, dot: boolean): string[] {
    const isFitting = compileGlob(path.posix.join(below, pattern), { dot })
    return [...files.keys()].filter(each => each.startsWith(`${below}/`) && isFitting(each)).sort()
  }

  function find(word: string): FoundFile[] {
    const target = path.posix.resolve(root, word)
    if (files.has(target)) return [{ target, isSearched: false }]
    const isPattern = isGlob(word)
    const found = (isPattern ? matching(word, root, true) : matching(catalogFilePattern, target, true)).filter(
      each => !path.posix.relative(root, each).split('/').slice(0, -1).some(isSkippedFolder),
    )
    if (found.length > 0) return found.map(each => ({ target: each, isSearched: true }))
    const isFolder = target === root || [...files.keys()].some(each => each.startsWith(`${target}/`))
    throw isPattern || isFolder ? nothingFound(word, isPattern) : sourceNotFound(word)
  }

  return {
    root,
    find,
    close: () => blobs.close(),
    reader: {
      type: 'file',
      async read(target): Promise<ReadResult> {
        if (!isGlob(target) || files.has(target)) return { files: [await readOne(target)] }
        return { files: [], targets: matching(path.posix.relative(root, target), root, false) }
      },
      resolve: (target, base) =>
        target.startsWith('/') ? path.posix.join(root, target) : path.posix.resolve(path.posix.dirname(base), target),
      isSameRepository: () => true,
    },
  }
}

function listFiles(folder: string, commit: string, root: string): Map<string, GitFile> {
  const files = new Map<string, GitFile>()
  for (const entry of git(folder, ['ls-tree', '-r', '-z', '-l', commit], commit).split('\0')) {
    const tab = entry.indexOf('\t')
    const [mode, type, id = '', bytes] = entry.slice(0, tab).split(/ +/)
    if (type === 'blob') files.set(`${root}/${entry.slice(tab + 1)}`, { id, bytes: Number(bytes), isLink: mode === '120000' })
  }
  return files
}

function git(folder: string, words: readonly string[], revision: string): string {
  try {
    return execFileSync('git', words, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    throw noSuchVersion(revision, error)
  }
}

function noSuchVersion(revision: string, cause: unknown): AppError {
  const { code, stderr } = cause as { code?: unknown; stderr?: unknown }
  const said =
    code === 'ENOENT'
      ? 'the git command is not there'
      : String(stderr ?? '')
          .trim()
          .replace(/^fatal: /, '')
  return inputError(`'${revision}' is neither a file or folder nor a git revision here${said ? `: ${said}` : ''}`, {
    code: 'catalog.no-such-version',
    cause,
  })
}
