import { z } from 'zod'
import { withoutDescriptor, type FoundRepository } from './discovery.ts'
import { discover, type RepositoryList } from './discovery-source.ts'
import type { Found, Skipped } from '../sources/found.ts'
import { toPeopleEntities, transformSettings } from '../sources/people.ts'
import type { FindContext } from '../sources/source.ts'
import { listGitlabPeople } from './gitlab-people.ts'
import { pattern } from './pattern.ts'
import { commonSettings, defineSourceKind, hostOf } from './source-kind.ts'

const settings = z.object({
  host: z.string().min(1).describe('As in integrations.gitlab'),
  group: z.string().default('').describe('The path of a group, with all below it; everything that the token sees by default'),
  branch: z.string().min(1).exactOptional(),
  fallbackBranch: z.string().min(1).default('main').describe('For projects that name no default branch'),
  entityFilename: z.string().min(1).default('catalog-info.yaml'),
  projectPattern: pattern.exactOptional(),
  groupPattern: pattern.exactOptional(),
  userPattern: pattern.exactOptional(),
  skipForkedRepos: z.boolean().default(false),
  includeArchivedRepos: z.boolean().default(false),
  excludeRepos: z.array(z.string()).default([]).describe('Paths of projects that are left out'),
  orgEnabled: z.boolean().default(false).describe('Whether people and groups are brought, in place of projects'),
  relations: z
    .array(z.enum(['DIRECT', 'INHERITED', 'DESCENDANTS', 'SHARED_FROM_GROUPS', 'SHARED_INTO_ANCESTORS']))
    .default([])
    .describe('Which members of a group count besides the direct ones'),
  withoutDescriptor: withoutDescriptor.exactOptional(),
  transform: transformSettings.exactOptional().describe('Of people and groups'),
  ...commonSettings,
})

type Settings = z.output<typeof settings>

interface Project {
  readonly id: number
  readonly path: string
  readonly path_with_namespace: string
  readonly web_url: string
  readonly default_branch?: string | null
  readonly archived?: boolean
  readonly forked_from_project?: object
  readonly visibility?: string
  readonly topics?: readonly string[]
  readonly description?: string | null
  readonly last_activity_at?: string
}

/** Projects of a group of GitLab, or its people. */
export const gitlab = defineSourceKind({
  key: 'gitlab',
  settings,
  source: given => ({
    title: `${given.orgEnabled ? 'People' : 'Projects'} of ${given.group || 'all groups'} on ${given.host}`,
    host: given.host,
    ...(given.orgEnabled ? { find: context => findPeople(given, context) } : discoverProjects(given)),
  }),
})

function discoverProjects(given: Settings) {
  const { entityFilename: catalogPath, includeArchivedRepos: allowArchived, branch, host } = given
  return discover(
    {
      catalogPath,
      filters: { allowArchived, ...(branch !== undefined && { branch }) },
      withoutDescriptor: given.withoutDescriptor,
      targetOf: ({ url }, at, file) => `${url}/-/blob/${encodeURIComponent(at)}/${file}`,
      codeownersAt: ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'],
      detailsOf: ({ fullName }, context) => languageOf(hostOf(context, host, 'gitlab').apiBaseUrl, fullName, context),
    },
    context => listProjects(given, context),
  )
}

async function listProjects(given: Settings, context: FindContext): Promise<RepositoryList> {
  const { apiBaseUrl } = hostOf(context, given.host, 'gitlab')
  const { api, signal } = context
  const list = given.group === '' ? `${apiBaseUrl}/projects` : `${apiBaseUrl}/groups/${encodeURIComponent(given.group)}/projects`
  const query = {
    per_page: 100,
    order_by: 'id',
    sort: 'asc',
    ...(given.group !== '' && { include_subgroups: true, with_shared: false }),
    ...(!given.includeArchivedRepos && { archived: false }),
  }
  const repositories: FoundRepository[] = []
  const skipped: Skipped[] = []
  for await (const page of api.pages<Project[]>(list, { query, signal, isCached: true })) {
    for (const project of page) {
      const why = reasonAgainst(project, given)
      if (why === undefined) repositories.push(toRepository(project, given))
      else skipped.push({ what: project.path_with_namespace, why })
    }
  }
  return { repositories, skipped }
}

/** Lists of projects do not tell it; each project has shares by language. */
async function languageOf(base: string, fullName: string, { api, signal }: FindContext): Promise<Partial<FoundRepository>> {
  const url = `${base}/projects/${encodeURIComponent(fullName)}/languages`
  const shares = Object.entries(await api.json<Record<string, number>>(url, { signal, isCached: true }))
  return { language: shares.sort(([, one], [, other]) => other - one)[0]?.[0] }
}

function reasonAgainst(project: Project, { projectPattern, skipForkedRepos, excludeRepos }: Settings): string | undefined {
  if (projectPattern !== undefined && !new RegExp(projectPattern).test(project.path_with_namespace))
    return 'it does not match projectPattern'
  if (skipForkedRepos && project.forked_from_project) return 'it is a fork'
  return excludeRepos.includes(project.path_with_namespace) ? 'excludeRepos names it' : undefined
}

function toRepository(project: Project, { fallbackBranch }: Settings): FoundRepository {
  return {
    fullName: project.path_with_namespace,
    name: project.path,
    url: project.web_url,
    defaultBranch: project.default_branch === null ? undefined : (project.default_branch ?? fallbackBranch),
    isArchived: project.archived,
    visibility: project.visibility,
    topics: project.topics,
    description: project.description ?? undefined,
    changedAt: project.last_activity_at,
    slug: ['gitlab.com/project-slug', project.path_with_namespace],
  }
}

async function findPeople(given: Settings, context: FindContext): Promise<Found> {
  const { apiBaseUrl } = hostOf(context, given.host, 'gitlab')
  return toPeopleEntities(await listGitlabPeople(apiBaseUrl, given, context), `url:https://${given.host}/${given.group}`, given.transform)
}
