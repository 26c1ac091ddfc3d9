/** The parts of a repository location, `host?owner=..&repo=..&organization=..&workspace=..&project=..`. */
export interface RepoUrlParts {
  readonly host?: string | undefined
  readonly owner?: string | undefined
  readonly repo?: string | undefined
  readonly organization?: string | undefined
  readonly workspace?: string | undefined
  readonly project?: string | undefined
}

const fields = ['owner', 'repo', 'organization', 'workspace', 'project'] as const

/** The platforms whose locations have rules of their own. Any other text is a platform that needs owner and repo. */
export type RepoPlatform =
  | 'github'
  | 'gitlab'
  | 'gitea'
  | 'bitbucket'
  | 'bitbucketCloud'
  | 'bitbucketServer'
  | 'azure'
  | 'gerrit'
  | (string & {})

/** The location as one text, with its non-empty parts; undefined without a host. */
export function stringifyRepoUrl(parts: RepoUrlParts): string | undefined {
  if (!parts.host) return undefined
  const search = new URLSearchParams()
  for (const field of fields) if (parts[field]) search.set(field, parts[field])
  const text = search.toString()
  return text === '' ? parts.host : `${parts.host}?${text}`
}

/** The parts of a location; undefined for a text that is not one. A path behind the host is where the host is installed, and no part. */
export function readRepoUrl(text: string): RepoUrlParts | undefined {
  if (text === '' || text.startsWith('?')) return toParts(undefined, new URLSearchParams(text))
  if (!URL.canParse(`https://${text}`)) return undefined
  const { host, pathname, searchParams } = new URL(`https://${text}`)
  // A whole address, with a scheme of its own, is not a location.
  return pathname.startsWith('//') ? undefined : toParts(host, searchParams)
}

function toParts(host: string | undefined, search: URLSearchParams): RepoUrlParts {
  const given = fields.flatMap(field => (search.get(field) ? [[field, search.get(field)]] : []))
  return { ...(host !== undefined && { host }), ...Object.fromEntries(given) }
}

/** What is wrong with a location, in the order in which a form shows it. */
export function repoUrlProblems(text: string, platformOf: (host: string) => RepoPlatform | undefined): string[] {
  const parts = readRepoUrl(text)
  if (!parts) return ['Unable to parse the Repository URL']
  const { host } = parts
  if (!host) return [missing('host')]
  const platform = platformOf(host)
  const needed: (keyof RepoUrlParts)[] = []
  if (isBitbucket(platform)) needed.push(...(host === 'bitbucket.org' ? (['workspace', 'project'] as const) : (['project'] as const)))
  else if (platform === 'azure') needed.push('project')
  else if (platform === 'gerrit') return [...(parts.workspace ? [] : [missing('parent')]), ...(parts.repo ? [] : [missing('repo')])]
  else needed.push('owner')
  return [...needed, 'repo' as const].filter(part => !parts[part]).map(missing)
}

function isBitbucket(platform: RepoPlatform | undefined): boolean {
  return platform === 'bitbucket' || platform === 'bitbucketCloud' || platform === 'bitbucketServer'
}

function missing(part: string): string {
  return `Incomplete repository location provided, ${part} not provided`
}
