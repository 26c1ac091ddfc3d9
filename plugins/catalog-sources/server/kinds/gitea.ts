import { z } from 'zod'
import { repositoryFilters, toEntities, type FoundRepository } from '../discovery.ts'
import { hostOf } from './known-host.ts'
import { commonSettings, defineSourceKind } from './source-kind.ts'

const settings = z.object({
  host: z.string().min(1).describe('As in integrations.gitea'),
  organization: z.string().min(1),
  branch: z.string().min(1).default('main'),
  catalogPath: z.string().min(1).default('catalog-info.yaml'),
  filters: repositoryFilters.omit({ branch: true }).exactOptional(),
  ...commonSettings,
})

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
}

/** Repositories of an organisation of Gitea. */
export const gitea = defineSourceKind({
  key: 'gitea',
  settings,
  source: ({ host, organization, branch, catalogPath, filters }) => ({
    title: `Repositories of ${organization} on ${host}`,
    host,
    async find(context) {
      const { apiBaseUrl } = hostOf(context, host, 'gitea')
      const { api, signal } = context
      const found: FoundRepository[] = []
      const options = { query: { limit: 50 }, signal, isCached: true }
      for await (const page of api.pages<Repository[]>(`${apiBaseUrl}/orgs/${encodeURIComponent(organization)}/repos`, options))
        found.push(
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
          })),
        )
      const targetOf = ({ url }: FoundRepository, at: string, file: string) => `${url}/src/branch/${encodeURIComponent(at)}/${file}`
      return toEntities(found, { catalogPath, ...(filters && { filters }), targetOf })
    },
  }),
})
