import { z } from 'zod'
import { isPattern, repositoryFilters, toDescriptorPath, withoutDescriptor, type FoundRepository } from './discovery.ts'
import { discover, versionOf } from './discovery-source.ts'
import type { FindContext } from '../sources/source.ts'
import { sourceFailed } from '../errors.ts'
import { callGithub } from './github-graphql.ts'
import { commonSettings, defineSourceKind, hostOf } from './source-kind.ts'

const settings = z.object({
  organization: z.string().min(1).describe('The organisation, or the user, whose repositories are looked at'),
  host: z.string().min(1).default('github.com'),
  app: z.union([z.int(), z.string()]).exactOptional().describe('Not needed: the installation of the organisation is used'),
  catalogPath: z.string().min(1).default('/catalog-info.yaml').describe('Where descriptors are; may be a pattern'),
  validateLocationsExist: z.boolean().default(false).describe('Whether repositories without the file are left out'),
  filters: repositoryFilters.exactOptional(),
  withoutDescriptor: withoutDescriptor.exactOptional(),
  ...commonSettings,
})

type Settings = z.output<typeof settings>

interface RestRepository {
  readonly name: string
  readonly full_name: string
  readonly html_url: string
  readonly default_branch?: string
  readonly archived?: boolean
  readonly fork?: boolean
  readonly visibility?: string
  readonly private?: boolean
  readonly topics?: readonly string[]
  readonly language?: string | null
  readonly description?: string | null
  readonly size?: number
  readonly pushed_at?: string | null
}

/** Repositories of an organisation of GitHub. */
export const github = defineSourceKind({
  key: 'github',
  settings,
  source: given => {
    const base = (context: FindContext) => hostOf(context, given.host, 'github').apiBaseUrl
    const isLooked = (given.validateLocationsExist || given.withoutDescriptor?.enabled === true) && !isPattern(given.catalogPath)
    const list = isLooked ? listByGraphql : listByRest
    const targetOf = ({ url }: FoundRepository, branch: string, file: string) => `${url}/blob/${encodeURIComponent(branch)}/${file}`
    return {
      title: `Repositories of ${given.organization} on ${given.host}`,
      host: given.host,
      ...discover({ ...given, targetOf }, async context => ({ repositories: await list(base(context), given, context) })),
      // GraphQL knows no conditional requests: the pages of REST tell whether anything was pushed.
      ...(isLooked && { descriptor: toDescriptorPath(given.catalogPath) }),
      ...(isLooked && { version: async context => versionOf(await listByRest(base(context), given, context)) }),
    }
  },
})

/** Pages with etags: a run in which nothing has changed costs conditional requests only, which GitHub does not count. */
async function listByRest(base: string, { organization, host }: Settings, { api, signal }: FindContext): Promise<FoundRepository[]> {
  const found: FoundRepository[] = []
  const options = { query: { per_page: 100, sort: 'full_name' }, owner: organization, signal, isCached: true }
  for await (const page of api.pages<RestRepository[]>(`${base}/orgs/${encodeURIComponent(organization)}/repos`, options)) {
    if (!Array.isArray(page)) throw sourceFailed(`${host} did not answer with a list of repositories`)
    // An organisation that is renamed meanwhile would be there under both names, by halves.
    const other = page
      .map(({ full_name: name }) => name.split('/')[0] ?? '')
      .find(owner => owner.toLowerCase() !== organization.toLowerCase())
    if (other !== undefined) throw sourceFailed(`${organization} is called ${other} on ${host} now: change it in catalog.providers.github`)
    found.push(
      ...page.map(each => ({
        fullName: each.full_name,
        name: each.name,
        url: each.html_url,
        defaultBranch: each.size === 0 && each.default_branch === undefined ? undefined : each.default_branch,
        isArchived: each.archived,
        isFork: each.fork,
        visibility: each.visibility ?? (each.private ? 'private' : 'public'),
        topics: each.topics,
        language: each.language ?? undefined,
        description: each.description ?? undefined,
        changedAt: each.pushed_at ?? undefined,
        slug: ['github.com/project-slug', each.full_name] as const,
      })),
    )
  }
  return found
}

interface GraphqlRepository {
  readonly name: string
  readonly url: string
  readonly description: string | null
  readonly isArchived: boolean
  readonly isFork: boolean
  readonly visibility: string
  readonly defaultBranchRef: { readonly name: string } | null
  readonly primaryLanguage: { readonly name: string } | null
  readonly repositoryTopics: { readonly nodes: readonly { readonly topic: { readonly name: string } }[] }
  readonly descriptor: object | null
  readonly codeowners: { readonly text?: string } | null
  readonly githubCodeowners: { readonly text?: string } | null
  readonly docsCodeowners: { readonly text?: string } | null
}

const query = `query($org: String!, $path: String!, $cursor: String) {
  organization(login: $org) {
    repositories(first: 100, after: $cursor, orderBy: { field: NAME, direction: ASC }) {
      pageInfo { hasNextPage endCursor }
      nodes {
        name url description isArchived isFork visibility
        defaultBranchRef { name }
        primaryLanguage { name }
        repositoryTopics(first: 50) { nodes { topic { name } } }
        descriptor: object(expression: $path) { id }
        codeowners: object(expression: "HEAD:CODEOWNERS") { ... on Blob { text } }
        githubCodeowners: object(expression: "HEAD:.github/CODEOWNERS") { ... on Blob { text } }
        docsCodeowners: object(expression: "HEAD:docs/CODEOWNERS") { ... on Blob { text } }
      }
    }
  }
}`

/** What files repositories have, a hundred repositories a request. */
async function listByGraphql(base: string, given: Settings, context: FindContext): Promise<FoundRepository[]> {
  const { organization: org } = given
  const path = `${given.filters?.branch ?? 'HEAD'}:${given.catalogPath.replace(/^\/+/, '')}`
  const nodes = await callGithub<GraphqlRepository>(context, {
    base,
    owner: org,
    query,
    variables: { org, path },
    connection: ['organization', 'repositories'],
  })
  return nodes.map(each => ({
    fullName: `${org}/${each.name}`,
    name: each.name,
    url: each.url,
    defaultBranch: each.defaultBranchRef?.name,
    isArchived: each.isArchived,
    isFork: each.isFork,
    visibility: each.visibility.toLowerCase(),
    topics: each.repositoryTopics.nodes.map(({ topic }) => topic.name),
    language: each.primaryLanguage?.name,
    description: each.description ?? undefined,
    hasDescriptor: each.descriptor !== null,
    codeowners: (each.githubCodeowners ?? each.codeowners ?? each.docsCodeowners)?.text,
    slug: ['github.com/project-slug', `${org}/${each.name}`] as const,
  }))
}
