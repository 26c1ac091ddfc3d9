import { z } from 'zod'
import { repositoryFilters, withoutDescriptor, type FoundRepository } from './discovery.ts'
import { discover, type RepositoryList } from './discovery-source.ts'
import type { FindContext } from '../sources/source.ts'
import { commonSettings, defineSourceKind, hostOf } from './source-kind.ts'

const settings = z.object({
  host: z.string().min(1).describe('As in integrations.gitea'),
  organization: z.string().min(1),
  branch: z.string().min(1).default('main'),
  catalogPath: z.string().min(1).default('catalog-info.yaml'),
  filters: repositoryFilters.omit({ branch: true }).exactOptional(),
  withoutDescriptor: withoutDescriptor.exactOptional(),
  ...commonSettings,
})

type Settings = z.output<typeof settings>

interface Repository {
  readonly name: string
  readonly full_name: string
  readonly html_url: string
  readonly default_branch?: string
  readonly archived?: boolean
  readonly fork?: boolean
  readonly empty?: boolean
  readonly private?: boolean
  readonly topics?: readonly string[]
  readonly language?: string
  readonly description?: string
  readonly updated_at?: string
}

/** Repositories of an organisation of Gitea. */
export const gitea = defineSourceKind({
  key: 'gitea',
  settings,
  source: given => ({
    title: `Repositories of ${given.organization} on ${given.host}`,
    host: given.host,
    ...discover(
      {
        catalogPath: given.catalogPath,
        ...(given.filters && { filters: given.filters }),
        withoutDescriptor: given.withoutDescriptor,
        targetOf: ({ url }, at, file) => `${url}/src/branch/${encodeURIComponent(at)}/${file}`,
        codeownersAt: ['CODEOWNERS', 'docs/CODEOWNERS', '.gitea/CODEOWNERS'],
      },
      context => list(given, context),
    ),
  }),
})

async function list({ host, organization, branch }: Settings, context: FindContext): Promise<RepositoryList> {
  const { apiBaseUrl } = hostOf(context, host, 'gitea')
  const url = `${apiBaseUrl}/orgs/${encodeURIComponent(organization)}/repos`
  const repositories: FoundRepository[] = []
  const options = { query: { limit: 50 }, signal: context.signal, isCached: true }
  for await (const page of context.api.pages<Repository[]>(url, options))
    repositories.push(
      ...page.map(each => ({
        fullName: each.full_name,
        name: each.name,
        url: each.html_url,
        defaultBranch: each.empty ? undefined : branch,
        isArchived: each.archived,
        isFork: each.fork,
        visibility: each.private ? 'private' : 'public',
        topics: each.topics,
        language: each.language || undefined,
        description: each.description || undefined,
        changedAt: each.updated_at,
      })),
    )
  return { repositories }
}
