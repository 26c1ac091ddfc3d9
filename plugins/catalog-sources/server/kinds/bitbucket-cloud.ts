import { z } from 'zod'
import { withoutDescriptor, type FoundRepository } from './discovery.ts'
import { discover, type RepositoryList } from './discovery-source.ts'
import { sourceFailed } from '../errors.ts'
import type { FindContext } from '../sources/source.ts'
import { fits, pattern } from './pattern.ts'
import { commonSettings, defineSourceKind, hostOf } from './source-kind.ts'

const settings = z.object({
  workspace: z.string().min(1),
  host: z.string().min(1).default('bitbucket.org'),
  catalogPath: z.string().min(1).default('/catalog-info.yaml'),
  filters: z.object({ repoSlug: pattern.exactOptional(), projectKey: pattern.exactOptional() }).default({}),
  withoutDescriptor: withoutDescriptor.exactOptional(),
  ...commonSettings,
})

type Settings = z.output<typeof settings>

interface Page {
  readonly values?: readonly {
    readonly slug: string
    readonly full_name: string
    readonly is_private: boolean
    readonly mainbranch?: { readonly name: string } | null
    readonly project?: { readonly key: string }
    readonly language?: string
    readonly description?: string
    readonly updated_on?: string
    readonly links: { readonly html: { readonly href: string } }
  }[]
  readonly next?: string
}

/** Repositories of a workspace of Bitbucket Cloud. */
export const bitbucketCloud = defineSourceKind({
  key: 'bitbucketCloud',
  settings,
  source: given => ({
    title: `Repositories of ${given.workspace} on ${given.host}`,
    host: given.host,
    ...discover(
      {
        catalogPath: given.catalogPath,
        withoutDescriptor: given.withoutDescriptor,
        targetOf: ({ url }, branch, file) => `${url}/src/${encodeURIComponent(branch)}/${file}`,
        codeownersAt: ['.bitbucket/CODEOWNERS', 'CODEOWNERS'],
      },
      context => list(given, context),
    ),
  }),
})

async function list({ workspace, host, filters }: Settings, context: FindContext): Promise<RepositoryList> {
  const { apiBaseUrl } = hostOf(context, host, 'bitbucketCloud')
  const { api, signal } = context
  const repositories: FoundRepository[] = []
  const seen = new Set<string>()
  let next: string | undefined = `${apiBaseUrl}/repositories/${encodeURIComponent(workspace)}?pagelen=100&sort=full_name`
  while (next !== undefined) {
    if (seen.has(next)) throw sourceFailed(`${host} has pages that repeat without end`)
    seen.add(next)
    const page: Page = await api.json(next, { signal, isCached: true })
    if (!page.values) throw sourceFailed(`${host} did not answer with a list of repositories`)
    const wanted = page.values.filter(({ slug, project }) => fits(filters.repoSlug, slug) && fits(filters.projectKey, project?.key ?? ''))
    repositories.push(...wanted.map(toRepository))
    next = page.next
  }
  return { repositories }
}

function toRepository(each: NonNullable<Page['values']>[number]): FoundRepository {
  return {
    fullName: each.full_name,
    name: each.slug,
    url: each.links.html.href,
    defaultBranch: each.mainbranch?.name,
    visibility: each.is_private ? 'private' : 'public',
    language: each.language || undefined,
    description: each.description || undefined,
    changedAt: each.updated_on,
    slug: ['bitbucket.org/project-slug', each.full_name],
  }
}
