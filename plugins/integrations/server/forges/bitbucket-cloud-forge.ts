import { originOf } from '../hosts/host-address.ts'
import { readApiFile, type Forge, type ForgeDependencies, type ForgeOptions, type ForgeTarget, type KnownTarget } from './forge.ts'
import { encodePath, encodeRef, invalidTarget, isCommit, segmentsOf, toDate } from './paths.ts'
import { createSingleFlight } from '../reading/single-flight.ts'
import type { LastChange } from '../reading/source-reader.ts'

interface Commit {
  readonly hash: string
  readonly date?: string
  /** `Name <mail>`; the user where the host knows whose mail that is. */
  readonly author?: { readonly raw?: string; readonly user?: { readonly display_name?: string } }
}

interface Page<T> {
  readonly values: readonly T[]
  readonly next?: string
}

/** Bitbucket Cloud: `https://bitbucket.org/workspace/repository/src/branch/path`. */
export function createBitbucketCloudForge({ api, settings }: ForgeDependencies): Forge {
  const { host, apiBaseUrl: base = '' } = settings
  const repo = ({ repository }: ForgeTarget) => `${base}/repositories/${encodePath(repository)}`

  function parse(url: URL): ForgeTarget {
    const [workspace, name, view, ref, ...rest] = segmentsOf(url)
    if (workspace === undefined || name === undefined || (view !== undefined && view !== 'src' && view !== 'raw'))
      throw invalidTarget(url, `expected ${originOf(host)}/workspace/repository/src/branch/path`)
    const isFolder = view === undefined || url.pathname.endsWith('/')
    return { repository: `${workspace}/${name.replace(/\.git$/, '')}`, ref, path: rest.join('/'), isFolder }
  }

  async function newest(target: ForgeTarget & { ref: string }, path: string, signal: AbortSignal | undefined): Promise<Commit | undefined> {
    const query = { include: target.ref, pagelen: 1, ...(path !== '' && { path }) }
    return (await api.json<Page<Commit>>(`${repo(target)}/commits`, { query, signal })).values[0]
  }

  const heads = createHeads(async (target, { signal }) => {
    const commit = await newest(target, '', signal)
    return { revision: commit?.hash ?? '', at: toDate(commit?.date) }
  })

  return {
    type: 'bitbucketCloud',
    host,
    parse,
    accepts(url) {
      const [, name, view] = url.pathname.split('/').filter(Boolean)
      return name !== undefined && (view === undefined || view === 'src')
    },
    format: ({ repository, ref, path, isFolder }) =>
      ref === undefined && path === ''
        ? `${originOf(host)}/${repository}`
        : `${originOf(host)}/${repository}/src/${encodeRef(ref ?? 'HEAD')}/${encodePath(path)}${isFolder && path !== '' && !path.endsWith('/') ? '/' : ''}`,
    editUrl(url) {
      const { ref } = parse(url)
      if (ref === undefined || isCommit(ref)) return undefined
      const edit = new URL(url)
      edit.searchParams.set('mode', 'edit')
      edit.searchParams.set('at', ref)
      return edit.href
    },
    async defaultBranch(target, { signal }) {
      const { mainbranch } = await api.json<{ mainbranch?: { name?: string } | null }>(repo(target), { signal, isCached: true })
      return mainbranch?.name ?? 'main'
    },
    async readFile(target, options) {
      // A branch with a slash cannot be part of this address; its commit can.
      const ref = target.ref.includes('/') ? (await heads(target, options)).revision : target.ref
      return readApiFile(api, `${repo(target)}/src/${encodeRef(ref)}/${encodePath(target.path)}`, { headers: { accept: '*/*' } }, options)
    },
    head: heads,
    async lastChange(target, { signal }) {
      const commit = await newest(target, target.path, signal)
      const by = commit?.author?.user?.display_name ?? commit?.author?.raw?.replace(/\s*<[^>]*>\s*$/, '')
      return { revision: commit?.hash, at: toDate(commit?.date), by }
    },
    async paths(target, revision, { signal }) {
      const found: string[] = []
      let next: string | undefined =
        `${repo(target)}/src/${revision}/?max_depth=50&pagelen=100&q=${encodeURIComponent('type="commit_file"')}`
      for (let pages = 0; next !== undefined && pages < 10_000; pages += 1) {
        const page: Page<{ path: string; type: string }> = await api.json(next, { signal })
        found.push(...page.values.filter(({ type }) => type === 'commit_file').map(({ path }) => path))
        next = page.next !== undefined && new URL(page.next).host === new URL(next).host ? page.next : undefined
      }
      return found
    },
    async archive(target, revision, { signal }) {
      const url = `${base.includes('api.bitbucket.org') ? `${originOf(host)}` : new URL(base).origin}/${encodePath(target.repository)}/get/${revision}.tar.gz`
      return (await api.get(url, { signal, isStreamed: true, headers: { accept: '*/*' } })).stream!
    },
  }
}

type Head = LastChange & { readonly revision: string }

const keepMs = 10_000
const maxHeads = 1000

/** The newest commits of refs, shared by those who ask within a few seconds: many files of a repository are read one after the other. */
function createHeads(find: (target: KnownTarget, options: ForgeOptions) => Promise<Head>) {
  const heads = createSingleFlight<Head>(keepMs, maxHeads)
  return (target: KnownTarget, options: ForgeOptions): Promise<Head> =>
    heads.get(`${target.repository}#${target.ref}`, performance.now() - keepMs, () => find(target, options))
}
