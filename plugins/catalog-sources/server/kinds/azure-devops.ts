import { matchesWildcard } from '@portico/core/common'
import { z } from 'zod'
import { withoutDescriptor } from './discovery.ts'
import { discover, type RepositoryList } from './discovery-source.ts'
import type { FindContext } from '../sources/source.ts'
import { commonSettings, defineSourceKind, hostOf } from './source-kind.ts'

const settings = z.object({
  host: z.string().min(1).default('dev.azure.com'),
  organization: z.string().min(1),
  project: z.string().min(1).default('*').describe('A project, or * for all'),
  repository: z.string().min(1).default('*').describe('A name, in which * stands for anything'),
  path: z.string().min(1).default('/catalog-info.yaml'),
  branch: z.string().min(1).exactOptional(),
  withoutDescriptor: withoutDescriptor.exactOptional(),
  ...commonSettings,
})

type Settings = z.output<typeof settings>

interface Repository {
  readonly name: string
  readonly defaultBranch?: string
  readonly webUrl: string
  readonly isDisabled?: boolean
  readonly project: { readonly name: string; readonly visibility?: string }
}

/** Repositories of an organisation of Azure DevOps. */
export const azureDevOps = defineSourceKind({
  key: 'azureDevOps',
  settings,
  source: given => {
    const { host, organization, path, branch } = given
    // Without a version, the address means the default branch.
    const version = branch === undefined ? '' : `&version=GB${encodeURIComponent(branch)}`
    return {
      title: `Repositories of ${organization} on ${host}`,
      host,
      ...discover(
        {
          catalogPath: path,
          ...(branch !== undefined && { filters: { branch } }),
          withoutDescriptor: given.withoutDescriptor,
          targetOf: ({ url }, _branch, file) => `${url}?path=/${file}${version}`,
        },
        context => list(given, context),
      ),
    }
  },
})

/** One request lists those of all projects. */
async function list({ host, organization, project, repository }: Settings, context: FindContext): Promise<RepositoryList> {
  const { apiBaseUrl } = hostOf(context, host, 'azure')
  const place = [organization, ...(project === '*' ? [] : [project])].map(encodeURIComponent).join('/')
  const { value } = await context.api.json<{ value: readonly Repository[] }>(`${apiBaseUrl}/${place}/_apis/git/repositories`, {
    query: { 'api-version': '6.0' },
    signal: context.signal,
    isCached: true,
  })
  const repositories = value
    .filter(({ name }) => matchesWildcard(name.toLowerCase(), repository.toLowerCase()))
    .map(each => ({
      fullName: `${each.project.name}/${each.name}`,
      name: each.name,
      url: each.webUrl,
      defaultBranch: each.defaultBranch?.replace(/^refs\/heads\//, ''),
      isArchived: each.isDisabled,
      visibility: each.project.visibility,
      slug: ['dev.azure.com/project-repo', `${each.project.name}/${each.name}`] as const,
    }))
  return { repositories }
}
