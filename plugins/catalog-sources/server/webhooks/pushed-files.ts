import type { HostClient, Integrations } from '@portico/integrations/server'

/** A push whose delivery names commits and not files. */
export interface CommitRange {
  readonly type: 'bitbucketCloud' | 'bitbucketServer' | 'azure'
  /** The page of the repository. */
  readonly url: string
  readonly branch: string
  /** The commit before the push; undefined for a new branch. */
  readonly from: string | undefined
  readonly to: string
}

type Paths = (api: HostClient, base: string, range: CommitRange & { readonly from: string }, signal: AbortSignal) => Promise<string[]>

// A push of more files than that is followed by the next run of its source.
const maxPages = 10

const bitbucketCloud: Paths = async (api, base, { url, from, to }, signal) => {
  interface Page {
    readonly values: readonly { readonly old?: { readonly path: string } | null; readonly new?: { readonly path: string } | null }[]
    readonly next?: string
  }
  const found: string[] = []
  let next: string | undefined = `${base}/repositories${new URL(url).pathname}/diffstat/${to}..${from}?pagelen=100`
  for (let pages = 0; next !== undefined && pages < maxPages; pages += 1) {
    const page: Page = await api.json(next, { signal })
    found.push(...page.values.flatMap(each => [each.old?.path ?? [], each.new?.path ?? []].flat()))
    next = page.next !== undefined && new URL(page.next).host === new URL(base).host ? page.next : undefined
  }
  return found
}

const bitbucketServer: Paths = async (api, base, { url, from, to }, signal) => {
  interface Named {
    readonly toString: string
  }
  interface Page {
    readonly values: readonly { readonly path: Named; readonly srcPath?: Named | null }[]
    readonly isLastPage: boolean
    readonly nextPageStart?: number | null
  }
  const [, key = '', repository = ''] = /\/projects\/([^/]+)\/repos\/([^/]+)/.exec(new URL(url).pathname) ?? []
  const found: string[] = []
  let start: number | null | undefined = 0
  for (let pages = 0; typeof start === 'number' && pages < maxPages; pages += 1) {
    const query = { since: from, until: to, limit: 1000, start }
    const page: Page = await api.json(`${base}/projects/${key}/repos/${repository}/changes`, { query, signal })
    found.push(...page.values.flatMap(each => [each.path.toString, each.srcPath?.toString ?? []].flat()))
    start = page.isLastPage ? undefined : page.nextPageStart
  }
  return found
}

const azure: Paths = async (api, base, { url, from, to }, signal) => {
  interface Changes {
    readonly changes?: readonly {
      readonly item?: { readonly path?: string; readonly isFolder?: boolean }
      readonly sourceServerItem?: string
    }[]
  }
  const [, owner = '', repository = ''] = /^\/(.+?)\/_git\/([^/]+)$/.exec(new URL(url).pathname) ?? []
  const query = {
    baseVersion: from,
    baseVersionType: 'commit',
    targetVersion: to,
    targetVersionType: 'commit',
    $top: 1000 * maxPages,
    'api-version': '6.0',
  }
  const { changes = [] } = await api.json<Changes>(`${base}/${owner}/_apis/git/repositories/${repository}/diffs/commits`, { query, signal })
  const files = changes.filter(({ item }) => item?.isFolder !== true)
  return files
    .flatMap(({ item, sourceServerItem }) => [item?.path ?? [], sourceServerItem ?? []].flat())
    .map(path => path.replace(/^\//, ''))
}

const readers: Readonly<Record<CommitRange['type'], Paths>> = { bitbucketCloud, bitbucketServer, azure }

/** The files that a push added, changed, moved or removed, asked from its host; undefined where that is not known. */
export async function pushedFiles(
  range: CommitRange,
  integrations: Pick<Integrations, 'byHost' | 'api'>,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const { from, type, url } = range
  const host = integrations.byHost(new URL(url).host)
  if (from === undefined || host?.type !== type || host.apiBaseUrl === undefined) return undefined
  return [...new Set(await readers[type](integrations.api(), host.apiBaseUrl, { ...range, from }, signal))]
}
