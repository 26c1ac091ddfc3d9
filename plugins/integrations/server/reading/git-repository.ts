import { AppError } from '@portico/core/common'
import path from 'node:path'
import { checkPack, type PackLimits } from './git-pack.ts'
import type { createGitHttp } from './git-http.ts'
import { createMemoryFiles } from './memory-files.ts'
import { sourceInvalid, sourceNotFound, sourceUnreadable } from './reading-errors.ts'

/** The files of a commit. */
export interface GitSnapshot {
  readonly commit: string
  readonly committedAt: Date
  /** All files, sorted by path. Submodules are none. */
  files(): Promise<readonly GitFile[]>
  /** A file; links are not followed. */
  read(file: string): Promise<Uint8Array>
  readObject(oid: string): Promise<Uint8Array>
  /** Throws for a path that is a submodule, or in one: its files are in another repository. */
  refuseSubmodule(path: string): Promise<void>
}

export interface GitFile {
  readonly path: string
  readonly oid: string
  readonly isExecutable: boolean
  /** Its content is the target of a symbolic link. */
  readonly isLink: boolean
}

export interface GitRepositories {
  /** The commit that a ref points to now. Costs two small requests. */
  head(repository: string, ref: string, signal?: AbortSignal): Promise<string>
  /** The files of a ref as it is now. */
  snapshot(repository: string, ref: string, signal?: AbortSignal): Promise<GitSnapshot>
}

const gitdir = '/git'
const executableMode = '100755'
const linkMode = '120000'
const isCommit = (ref: string) => /^[0-9a-f]{40}$/.test(ref)

// Large, and seldom needed.
const load = () => import('isomorphic-git')

/** Git repositories over HTTP. They are kept in memory only, and only the newest commit is fetched. */
export function createGitRepositories(clientOf: ReturnType<typeof createGitHttp>, limits: PackLimits): GitRepositories {
  return {
    async head(repository, ref, signal) {
      if (isCommit(ref)) return ref
      const git = await load()
      const http = clientOf(repository, signal)
      for (const name of namesOf(ref)) {
        const refs = await explained(repository, signal, () =>
          git.listServerRefs({ http, url: repository, prefix: name, peelTags: true, protocolVersion: 2 }),
        )
        const found = refs.find(each => each.ref === name)
        if (found) return found.peeled ?? found.oid
      }
      throw sourceNotFound(`The branch or tag '${ref}' of ${repository}`)
    },

    async snapshot(repository, ref, signal) {
      const git = await load()
      const fs = createMemoryFiles((file, bytes) => {
        if (file.endsWith('.pack')) checkPack(bytes, repository, limits)
      })
      // Without one, fetch has no ref to update.
      await fs.promises.writeFile(`${gitdir}/config`, '[remote "origin"]\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n')
      const http = clientOf(repository, signal)
      const cache = {}
      const { fetchHead } = await explained(repository, signal, () =>
        git.fetch({ fs, http, gitdir, cache, url: repository, ref, remoteRef: ref, depth: 1, singleBranch: true, tags: false }),
      )
      if (!fetchHead) throw sourceNotFound(`The branch or tag '${ref}' of ${repository}, which is empty,`)
      const objects = { fs, gitdir, cache }
      const { oid, commit } = await explained(repository, signal, () => git.readCommit({ ...objects, oid: fetchHead }))
      return openSnapshot(git, objects, { commit: oid, committedAt: new Date(commit.committer.timestamp * 1000) }, repository)
    },
  }
}

type Git = Awaited<ReturnType<typeof load>>

function openSnapshot(
  git: Git,
  objects: { fs: ReturnType<typeof createMemoryFiles>; gitdir: string; cache: object },
  head: Pick<GitSnapshot, 'commit' | 'committedAt'>,
  repository: string,
): GitSnapshot {
  const { commit } = head

  /** isomorphic-git itself refuses names that lead out of the tree. */
  async function list(oid: string, folder: string): Promise<GitFile[]> {
    const { tree } = await git.readTree({ ...objects, oid })
    const nested = await Promise.all(
      tree.map(entry => {
        const whole = path.posix.join(folder, entry.path)
        if (entry.type === 'tree') return list(entry.oid, whole)
        const isLink = entry.mode === linkMode
        return isFile(entry) || isLink ? [{ path: whole, oid: entry.oid, isExecutable: entry.mode === executableMode, isLink }] : []
      }),
    )
    return nested.flat()
  }
  const readObject = async (oid: string) => (await explained(repository, undefined, () => git.readBlob({ ...objects, oid }))).blob
  let listed: Promise<readonly GitFile[]> | undefined

  async function refuseSubmodule(file: string): Promise<void> {
    let oid = commit
    const parts = file.split('/').filter(part => part !== '' && part !== '.')
    for (const [index, part] of parts.entries()) {
      const { tree } = await explained(repository, undefined, () => git.readTree({ ...objects, oid }))
      const entry = tree.find(each => each.path === part)
      if (entry?.type === 'commit')
        throw sourceInvalid(
          `${parts.slice(0, index + 1).join('/')} of ${repository} is a submodule (commit ${entry.oid}), whose files are in another repository: name that one`,
        )
      if (entry?.type !== 'tree') return
      oid = entry.oid
    }
  }

  return {
    ...head,
    files: () =>
      (listed ??= explained(repository, undefined, async () => (await list(commit, '')).sort((a, b) => (a.path < b.path ? -1 : 1)))),
    async read(file) {
      await refuseSubmodule(file)
      const folder = path.posix.dirname(file)
      const within = folder === '.' ? {} : { filepath: folder }
      const tree = await explained(repository, undefined, () => git.readTree({ ...objects, oid: commit, ...within }), file)
      const entry = tree.tree.find(each => each.path === path.posix.basename(file))
      if (!entry) throw sourceNotFound(`${file} of ${repository}`)
      // A link could lead anywhere; a folder or a submodule is not a file.
      if (!isFile(entry)) throw sourceInvalid(`${file} of ${repository} is not a file`)
      return readObject(entry.oid)
    },
    readObject,
    refuseSubmodule,
  }
}

function isFile({ type, mode }: { readonly type: string; readonly mode: string }): boolean {
  return type === 'blob' && mode.startsWith('100')
}

/** The full ref names that a short one may stand for, the likeliest first. */
function namesOf(ref: string): string[] {
  return ref === 'HEAD' || ref.startsWith('refs/') ? [ref] : [`refs/heads/${ref}`, `refs/tags/${ref}`]
}

/** Runs a call of isomorphic-git, and makes its errors readable. */
async function explained<T>(repository: string, signal: AbortSignal | undefined, run: () => Promise<T>, file?: string): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (error instanceof AppError) throw error
    const { code, message } = error as { code?: string; message: string }
    if (file !== undefined && (code === 'NotFoundError' || code === 'ObjectTypeError')) throw sourceNotFound(`${file} of ${repository}`)
    // Its internal errors begin with a request to report them.
    const words = message.split('and this error message: ').at(-1)
    throw sourceUnreadable(`${repository} cannot be read: ${words}`, { cause: error })
  }
}
