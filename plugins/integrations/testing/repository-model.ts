import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'

/** A commit of a fake server: what it holds, and what came before. */
export interface ModelCommit {
  readonly sha: string
  readonly message: string
  readonly files: ReadonlyMap<string, Buffer>
  readonly parent: string | undefined
  readonly date: string
}

/** Who has made every commit. */
export const modelAuthor = 'Ada Lovelace'

export interface ModelRequest {
  readonly number: number
  readonly title: string
  readonly description: string
  readonly source: string
  readonly target: string
  state: 'open' | 'merged' | 'closed'
}

/** A repository that a fake server of a host has. */
export interface ModelRepository {
  readonly id: number
  /** Can change: repositories are renamed and moved. */
  owner: string
  name: string
  defaultBranch: string
  readonly branches: Map<string, string>
  readonly commits: Map<string, ModelCommit>
  readonly requests: ModelRequest[]
  isArchived: boolean
  isFork: boolean
  visibility: 'public' | 'internal' | 'private'
  topics: readonly string[]
  language: string | undefined
  description: string | undefined
}

/** The repositories of a fake server. */
export function createRepositoryModel() {
  const repositories: ModelRepository[] = []
  let now = Date.parse('2026-01-01T00:00:00Z')

  function find(owner: string, name: string): ModelRepository | undefined {
    return repositories.find(each => each.owner.toLowerCase() === owner.toLowerCase() && each.name.toLowerCase() === name.toLowerCase())
  }

  function commit(
    repository: ModelRepository,
    branch: string,
    changes: Readonly<Record<string, string | Uint8Array | undefined>>,
    message = 'change',
  ): ModelCommit {
    const parent = repository.branches.get(branch)
    const files = new Map(parent === undefined ? [] : repository.commits.get(parent)?.files)
    for (const [path, content] of Object.entries(changes)) {
      if (content === undefined) files.delete(path)
      else files.set(path, Buffer.from(content))
    }
    now += 1000
    const date = new Date(now).toISOString()
    const texts = [...files].map(([path, bytes]) => `${path} ${hash('sha1', bytes)}`)
    const sha = hash('sha1', `${repository.id} ${branch} ${parent} ${date} ${texts.join('\n')}`)
    const made = { sha, message, files, parent, date }
    repository.commits.set(sha, made)
    repository.branches.set(branch, sha)
    return made
  }

  return {
    repositories,
    find,
    commit,
    /** Adds a repository with these files on its default branch. */
    add(
      fullName: string,
      files: Readonly<Record<string, string | Uint8Array>> = {},
      facts: Partial<ModelRepository> = {},
    ): ModelRepository {
      const at = fullName.lastIndexOf('/')
      const repository: ModelRepository = {
        id: repositories.length + 1,
        owner: fullName.slice(0, at),
        name: fullName.slice(at + 1),
        defaultBranch: 'main',
        branches: new Map(),
        commits: new Map(),
        requests: [],
        isArchived: false,
        isFork: false,
        visibility: 'private',
        topics: [],
        language: undefined,
        description: undefined,
        ...facts,
      }
      repositories.push(repository)
      if (Object.keys(files).length > 0) commit(repository, repository.defaultBranch, files)
      return repository
    },
    /** When something was last pushed. */
    changedAt: (repository: ModelRepository): string => [...repository.commits.values()].at(-1)?.date ?? '2026-01-01T00:00:00.000Z',
    /** A branch, tag or commit of a repository. */
    resolve(repository: ModelRepository, ref: string | undefined): ModelCommit | undefined {
      const name = (ref === undefined || ref === 'HEAD' ? repository.defaultBranch : ref).replace(/^refs\/heads\//, '')
      return repository.commits.get(repository.branches.get(name) ?? name)
    },
    /** The newest commit that changed a path. */
    newest(repository: ModelRepository, ref: string, path: string): ModelCommit | undefined {
      let commitOf = this.resolve(repository, ref)
      const within = (files: ReadonlyMap<string, Buffer>) =>
        [...files]
          .filter(([name]) => path === '' || name === path || name.startsWith(`${path}/`))
          .map(([name, bytes]) => `${name} ${hash('sha1', bytes)}`)
          .join()
      while (commitOf?.parent !== undefined) {
        const before = repository.commits.get(commitOf.parent)
        if (!before || within(before.files) !== within(commitOf.files)) break
        commitOf = before
      }
      return commitOf
    },
    /** The files that differ between two commits. */
    changed(repository: ModelRepository, from: string, to: string): string[] {
      const [before, after] = [repository.commits.get(from)?.files, repository.commits.get(to)?.files]
      const names = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])]
      return names.filter(name => !(before?.get(name)?.equals(after?.get(name) ?? Buffer.alloc(0)) && after?.has(name)))
    },
    openRequest(repository: ModelRepository, request: Omit<ModelRequest, 'number' | 'state'>): ModelRequest {
      const made: ModelRequest = { ...request, number: repository.requests.length + 1, state: 'open' }
      repository.requests.push(made)
      return made
    },
  }
}

export type RepositoryModel = ReturnType<typeof createRepositoryModel>

/** A tar.gz of files, below a folder where one is given. */
export async function toArchive(
  files: ReadonlyMap<string, Buffer>,
  folder = '',
  links: Readonly<Record<string, string>> = {},
): Promise<Buffer> {
  const archive = pack()
  for (const [name, bytes] of files) archive.entry({ name: `${folder}${name}` }, bytes)
  for (const [name, linkname] of Object.entries(links)) archive.entry({ name: `${folder}${name}`, type: 'symlink', linkname })
  archive.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of archive) chunks.push(chunk as Buffer)
  return gzipSync(Buffer.concat(chunks))
}
