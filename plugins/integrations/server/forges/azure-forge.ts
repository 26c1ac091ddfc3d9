import { originOf } from '../hosts/host-address.ts'
import { readApiFile, type Forge, type ForgeDependencies, type ForgeTarget, type KnownTarget } from './forge.ts'
import { invalidTarget, isCommit, segmentsOf, toDate } from './paths.ts'

interface Commit {
  readonly commitId: string
  readonly author?: { readonly name?: string }
  readonly committer?: { readonly date?: string }
}

const version = '6.0'

/** Azure DevOps: `https://dev.azure.com/organisation/project/_git/repository?path=/file&version=GBbranch`. */
export function createAzureForge({ api, settings }: ForgeDependencies): Forge {
  const { host, apiBaseUrl: base = '' } = settings

  /** `organisation/project/repository`. */
  function parts({ repository }: ForgeTarget) {
    const [organization = '', project = '', ...name] = repository.split('/')
    return { organization, project, name: name.join('/') }
  }

  function repo(target: ForgeTarget): string {
    const { organization, project, name } = parts(target)
    return `${base}/${encodeURIComponent(organization)}/${encodeURIComponent(project)}/_apis/git/repositories/${encodeURIComponent(name)}`
  }

  function parse(url: URL): ForgeTarget {
    const segments = segmentsOf(url)
    const at = segments.indexOf('_git')
    const name = segments[at + 1]
    if (at < 1 || name === undefined)
      throw invalidTarget(
        url,
        `an address of Azure DevOps must contain _git, as in ${originOf(host)}/organisation/project/_git/repository?path=/file`,
      )
    const given = url.searchParams.get('version') ?? undefined
    if (given !== undefined && !given.startsWith('GB'))
      throw invalidTarget(url, `the version of an address of Azure DevOps must start with GB, followed by a branch, not '${given}'`)
    const [organization = '', project = name] = segments.slice(0, at)
    const path = (url.searchParams.get('path') ?? '').replace(/^\/+/, '')
    return { repository: `${organization}/${project}/${name}`, ref: given?.slice(2), path, isFolder: path === '' || path.endsWith('/') }
  }

  function format(target: ForgeTarget): string {
    const { organization, project, name } = parts(target)
    const url = new URL(
      `${originOf(host)}/${encodeURIComponent(organization)}/${encodeURIComponent(project)}/_git/${encodeURIComponent(name)}`,
    )
    const query = [
      ...(target.path === '' ? [] : [`path=${encodeURIComponent(`/${target.path}`).replaceAll('%2F', '/')}`]),
      ...(target.ref === undefined ? [] : [`version=GB${encodeURIComponent(target.ref)}`]),
    ]
    return query.length === 0 ? url.href : `${url.href}?${query.join('&')}`
  }

  async function newest(target: KnownTarget, path: string, signal: AbortSignal | undefined): Promise<Commit | undefined> {
    const query = {
      'searchCriteria.itemVersion.version': target.ref,
      'searchCriteria.itemVersion.versionType': isCommit(target.ref) ? 'commit' : 'branch',
      'searchCriteria.$top': 1,
      ...(path !== '' && { 'searchCriteria.itemPath': `/${path}` }),
      'api-version': version,
    }
    return (await api.json<{ value: Commit[] }>(`${repo(target)}/commits`, { query, signal })).value[0]
  }

  return {
    type: 'azure',
    host,
    parse,
    accepts: url => !url.pathname.includes('/_apis/'),
    format,
    editUrl: url => (isCommit(parse(url).ref) ? undefined : url.href),
    async defaultBranch(target, { signal }) {
      const { defaultBranch } = await api.json<{ defaultBranch?: string }>(repo(target), {
        query: { 'api-version': version },
        signal,
        isCached: true,
      })
      return defaultBranch?.replace(/^refs\/heads\//, '') ?? 'main'
    },
    readFile(target, options) {
      const query = {
        path: `/${target.path}`,
        'versionDescriptor.version': target.ref,
        'versionDescriptor.versionType': isCommit(target.ref) ? 'commit' : 'branch',
        'api-version': version,
      }
      return readApiFile(api, `${repo(target)}/items`, { query, headers: { accept: 'application/octet-stream' } }, options)
    },
    async head(target, { signal }) {
      const commit = await newest(target, '', signal)
      return { revision: commit?.commitId ?? '', at: toDate(commit?.committer?.date) }
    },
    async lastChange(target, { signal }) {
      const commit = await newest(target, target.path, signal)
      return { revision: commit?.commitId, at: toDate(commit?.committer?.date), by: commit?.author?.name }
    },
    async paths(target, revision, { signal }) {
      const query = {
        recursionLevel: 'full',
        'versionDescriptor.version': revision,
        'versionDescriptor.versionType': 'commit',
        'api-version': version,
      }
      const { value } = await api.json<{ value: { path: string; isFolder?: boolean; gitObjectType?: string }[] }>(`${repo(target)}/items`, {
        query,
        signal,
      })
      return value.filter(({ isFolder, gitObjectType }) => !isFolder && gitObjectType !== 'tree').map(({ path }) => path.replace(/^\//, ''))
    },
  }
}
