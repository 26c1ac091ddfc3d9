import { originOf } from '../hosts/host-address.ts'
import { readApiFile, type Forge, type ForgeDependencies, type ForgeTarget, type KnownTarget } from './forge.ts'
import { encodePath, encodeRef, invalidTarget, isCommit, segmentsOf, toDate } from './paths.ts'

interface Commit {
  readonly id: string
  readonly committed_date?: string
  readonly author_name?: string
}

const views = ['blob', 'tree', 'edit', 'raw']

/** GitLab: `https://host/group/subgroup/project/-/blob/branch/path`, or without `/-` as older ones have it. */
export function createGitlabForge({ api, settings }: ForgeDependencies): Forge {
  const { host, apiBaseUrl: base = '' } = settings
  const { baseUrl = `${originOf(host)}` } = settings.entry as { baseUrl?: string }
  const root = segmentsOf(new URL(baseUrl))
  const origin = baseUrl.replace(/\/+$/, '')
  const project = ({ repository }: ForgeTarget) => `${base}/projects/${encodeURIComponent(repository)}`

  function split(url: URL) {
    const segments = segmentsOf(url).slice(root.length)
    const dash = segments.indexOf('-')
    const at = dash === -1 ? segments.findIndex((each, index) => index >= 2 && views.includes(each)) : dash
    return { names: at === -1 ? segments : segments.slice(0, at), rest: at === -1 ? [] : segments.slice(dash === -1 ? at : at + 1) }
  }

  function parse(url: URL): ForgeTarget {
    const { names, rest } = split(url)
    const [view, ref, ...path] = rest
    if (names.length < 2 || (view !== undefined && !views.includes(view)))
      throw invalidTarget(url, `expected ${origin}/group/project/-/blob/branch/path`)
    const isFolder = view === undefined || view === 'tree' || url.pathname.endsWith('/')
    return { repository: names.join('/').replace(/\.git$/, ''), ref, path: path.join('/'), isFolder }
  }

  async function newest(target: KnownTarget, path: string, signal: AbortSignal | undefined): Promise<Commit | undefined> {
    const query = { ref_name: target.ref, per_page: 1, ...(path !== '' && { path }) }
    return (await api.json<Commit[]>(`${project(target)}/repository/commits`, { query, signal }))[0]
  }

  return {
    type: 'gitlab',
    host,
    parse,
    accepts(url) {
      const { names, rest } = split(url)
      return names.length >= 2 && names[0] !== 'api' && (rest[0] === undefined || views.includes(rest[0]))
    },
    format: ({ repository, ref, path, isFolder }) =>
      ref === undefined && path === ''
        ? `${origin}/${repository}`
        : `${origin}/${repository}/-/${isFolder ? 'tree' : 'blob'}/${encodeRef(ref ?? 'HEAD')}/${encodePath(path)}`,
    editUrl(url) {
      const { ref } = parse(url)
      return ref === undefined || isCommit(ref) ? undefined : url.href.replace(/\/(-\/)?(blob|tree|raw)\//, '/-/edit/')
    },
    async defaultBranch(target, { signal }) {
      return (await api.json<{ default_branch?: string }>(project(target), { signal, isCached: true })).default_branch ?? 'main'
    },
    readFile(target, options) {
      const url = `${project(target)}/repository/files/${encodeURIComponent(target.path)}/raw?ref=${encodeURIComponent(target.ref)}`
      return readApiFile(api, url, { headers: { accept: '*/*' } }, options)
    },
    async head(target, { signal }) {
      const url = `${project(target)}/repository/commits/${encodeRef(target.ref)}`
      const { id, committed_date: at } = await api.json<Commit>(url, { signal, isCached: true })
      return { revision: id, at: toDate(at) }
    },
    async lastChange(target, { signal }) {
      const commit = await newest(target, target.path, signal)
      return { revision: commit?.id, at: toDate(commit?.committed_date), by: commit?.author_name }
    },
    async paths(target, revision, { signal }) {
      const found: string[] = []
      const query = { ref: revision, recursive: true, per_page: 100, pagination: 'keyset' }
      for await (const page of api.pages<{ path: string; type: string }[]>(`${project(target)}/repository/tree`, { query, signal }))
        found.push(...page.filter(({ type }) => type === 'blob').map(({ path }) => path))
      return found
    },
    async archive(target, revision, { signal }) {
      const path = target.path === '' ? '' : `&path=${encodeURIComponent(target.path)}`
      const url = `${project(target)}/repository/archive.tar.gz?sha=${revision}${path}`
      return (await api.get(url, { signal, isStreamed: true, headers: { accept: '*/*' } })).stream!
    },
  }
}
