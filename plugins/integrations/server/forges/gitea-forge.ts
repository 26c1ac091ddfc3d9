import { originOf } from '../hosts/host-address.ts'
import { readApiFile, type Forge, type ForgeDependencies, type ForgeTarget, type KnownTarget } from './forge.ts'
import { encodePath, encodeRef, invalidTarget, isCommit, segmentsOf, toDate } from './paths.ts'

interface Commit {
  readonly sha: string
  readonly commit?: { readonly author?: { readonly name?: string } | null; readonly committer?: { readonly date?: string } | null }
}

interface Tree {
  readonly tree: readonly { readonly path: string; readonly type: string }[] | null
  readonly truncated?: boolean
}

/** Gitea and Forgejo: `https://host/owner/repository/src/branch/main/path`, also `src/tag` and `src/commit`. */
export function createGiteaForge({ api, settings }: ForgeDependencies): Forge {
  const { host, apiBaseUrl: base = '' } = settings
  const { baseUrl = `${originOf(host)}` } = settings.entry as { baseUrl?: string }
  const origin = baseUrl.replace(/\/+$/, '')
  const root = segmentsOf(new URL(baseUrl))
  const repo = ({ repository }: ForgeTarget) => `${base}/repos/${encodePath(repository)}`

  function parse(url: URL): ForgeTarget {
    const [owner, name, view, kind, ref, ...rest] = segmentsOf(url).slice(root.length)
    const isView = view === undefined || ((view === 'src' || view === 'raw') && ['branch', 'tag', 'commit'].includes(kind ?? ''))
    if (owner === undefined || name === undefined || !isView)
      throw invalidTarget(url, `expected ${origin}/owner/repository/src/branch/main/path`)
    return {
      repository: `${owner}/${name.replace(/\.git$/, '')}`,
      ref,
      path: rest.join('/'),
      isFolder: rest.length === 0 || url.pathname.endsWith('/'),
    }
  }

  async function newest(target: KnownTarget, path: string, signal: AbortSignal | undefined): Promise<Commit | undefined> {
    const query = { sha: target.ref, limit: 1, stat: false, ...(path !== '' && { path }) }
    return (await api.json<Commit[]>(`${repo(target)}/commits`, { query, signal }))[0]
  }

  return {
    type: 'gitea',
    host,
    parse,
    accepts(url) {
      const [owner, name, view] = segmentsOf(url).slice(root.length)
      return owner !== undefined && name !== undefined && owner !== 'api' && (view === undefined || view === 'src')
    },
    format: ({ repository, ref, path, isFolder }) =>
      ref === undefined && path === ''
        ? `${origin}/${repository}`
        : `${origin}/${repository}/src/${isCommit(ref) ? 'commit' : 'branch'}/${encodeRef(ref ?? 'HEAD')}/${encodePath(path)}${isFolder && path !== '' && !path.endsWith('/') ? '/' : ''}`,
    editUrl(url) {
      const { repository, ref, path } = parse(url)
      return ref === undefined || isCommit(ref) ? undefined : `${origin}/${repository}/_edit/${encodeRef(ref)}/${encodePath(path)}`
    },
    async defaultBranch(target, { signal }) {
      return (await api.json<{ default_branch?: string }>(repo(target), { signal, isCached: true })).default_branch ?? 'main'
    },
    readFile(target, options) {
      const url = `${repo(target)}/raw/${encodePath(target.path)}?ref=${encodeURIComponent(target.ref)}`
      return readApiFile(api, url, { headers: { accept: '*/*' } }, options)
    },
    async head(target, { signal }) {
      const commit = await newest(target, '', signal)
      return { revision: commit?.sha ?? '', at: toDate(commit?.commit?.committer?.date) }
    },
    async lastChange(target, { signal }) {
      const commit = await newest(target, target.path, signal)
      return { revision: commit?.sha, at: toDate(commit?.commit?.committer?.date), by: commit?.commit?.author?.name }
    },
    async paths(target, revision, { signal }) {
      const found: string[] = []
      for (let page = 1; page <= 1000; page += 1) {
        const query = { recursive: true, per_page: 1000, page }
        const { tree, truncated } = await api.json<Tree>(`${repo(target)}/git/trees/${revision}`, { query, signal })
        found.push(...(tree ?? []).filter(({ type }) => type === 'blob').map(({ path }) => path))
        if (!truncated || (tree ?? []).length === 0) break
      }
      return found
    },
    async archive(target, revision, { signal }) {
      return (await api.get(`${repo(target)}/archive/${revision}.tar.gz`, { signal, isStreamed: true, headers: { accept: '*/*' } })).stream!
    },
  }
}
