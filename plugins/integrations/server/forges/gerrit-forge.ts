import { readApiFile, type Forge, type ForgeDependencies, type ForgeTarget, type KnownTarget } from './forge.ts'
import { encodePath, encodeRef, invalidTarget, segmentsOf, toDate } from './paths.ts'

/** How long the name of a commit is in addresses of Gitiles. */
export const gerritCommitLength = 40

interface Entry {
  readonly baseUrl?: string
  readonly gitilesBaseUrl?: string
  readonly disableEditUrl?: boolean
}

/** Gerrit with Gitiles: `https://host/gitiles/project/+/refs/heads/branch/path`. */
export function createGerritForge({ api, settings, hasCredentials }: ForgeDependencies): Forge {
  const { host, apiBaseUrl: base = '' } = settings
  const { gitilesBaseUrl, disableEditUrl = false } = settings.entry as Entry
  const gitiles = (gitilesBaseUrl ?? base).replace(/\/+$/, '')
  const root = segmentsOf(new URL(gitiles))
  // Addresses below /a ask for a login; those without it are for everyone.
  const authenticated = hasCredentials ? `${base}/a` : base
  const project = ({ repository }: ForgeTarget) => `${authenticated}/projects/${encodeURIComponent(repository)}`
  const isHash = (ref: string) => ref.length === gerritCommitLength && /^[0-9a-f]+$/i.test(ref)
  const refPath = ({ ref }: KnownTarget) => (isHash(ref) ? `commits/${ref}` : `branches/${encodeURIComponent(ref)}`)

  function parse(url: URL): ForgeTarget {
    const segments = segmentsOf(url).slice(root.length)
    const at = segments.indexOf('+')
    const names = (at === -1 ? segments : segments.slice(0, at)).filter((each, index) => index > 0 || each !== 'a')
    const rest = at === -1 ? [] : segments.slice(at + 1)
    const expected = `expected ${gitiles}/project/+/refs/heads/branch/path`
    if (names.length === 0) throw invalidTarget(url, expected)
    const [first] = rest
    const isFolder = url.pathname.endsWith('/')
    const repository = names.join('/')
    if (first === undefined) return { repository, ref: undefined, path: '', isFolder: true }
    if (isHash(first) || first === 'HEAD')
      return { repository, ref: first === 'HEAD' ? undefined : first, path: rest.slice(1).join('/'), isFolder }
    if (first !== 'refs' || rest[1] !== 'heads' || rest[2] === undefined) throw invalidTarget(url, expected)
    return { repository, ref: rest[2], path: rest.slice(3).join('/'), isFolder }
  }

  async function head(target: KnownTarget, signal: AbortSignal | undefined) {
    if (isHash(target.ref)) return { revision: target.ref }
    const { revision } = await api.json<{ revision: string }>(`${project(target)}/branches/${encodeURIComponent(target.ref)}`, { signal })
    return { revision }
  }

  return {
    type: 'gerrit',
    host,
    parse,
    accepts: url => url.href.startsWith(gitiles) && url.pathname.includes('/+/'),
    format: ({ repository, ref, path, isFolder }) =>
      `${gitiles}/${encodePath(repository)}/+/${ref === undefined ? 'HEAD' : isHash(ref) ? ref : `refs/heads/${encodeRef(ref)}`}${path === '' ? '' : `/${encodePath(path)}`}${isFolder && path !== '' && !path.endsWith('/') ? '/' : ''}`,
    editUrl(url) {
      const { repository, ref, path } = parse(url)
      if (disableEditUrl || ref === undefined || isHash(ref)) return undefined
      return `${base}/admin/repos/edit/repo/${encodePath(repository)}/branch/refs/heads/${encodePath(ref)}/file/${encodePath(path)}`
    },
    async defaultBranch(target, { signal }) {
      const head = await api.json<string>(`${project(target)}/HEAD`, { signal })
      return head.replace(/^refs\/heads\//, '')
    },
    readFile(target, options) {
      const url = `${project(target)}/${refPath(target)}/files/${encodeURIComponent(target.path)}/content`
      return readApiFile(api, url, {}, options, ({ bytes }) => Buffer.from(String(bytes), 'base64'))
    },
    head: (target, { signal }) => head(target, signal),
    async lastChange(target, { signal }) {
      const { revision } = await head(target, signal)
      const commit = await api.json<{ committer?: { date?: string } }>(`${project(target)}/commits/${revision}`, { signal })
      // Gerrit tells times in UTC without saying so.
      return { revision, at: toDate(commit.committer?.date && `${commit.committer.date.replace(' ', 'T').slice(0, 19)}Z`) }
    },
    paths: async () => undefined,
    archiveDepth: 0,
    async archive(target, revision, { signal }) {
      const prefix = hasCredentials && gitiles.startsWith(base) ? gitiles.replace(base, authenticated) : gitiles
      const url = `${prefix}/${encodePath(target.repository)}/+archive/${revision}.tar.gz`
      return (await api.get(url, { signal, isStreamed: true, headers: { accept: '*/*' } })).stream!
    },
  }
}
