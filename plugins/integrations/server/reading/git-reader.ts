import { compileGlob, maxForeignGlobSteps } from '@portico/core/common'
import { createAllowList, hostRefused, tooLarge, type AllowedHost, type Resolver } from '@portico/core/server/outbound'
import type { Credentials } from '../tokens/credentials.ts'
import { isGlob } from './folders.ts'
import { createGitHttp } from './git-http.ts'
import { createLfs } from './git-lfs.ts'
import { createGitRepositories, type GitSnapshot } from './git-repository.ts'
import { checkRef, formatGitTarget, parseGitTarget, resolveGitTarget, type GitTarget } from './git-target.ts'
import { sourceInvalid } from './reading-errors.ts'
import { createSingleFlight } from './single-flight.ts'
import { linksOfGit } from './source-links.ts'
import { maxSourceBytes, type ReadOptions, type ReadResult, type SourceReader, type TreeFile } from './source-reader.ts'
import { toText } from './source-text.ts'
import { createTreeLimit } from './tree-limit.ts'

export interface GitReaderOptions {
  /** Which addresses may be read. */
  readonly allow: readonly AllowedHost[]
  readonly credentials?: Pick<Credentials, 'git'>
  /** The maximum size of what is fetched of one repository. */
  readonly maxMegabytes?: number
  readonly timeoutMs?: number
  readonly resolver?: Resolver
}

const maxHeads = 1000
// Each holds the files of a repository in memory.
const maxSnapshots = 4
const keepMs = 60_000

/** Files of git repositories over HTTP. Everything of one commit is fetched once, however many files are read from it. */
export function createGitReader(options: GitReaderOptions): SourceReader {
  const { allow, credentials, timeoutMs = 60_000, maxMegabytes = 100, resolver } = options
  const maxBytes = maxMegabytes * 2 ** 20
  const verdictOn = createAllowList(allow)
  const http = { allow, credentials, timeoutMs, maxBytes, resolver }
  const clientOf = createGitHttp(http)
  const followed = createLfs(http)
  const repositories = createGitRepositories(clientOf, { maxObjectBytes: maxBytes, maxTotalBytes: 5 * maxBytes })
  const heads = createSingleFlight<string>(keepMs, maxHeads)
  const snapshots = createSingleFlight<GitSnapshot>(keepMs, maxSnapshots)

  /** The files of a ref; undefined where it still points to the commit of the etag. */
  async function openChanged(
    { repository, ref }: GitTarget,
    { etag, signal, since = performance.now() }: ReadOptions,
  ): Promise<GitSnapshot | undefined> {
    const head = await heads.get(`${repository}#${ref}`, since, () => repositories.head(repository, ref, signal))
    if (head === etag) return undefined
    // The ref may have moved since it was resolved: the snapshot names its commit.
    return snapshots.get(`${repository}#${ref} ${head}`, 0, () => repositories.snapshot(repository, ref, signal))
  }

  async function readFrom(snapshot: GitSnapshot, target: GitTarget, signal: AbortSignal | undefined): Promise<ReadResult> {
    const { path: file, repository } = target
    const found = factsOf(snapshot)
    const paths = isGlob(file) ? (await snapshot.files()).flatMap(each => (each.isLink ? [] : [each.path])) : [file]
    // A file whose name looks like a pattern is read as a file.
    if (!paths.includes(file)) {
      const fitting = paths.filter(compileGlob(file, { maxSteps: maxForeignGlobSteps }))
      return { ...found, files: [], targets: fitting.map(each => formatGitTarget({ ...target, path: each })) }
    }
    const bytes = await followed(await snapshot.read(file), { repository, file, signal })
    const name = formatGitTarget(target)
    if (bytes.length > maxSourceBytes) throw sourceInvalid(tooLarge(name, bytes.length, maxSourceBytes))
    return { ...found, files: [{ target: name, text: toText(bytes, name) }] }
  }

  return {
    type: 'git',
    async read(text, readOptions) {
      const target = parseGitTarget(text)
      const snapshot = await openChanged(target, readOptions)
      return snapshot ? readFrom(snapshot, target, readOptions.signal) : { notModified: true }
    },
    async readTree(text, { maxFiles, maxBytes: maxTreeBytes, withLinks = false, ...readOptions }) {
      const target = parseGitTarget(text, '')
      const snapshot = await openChanged(target, readOptions)
      if (!snapshot) return { notModified: true }
      const count = createTreeLimit(text, { maxFiles, maxBytes: maxTreeBytes })
      const { signal } = readOptions
      const contentOf = (bytes: Uint8Array, file: string) => followed(bytes, { repository: target.repository, file, signal })
      await snapshot.refuseSubmodule(target.path)
      return { ...factsOf(snapshot), files: filesBelow(snapshot, target.path, { count, withLinks, contentOf, signal }) }
    },
    async lastChange(text, { signal, since }) {
      const snapshot = await openChanged(parseGitTarget(text, ''), { signal, since })
      return { revision: snapshot?.commit, at: snapshot?.committedAt }
    },
    linksOf: linksOfGit,
    atRef: (target, ref) => formatGitTarget({ ...parseGitTarget(target, ''), ref: checkRef(ref) }),
    check(text) {
      const url = new URL(parseGitTarget(text).repository)
      if (!verdictOn(url).isAllowed) throw hostRefused(url)
    },
    resolve: (target, base) => formatGitTarget(resolveGitTarget(target, base)),
    isSameRepository(target, base) {
      const [one, other] = [parseGitTarget(target), parseGitTarget(base)]
      return one.repository === other.repository && one.ref === other.ref
    },
  }
}

function factsOf({ commit, committedAt }: GitSnapshot) {
  return { etag: commit, revision: commit, lastModifiedAt: committedAt }
}

async function* filesBelow(
  snapshot: GitSnapshot,
  folder: string,
  {
    count,
    withLinks,
    contentOf,
    signal,
  }: {
    readonly count: (bytes: number) => void
    readonly withLinks: boolean
    readonly contentOf: (bytes: Uint8Array, file: string) => Promise<Uint8Array>
    readonly signal: AbortSignal | undefined
  },
): AsyncGenerator<TreeFile> {
  const prefix = folder === '.' ? '' : `${folder.replace(/\/$/, '')}/`
  for (const { path: file, oid, isExecutable, isLink } of await snapshot.files()) {
    signal?.throwIfAborted()
    if (!file.startsWith(prefix) || (isLink && !withLinks)) continue
    const stored = await snapshot.readObject(oid)
    const bytes = isLink ? stored : await contentOf(stored, file)
    count(bytes.length)
    const name = file.slice(prefix.length)
    yield isLink ? { path: name, bytes: Buffer.alloc(0), link: Buffer.from(bytes).toString('utf8') } : { path: name, bytes, isExecutable }
  }
}
