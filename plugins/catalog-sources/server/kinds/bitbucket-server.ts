import { z } from 'zod'
import { withoutDescriptor, type FoundRepository } from './discovery.ts'
import { discover, type RepositoryList } from './discovery-source.ts'
import { sourceFailed } from '../errors.ts'
import type { FindContext } from '../sources/source.ts'
import { fits, pattern } from './pattern.ts'
import { commonSettings, defineSourceKind, hostOf } from './source-kind.ts'

const settings = z.object({
  host: z.string().min(1).describe('As in integrations.bitbucketServer'),
  catalogPath: z.string().min(1).default('/catalog-info.yaml'),
  filters: z
    .object({ projectKey: pattern.exactOptional(), repoSlug: pattern.exactOptional(), skipArchivedRepos: z.boolean().default(false) })
    .prefault({}),
  withoutDescriptor: withoutDescriptor.exactOptional(),
  ...commonSettings,
})

type Settings = z.output<typeof settings>

interface Page<T> {
  readonly values?: readonly T[]
  readonly isLastPage?: boolean
  readonly nextPageStart?: number | null
}

interface Repository {
  readonly slug: string
  readonly archived?: boolean
  readonly public?: boolean
  readonly description?: string
  readonly project: { readonly key: string }
  readonly links: { readonly self: readonly { readonly href: string }[] }
}

/** Repositories of Bitbucket Server, project by project. */
export const bitbucketServer = defineSourceKind({
  key: 'bitbucketServer',
  settings,
  source: given => ({
    title: `Repositories on ${given.host}`,
    host: given.host,
    ...discover(
      {
        catalogPath: given.catalogPath,
        filters: { allowArchived: !given.filters.skipArchivedRepos },
        withoutDescriptor: given.withoutDescriptor,
        // Without a branch, the address means the default one.
        targetOf: ({ url }, _branch, file) => `${url}/${file}`,
        codeownersAt: ['.bitbucket/CODEOWNERS', 'CODEOWNERS'],
      },
      context => list(given, context),
    ),
  }),
})

async function list({ host, filters }: Settings, context: FindContext): Promise<RepositoryList> {
  const { apiBaseUrl } = hostOf(context, host, 'bitbucketServer')
  const projects = await all<{ key: string }>(`${apiBaseUrl}/projects`, context)
  const repositories: FoundRepository[] = []
  for (const { key } of projects.filter(each => fits(filters.projectKey, each.key))) {
    const found = await all<Repository>(`${apiBaseUrl}/projects/${encodeURIComponent(key)}/repos`, context)
    repositories.push(...found.filter(({ slug }) => fits(filters.repoSlug, slug)).map(toRepository))
  }
  return { repositories }
}

function toRepository({ slug, archived, public: isPublic, description, project, links }: Repository): FoundRepository {
  const url = (links.self[0]?.href ?? '').replace(/\/+$/, '')
  return {
    fullName: `${project.key}/${slug}`,
    name: slug,
    url,
    defaultBranch: 'HEAD',
    isArchived: archived,
    visibility: isPublic ? 'public' : 'private',
    description,
  }
}

async function all<T>(url: string, { api, signal }: FindContext): Promise<T[]> {
  const found: T[] = []
  for (let start: number | null | undefined = 0, pages = 0; typeof start === 'number'; pages += 1) {
    const page: Page<T> = await api.json(url, { query: { limit: 100, start }, signal, isCached: true })
    if (!page.values || pages > 5000) throw sourceFailed(`${url} did not answer with a list that ends`)
    found.push(...page.values)
    start = page.isLastPage || page.nextPageStart === start ? undefined : page.nextPageStart
  }
  return found
}
