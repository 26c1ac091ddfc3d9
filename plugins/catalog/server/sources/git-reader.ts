import { LRUCache } from 'lru-cache'
import path from 'node:path'
import type { Resolver } from './address-guard.ts'
import type { AllowedHost } from './allow-list.ts'
import { isGlob } from './folders.ts'
import { createGitHttp, type GitCredential } from './git-http.ts'
import { createGitRepositories, type GitSnapshot } from './git-repository.ts'
import { formatGitTarget, parseGitTarget, resolveGitTarget, type GitTarget } from './git-target.ts'
import { largestSourceBytes, sourceInvalid, type ReadOptions, type ReadResult, type SourceReader } from './source-reader.ts'
import { tooLarge, toText } from './source-text.ts'

/** `catalog.git`. */
export interface GitSettings {
  readonly credentials: readonly GitCredential[]
  /** The most that is fetched of one repository. */
  readonly largestMegabytes: number
}

export interface GitReaderOptions extends Partial<GitSettings> {
  /** `backend.reading.allow`. */
  readonly allow: readonly AllowedHost[]
  readonly timeoutMs?: number
  readonly resolver?: Resolver
}

const maxHeads = 1000
// Each holds the files of a repository in memory.
const maxSnapshots = 4
const keepMs = 60_000

/** Files of git repositories over HTTP. Everything of one commit is fetched once, however many files are read from it. */
export function createGitReader(options: GitReaderOptions): SourceReader {
  const { allow, credentials = [], timeoutMs = 60_000, largestMegabytes = 100, resolver } = options
  const largestBytes = largestMegabytes * 2 ** 20
  const clientOf = createGitHttp({ allow, credentials, timeoutMs, largestBytes, resolver })
  const limits = { largestObjectBytes: largestBytes, largestTotalBytes: 5 * largestBytes }
  const repositories = createGitRepositories(clientOf, limits)
  const heads = createShared<string>(keepMs, maxHeads)
  const snapshots = createShared<GitSnapshot>(keepMs, maxSnapshots)

  async function snapshotOf({ repository, ref }: GitTarget, commit: string, signal: AbortSignal | undefined): Promise<GitSnapshot> {
    return snapshots.get(`${repository}#${ref} ${commit}`, 0, () => repositories.snapshot(repository, ref, signal))
  }

  return {
    type: 'git',
    async read(text: string, { etag, signal, since = performance.now() }: ReadOptions): Promise<ReadResult> {
      const target = parseGitTarget(text)
      const { repository, ref, path: file } = target
      const head = await heads.get(`${repository}#${ref}`, since, () => repositories.head(repository, ref, signal))
      if (head === etag) return { notModified: true }
      const snapshot = await snapshotOf(target, head, signal)
      // The ref may have moved on since it was asked for.
      const { commit } = snapshot
      const found = { etag: commit, revision: commit }
      const paths = isGlob(file) ? await snapshot.paths() : [file]
      // A file whose own name looks like a pattern is itself.
      if (!paths.includes(file)) {
        const fitting = paths.filter(each => path.matchesGlob(each, file))
        return { ...found, files: [], targets: fitting.map(each => formatGitTarget({ ...target, path: each })) }
      }
      const bytes = await snapshot.read(file)
      const name = formatGitTarget(target)
      if (bytes.length > largestSourceBytes) throw sourceInvalid(tooLarge(name, bytes.length, largestSourceBytes))
      return { ...found, files: [{ target: name, text: toText(bytes, name) }] }
    },
    resolve: (target, base) => formatGitTarget(resolveGitTarget(target, base)),
    isSameRepository(target, base) {
      const [one, other] = [parseGitTarget(target), parseGitTarget(base)]
      return one.repository === other.repository && one.ref === other.ref
    },
  }
}

interface Shared<T> {
  readonly value: Promise<T>
  readonly askedAt: number
}

/** What several ask for is looked for once, and kept for a while for those whom an answer of then still serves. Failures are not kept. */
function createShared<T>(keepMs: number, max: number) {
  // Purged by itself: what is kept may be large, and nobody may ask again.
  const kept = new LRUCache<string, Shared<T>>({ max, ttl: keepMs, ttlAutopurge: true })

  return {
    /** Not older than `since`. */
    get(key: string, since: number, find: () => Promise<T>): Promise<T> {
      const known = kept.get(key)
      if (known && known.askedAt >= since) return known.value
      const entry = { value: find(), askedAt: performance.now() }
      const isCurrent = () => kept.peek(key, { allowStale: true }) === entry
      // Its time begins when it is there.
      entry.value.then(
        () => isCurrent() && kept.set(key, entry),
        () => isCurrent() && kept.delete(key),
      )
      kept.set(key, entry, { ttl: 0 })
      return entry.value
    },
  }
}
