import { z } from 'zod'
import { toEntities } from '../discovery.ts'
import { hostOf } from './known-host.ts'
import { commonSettings, defineSourceKind } from './source-kind.ts'

const settings = z.object({
  host: z.string().min(1).default('dev.azure.com'),
  organization: z.string().min(1),
  project: z.string().min(1).default('*').describe('A project, or * for all'),
  repository: z.string().min(1).default('*').describe('A name, in which * stands for anything'),
  path: z.string().min(1).default('/catalog-info.yaml'),
  branch: z.string().min(1).exactOptional(),
  ...commonSettings,
})

interface Repository {
  readonly name: string
  readonly defaultBranch?: string
  readonly webUrl: string
  readonly isDisabled?: boolean
  readonly project: { readonly name: string; readonly visibility?: string }
}

/** Repositories of an organisation of Azure DevOps. One request lists those of all projects. */
export const azureDevOps = defineSourceKind({
  key: 'azureDevOps',
  settings,
  source: ({ host, organization, project, repository, path, branch }) => ({
    title: `Repositories of ${organization} on ${host}`,
    host,
    async find(context) {
      const { apiBaseUrl } = hostOf(context, host, 'azure')
      const place = [organization, ...(project === '*' ? [] : [project])].map(encodeURIComponent).join('/')
      const query = { 'api-version': '6.0' }
      const { api, signal } = context
      const { value } = await api.json<{ value: readonly Repository[] }>(`${apiBaseUrl}/${place}/_apis/git/repositories`, {
        query,
        signal,
        isCached: true,
      })
      const wanted = new RegExp(`^${repository.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 'i')
      const found = value
        .filter(({ name }) => wanted.test(name))
        .map(each => ({
          fullName: `${each.project.name}/${each.name}`,
          name: each.name,
          url: each.webUrl,
          defaultBranch: each.defaultBranch?.replace(/^refs\/heads\//, ''),
          isArchived: each.isDisabled,
          visibility: each.project.visibility,
          slug: ['dev.azure.com/project-repo', `${each.project.name}/${each.name}`] as const,
        }))
      return toEntities(found, {
        catalogPath: path,
        ...(branch !== undefined && { filters: { branch } }),
        // Without a version, the address means the default branch.
        targetOf: ({ url }, _branch, file) =>
          `${url}?path=/${file}${branch === undefined ? '' : `&version=GB${encodeURIComponent(branch)}`}`,
      })
    },
  }),
})
