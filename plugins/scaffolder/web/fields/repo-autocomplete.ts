import { useApi } from '@portico/core/web'
import type { RepoUrlParts } from '@portico/scaffolder/common'
import type { LoadOptions, Option } from '@portico/ui'
import { useMemo } from 'react'
import { scaffolderClientApiRef } from '../apis.ts'
import type { ScaffolderClient } from '../scaffolder-client.ts'

type Part = keyof RepoUrlParts
type Results = Awaited<ReturnType<ScaffolderClient['autocomplete']>>

export interface RepoQuery {
  readonly client: Pick<ScaffolderClient, 'autocomplete'>
  /** The type of the integration of the host. */
  readonly platform: string | undefined
  readonly token: string | undefined
  readonly parts: RepoUrlParts
}

interface Resource {
  readonly provider: string
  readonly resource: string
  readonly context: Readonly<Record<string, string | undefined>>
  readonly toOptions: (results: Results) => Option[]
}

const byId = (results: Results) => results.map(({ id, title }) => ({ value: id, label: title ?? id }))
const byTitle = (results: Results) => results.map(({ id, title }) => ({ value: title ?? id, label: title ?? id }))

/** The debounce of typing before the host is asked. */
export const autocompleteDebounceMs = 500

/** What the host suggests for one part of a location, the same between renders. */
export function useRepoSuggestions(part: Part | 'branch', { platform, token, parts }: Omit<RepoQuery, 'client'>): LoadOptions {
  const client = useApi(scaffolderClientApiRef)
  const text = JSON.stringify(parts)
  return useMemo(
    () => repoSuggestions(part, { client, platform, token, parts: JSON.parse(text) as RepoUrlParts }),
    [client, part, platform, token, text],
  )
}

/** What the host suggests for one part of a location. A host that does not answer suggests nothing. */
function repoSuggestions(part: Part | 'branch', query: RepoQuery): LoadOptions {
  const { client, token } = query
  return async ({ text, signal }) => {
    if (token === undefined) return { items: [] }
    try {
      const asked = await resourceOf(part, query, signal)
      if (!asked || Object.values(asked.context).some(value => value === undefined || value === '')) return { items: [] }
      const { provider, resource, toOptions } = asked
      const context = asked.context as Record<string, string>
      const found = toOptions(await client.autocomplete({ provider, resource, token, context, signal }))
      const words = text.toLowerCase()
      return { items: found.filter(({ label }) => label.toLowerCase().includes(words)) }
    } catch {
      return { items: [] }
    }
  }
}

async function resourceOf(part: Part | 'branch', query: RepoQuery, signal: AbortSignal): Promise<Resource | undefined> {
  const { platform, parts } = query
  const { host, owner, workspace, project, repo } = parts
  switch (`${platform} ${part}`) {
    case 'github owner':
      return { provider: 'github', resource: 'owners', context: { host }, toOptions: byId }
    case 'github repo':
      return {
        provider: 'github',
        resource: 'repositoriesWithOwner',
        context: { host },
        toOptions: results =>
          byId(results.filter(({ id }) => id.startsWith(`${owner}/`)).map(({ id }) => ({ id: id.slice(id.indexOf('/') + 1) }))),
      }
    case 'github branch':
      return { provider: 'github', resource: 'branches', context: { host, owner, repository: repo }, toOptions: byId }
    case 'gitlab owner':
      return { provider: 'gitlab', resource: 'groups', context: { host }, toOptions: byTitle }
    case 'gitlab repo':
      return { provider: 'gitlab', resource: 'repositories', context: { id: await groupId(query, signal), host }, toOptions: byTitle }
    case 'bitbucketCloud workspace':
      return { provider: 'bitbucket-cloud', resource: 'workspaces', context: {}, toOptions: byId }
    case 'bitbucketCloud project':
      return { provider: 'bitbucket-cloud', resource: 'projects', context: { workspace }, toOptions: byId }
    case 'bitbucketCloud repo':
      return { provider: 'bitbucket-cloud', resource: 'repositories', context: { workspace, project }, toOptions: byId }
    case 'bitbucketCloud branch':
      return { provider: 'bitbucket-cloud', resource: 'branches', context: { workspace, repository: repo }, toOptions: byId }
    default:
      return undefined
  }
}

/** GitLab lists the projects of a group by its id. */
async function groupId({ client, token = '', parts }: RepoQuery, signal: AbortSignal): Promise<string | undefined> {
  const context: Record<string, string> = parts.host === undefined ? {} : { host: parts.host }
  const groups = await client.autocomplete({ provider: 'gitlab', resource: 'groups', token, context, signal })
  return groups.find(({ title }) => title === parts.owner)?.id
}
