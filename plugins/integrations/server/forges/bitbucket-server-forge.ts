import { originOf } from '../hosts/host-address.ts'
import { readApiFile, type Forge, type ForgeDependencies, type ForgeTarget, type KnownTarget } from './forge.ts'
import { encodePath, invalidTarget, isCommit, segmentsOf, toDate } from './paths.ts'

interface Commit {
  readonly id: string
  readonly committerTimestamp?: number
  readonly author?: { readonly name?: string; readonly displayName?: string }
}

interface Page<T> {
  readonly values: readonly T[]
  readonly isLastPage: boolean
  readonly nextPageStart?: number | null
}

/** Bitbucket Server and Data Center: `https://host/projects/KEY/repos/name/browse/path?at=branch`. */
export function createBitbucketServerForge({ api, settings }: ForgeDependencies): Forge {
  const { host, apiBaseUrl: base = '' } = settings
  const repo = ({ repository }: ForgeTarget) => {
    const [project = '', name = ''] = repository.split('/')
    return `${base}/projects/${encodeURIComponent(project)}/repos/${encodeURIComponent(name)}`
  }

  function parse(url: URL): ForgeTarget {
    const [scope, project, repos, name, view, ...rest] = segmentsOf(url)
    const isKnown = (scope === 'projects' || scope === 'users') && repos === 'repos' && name !== undefined
    if (!isKnown || (view !== undefined && view !== 'browse' && view !== 'raw'))
      throw invalidTarget(url, `expected ${originOf(host)}/projects/KEY/repos/repository/browse/path?at=branch`)
    const at = url.searchParams.get('at') ?? undefined
    const ref = at?.replace(/^refs\/(heads|tags)\//, '')
    return {
      repository: `${scope === 'users' ? '~' : ''}${project}/${name}`,
      ref,
      path: rest.join('/'),
      isFolder: url.pathname.endsWith('/') || rest.length === 0,
    }
  }

  function format({ repository, ref, path, isFolder }: ForgeTarget): string {
    const [project = '', name = ''] = repository.split('/')
    const scope = project.startsWith('~') ? `users/${project.slice(1)}` : `projects/${project}`
    const end = isFolder && path !== '' && !path.endsWith('/') ? '/' : ''
    const at = ref === undefined ? '' : `?at=${encodeURIComponent(ref)}`
    return `${originOf(host)}/${scope}/repos/${name}/browse${path === '' ? '' : `/${encodePath(path)}`}${end}${at}`
  }

  async function newest(target: KnownTarget, path: string, signal: AbortSignal | undefined): Promise<Commit | undefined> {
    const query = { until: target.ref, limit: 1, ...(path !== '' && { path }) }
    return (await api.json<Page<Commit>>(`${repo(target)}/commits`, { query, signal })).values[0]
  }

  return {
    type: 'bitbucketServer',
    host,
    parse,
    accepts: url => /^\/(projects|users)\/[^/]+\/repos\/[^/]+(\/(browse|raw)|\/?$)/.test(url.pathname),
    format,
    editUrl: url => (isCommit(parse(url).ref) ? undefined : url.href),
    async defaultBranch(target, { signal }) {
      const answer = await api.call(`${repo(target)}/default-branch`, { signal, isCached: true })
      const found = answer.status === 404 ? `${repo(target)}/branches/default` : `${repo(target)}/default-branch`
      return (await api.json<{ displayId: string }>(found, { signal, isCached: true })).displayId
    },
    readFile(target, options) {
      const url = `${repo(target)}/raw/${encodePath(target.path)}?at=${encodeURIComponent(target.ref)}`
      return readApiFile(api, url, { headers: { accept: '*/*' } }, options)
    },
    async head(target, { signal }) {
      const commit = await newest(target, '', signal)
      return { revision: commit?.id ?? '', at: toDate(commit?.committerTimestamp) }
    },
    async lastChange(target, { signal }) {
      const commit = await newest(target, target.path, signal)
      return { revision: commit?.id, at: toDate(commit?.committerTimestamp), by: commit?.author?.displayName ?? commit?.author?.name }
    },
    async paths(target, revision, { signal }) {
      const found: string[] = []
      let start: number | null | undefined = 0
      for (let pages = 0; typeof start === 'number' && pages < 10_000; pages += 1) {
        const page: Page<string> = await api.json(`${repo(target)}/files`, { query: { at: revision, limit: 1000, start }, signal })
        found.push(...page.values)
        start = page.isLastPage || page.nextPageStart === start ? undefined : page.nextPageStart
      }
      return found
    },
    archiveDepth: 0,
    async archive(target, revision, { signal }) {
      const url = `${repo(target)}/archive?format=tar.gz&at=${encodeURIComponent(revision)}`
      return (await api.get(url, { signal, isStreamed: true, headers: { accept: '*/*' } })).stream!
    },
  }
}
