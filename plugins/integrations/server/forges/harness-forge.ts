import { originOf } from '../hosts/host-address.ts'
import { readApiFile, type Forge, type ForgeDependencies, type ForgeTarget, type KnownTarget } from './forge.ts'
import { encodePath, encodeRef, invalidTarget, isCommit, segmentsOf, toDate } from './paths.ts'

interface Commits {
  readonly commits?: readonly {
    readonly sha: string
    readonly author?: { readonly identity?: { readonly name?: string } }
    readonly committer?: { readonly when?: string }
  }[]
}

/** Harness Code: `https://host/ng/account/x/module/code/orgs/o/projects/p/repos/name/files/branch/~/path`. */
export function createHarnessForge({ api, settings }: ForgeDependencies): Forge {
  const { host, apiBaseUrl: base = '' } = settings
  const expected = `expected ${originOf(host)}/ng/account/x/module/code/orgs/o/projects/p/repos/name/files/branch/~/path`
  const account = ({ repository }: ForgeTarget) => repository.split('/')[0] ?? ''
  const repo = ({ repository }: ForgeTarget) => `${base}/repos/${encodePath(repository)}/+`
  const gitRef = (ref: string) => (isCommit(ref) ? ref : `refs/heads/${ref}`)
  const query = (target: KnownTarget) => ({ routingId: account(target), git_ref: gitRef(target.ref) })

  function after(segments: readonly string[], name: string): string | undefined {
    const at = segments.indexOf(name)
    return at === -1 ? undefined : segments[at + 1]
  }

  function parse(url: URL): ForgeTarget {
    const segments = segmentsOf(url)
    const names = ['account', 'orgs', 'projects', 'repos'].map(name => after(segments, name))
    if (names.some(name => name === undefined)) throw invalidTarget(url, expected)
    const files = segments.indexOf('files')
    const tilde = segments.indexOf('~')
    const ref = files === -1 ? undefined : segments.slice(files + 1, tilde === -1 ? undefined : tilde).join('/') || undefined
    const path = tilde === -1 ? '' : segments.slice(tilde + 1).join('/')
    return { repository: names.join('/'), ref, path, isFolder: path === '' || url.pathname.endsWith('/') }
  }

  async function newest(target: KnownTarget, path: string, signal: AbortSignal | undefined) {
    const given = { ...query(target), limit: 1, ...(path !== '' && { path }) }
    return (await api.json<Commits>(`${repo(target)}/commits`, { query: given, signal })).commits?.[0]
  }

  return {
    type: 'harness',
    host,
    parse,
    accepts: url => url.pathname.includes('/module/code/') && url.pathname.includes('/repos/'),
    format({ repository, ref, path, isFolder }) {
      const [name, org, project, ...rest] = repository.split('/')
      const files =
        ref === undefined
          ? ''
          : `/files/${encodeRef(ref)}${path === '' ? '' : `/~/${encodePath(path)}${isFolder && !path.endsWith('/') ? '/' : ''}`}`
      return `${originOf(host)}/ng/account/${name}/module/code/orgs/${org}/projects/${project}/repos/${rest.join('/')}${files}`
    },
    editUrl: url => (isCommit(parse(url).ref) ? undefined : url.href.replace('/files/', '/edit/')),
    async defaultBranch(target, { signal }) {
      const given = { routingId: account(target) }
      return (await api.json<{ default_branch?: string }>(repo(target), { query: given, signal, isCached: true })).default_branch ?? 'main'
    },
    readFile: (target, options) =>
      readApiFile(api, `${repo(target)}/raw/${encodePath(target.path)}`, { query: query(target), headers: { accept: '*/*' } }, options),
    async head(target, { signal }) {
      const commit = await newest(target, '', signal)
      return { revision: commit?.sha ?? '', at: toDate(commit?.committer?.when) }
    },
    async lastChange(target, { signal }) {
      const commit = await newest(target, target.path, signal)
      return { revision: commit?.sha, at: toDate(commit?.committer?.when), by: commit?.author?.identity?.name }
    },
    async paths(target, _revision, { signal }) {
      return (await api.json<{ files?: string[] }>(`${repo(target)}/paths`, { query: query(target), signal })).files ?? []
    },
    archiveDepth: 0,
    async archive(target, revision, { signal }) {
      const url = `${repo(target)}/archive/${revision}.tar.gz?routingId=${encodeURIComponent(account(target))}`
      return (await api.get(url, { signal, isStreamed: true, headers: { accept: '*/*' } })).stream!
    },
  }
}
