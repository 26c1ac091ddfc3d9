import { originOf } from '../hosts/host-address.ts'
import { readApiFile, type Forge, type ForgeDependencies, type ForgeTarget, type KnownTarget } from './forge.ts'
import { encodePath, encodeRef, invalidTarget, isCommit, segmentsOf, toDate } from './paths.ts'

interface Commit {
  readonly sha: string
  readonly commit?: { readonly author?: { readonly name?: string } | null; readonly committer?: { readonly date?: string } | null } | null
}

const views = ['blob', 'tree', 'edit', 'raw']

/** GitHub: `https://host/owner/repo/blob/branch/path`. */
export function createGithubForge({ api, settings, hasCredentials }: ForgeDependencies): Forge {
  const { host, apiBaseUrl: base = '' } = settings
  const { rawBaseUrl } = settings.entry as { rawBaseUrl?: string }
  const raw = rawBaseUrl?.replace(/\/+$/, '') ?? (host === 'github.com' ? 'https://raw.githubusercontent.com' : undefined)
  const ownerOf = (target: ForgeTarget) => target.repository.split('/')[0]
  const repo = ({ repository }: ForgeTarget) => `${base}/repos/${encodePath(repository)}`

  function parse(url: URL): ForgeTarget {
    const [owner, name, view, ref, ...rest] = segmentsOf(url)
    if (owner === undefined || name === undefined || (view !== undefined && !views.includes(view)))
      throw invalidTarget(url, `expected ${originOf(host)}/owner/repository/blob/branch/path`)
    const isFolder = view === 'tree' || view === undefined || url.pathname.endsWith('/')
    return { repository: `${owner}/${name.replace(/\.git$/, '')}`, ref, path: rest.join('/'), isFolder }
  }

  async function commitOf(target: KnownTarget, path: string, signal: AbortSignal | undefined): Promise<Commit | undefined> {
    const query = { sha: target.ref, per_page: 1, ...(path !== '' && { path }) }
    return (await api.json<Commit[]>(`${repo(target)}/commits`, { query, owner: ownerOf(target), signal }))[0]
  }

  return {
    type: 'github',
    host,
    parse,
    accepts(url) {
      const [owner, name, view] = url.pathname.split('/').filter(Boolean)
      return owner !== undefined && name !== undefined && owner !== 'api' && (view === undefined || views.includes(view))
    },
    format: ({ repository, ref, path, isFolder }) =>
      ref === undefined && path === ''
        ? `${originOf(host)}/${repository}`
        : `${originOf(host)}/${repository}/${isFolder ? 'tree' : 'blob'}/${encodeRef(ref ?? 'HEAD')}/${encodePath(path)}`,
    editUrl(url) {
      const { ref } = parse(url)
      return ref === undefined || isCommit(ref)
        ? undefined
        : url.href.replace(/^(https?:\/\/[^/]+\/[^/]+\/[^/]+)\/(blob|tree|raw)\//, '$1/edit/')
    },
    async defaultBranch(target, { signal }) {
      if (!hasCredentials && raw !== undefined) return 'HEAD'
      const { default_branch: name } = await api.json<{ default_branch: string }>(repo(target), {
        owner: ownerOf(target),
        signal,
        isCached: true,
      })
      return name
    },
    readFile(target, options) {
      const { repository, ref, path } = target
      // Without credentials the API allows sixty requests an hour; raw files do not count.
      if (!hasCredentials && raw !== undefined)
        return readApiFile(api, `${raw}/${repository}/${encodePath(ref)}/${encodePath(path)}`, {}, options)
      const headers = { accept: 'application/vnd.github.raw+json' }
      const url = `${repo(target)}/contents/${encodePath(path)}?ref=${encodeURIComponent(ref)}`
      return readApiFile(api, url, { headers, owner: ownerOf(target) }, options)
    },
    async head(target, { signal }) {
      const commit = await api.json<Commit>(`${repo(target)}/commits/${encodeRef(target.ref)}`, {
        owner: ownerOf(target),
        signal,
        isCached: true,
      })
      return { revision: commit.sha, at: toDate(commit.commit?.committer?.date) }
    },
    async lastChange(target, { signal }) {
      const commit = await commitOf(target, target.path, signal)
      return { revision: commit?.sha, at: toDate(commit?.commit?.committer?.date), by: commit?.commit?.author?.name }
    },
    async paths(target, revision, { signal }) {
      const url = `${repo(target)}/git/trees/${revision}?recursive=1`
      const { tree, truncated } = await api.json<{ tree: { path: string; type: string }[]; truncated: boolean }>(url, {
        owner: ownerOf(target),
        signal,
      })
      return truncated ? undefined : tree.filter(({ type }) => type === 'blob').map(({ path }) => path)
    },
    async archive(target, revision, { signal }) {
      const { stream } = await api.get(`${repo(target)}/tarball/${revision}`, { owner: ownerOf(target), signal, isStreamed: true })
      return stream!
    },
  }
}
