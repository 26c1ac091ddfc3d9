import { conflictError, notFoundError } from '@portico/core/common'
import type { Branch, ChangeRequest, Repository, RepositoryRef, WriteOptions } from './repositories.ts'
import { needed, notOffering, orUndefined, orWarning, pushLogin, requestOf, type Writer, type WriterDependencies } from './writer.ts'

interface AzureRepository {
  readonly id: string
  readonly name: string
  readonly defaultBranch?: string
  readonly webUrl: string
  readonly remoteUrl: string
  readonly isDisabled?: boolean
  readonly project: { readonly id: string; readonly name: string }
}

interface Pull {
  readonly pullRequestId: number
  readonly status: 'active' | 'completed' | 'abandoned' | 'notSet'
  readonly title: string
  readonly sourceRefName: string
  readonly targetRefName: string
}

const version = '7.0'
const noCommit = '0'.repeat(40)
const plain = (name: string) => name.replace(/^refs\/heads\//, '')

/** Writes to Azure DevOps. */
export function createAzureWriter(dependencies: WriterDependencies): Writer {
  const { api, settings } = dependencies
  const { apiBaseUrl: base = '' } = settings
  const query = { 'api-version': version }
  const organisation = (ref: RepositoryRef) => ref.organization ?? needed({ ...ref, organization: ref.owner }, 'organization')
  const project = (ref: RepositoryRef) => `${base}/${encodeURIComponent(organisation(ref))}/${encodeURIComponent(needed(ref, 'project'))}`
  const repo = (ref: RepositoryRef) => `${project(ref)}/_apis/git/repositories/${encodeURIComponent(ref.repo)}`
  const request = (ref: RepositoryRef, options?: WriteOptions) => ({ ...requestOf('azure', options), owner: organisation(ref), query })

  const known = (ref: RepositoryRef, options?: WriteOptions) => api.json<AzureRepository>(repo(ref), request(ref, options))

  async function branch(ref: RepositoryRef, name: string, options?: WriteOptions): Promise<Branch | undefined> {
    const given = { ...request(ref, options), query: { ...query, filter: `heads/${name}` } }
    const { value } = await api.json<{ value: { name: string; objectId: string }[] }>(`${repo(ref)}/refs`, given)
    const found = value.find(each => each.name === `refs/heads/${name}`)
    return found && { name, revision: found.objectId }
  }

  async function defaultBranch(ref: RepositoryRef, options?: WriteOptions): Promise<string> {
    return plain((await known(ref, options)).defaultBranch ?? 'main')
  }

  async function has(ref: RepositoryRef, name: string, path: string, options?: WriteOptions): Promise<boolean> {
    const given = {
      path: `/${path}`,
      'versionDescriptor.version': name,
      'versionDescriptor.versionType': 'branch',
      $format: 'json',
      ...query,
    }
    return (await api.call(`${repo(ref)}/items`, { ...request(ref, options), query: given })).status === 200
  }

  const toRequest = (ref: RepositoryRef, found: Pull, warnings: readonly string[]): ChangeRequest => ({
    number: found.pullRequestId,
    url: `${project(ref)}/_git/${encodeURIComponent(ref.repo)}/pullrequest/${found.pullRequestId}`,
    state: found.status === 'completed' ? 'merged' : found.status === 'abandoned' ? 'closed' : 'open',
    source: plain(found.sourceRefName),
    target: plain(found.targetRefName),
    title: found.title,
    warnings,
  })

  return {
    async get(ref, options) {
      const found = await orUndefined(known(ref, options))
      return found && toRepository(found)
    },
    branch,
    async create(ref, _given, options) {
      const url = `${base}/${encodeURIComponent(organisation(ref))}/_apis/projects/${encodeURIComponent(needed(ref, 'project'))}`
      const found = await orUndefined(api.json<{ id: string }>(url, request(ref, options)))
      if (!found)
        throw notFoundError(`The project ${ref.project} does not exist on ${settings.host}`, { code: 'integrations.owner-not-found' })
      const json = { name: ref.repo, project: { id: found.id } }
      return toRepository(
        await api.json<AzureRepository>(`${project(ref)}/_apis/git/repositories`, { ...request(ref, options), method: 'POST', json }),
      )
    },
    async createBranch(ref, { name, from }, options) {
      if (await branch(ref, name, options))
        throw conflictError(`The branch ${name} exists already in ${ref.repo}`, { code: 'integrations.branch-exists' })
      const start = from ?? (await defaultBranch(ref, options))
      const revision = /^[0-9a-f]{40}$/.test(start) ? start : (await branch(ref, start, options))?.revision
      if (revision === undefined)
        throw notFoundError(`There is no branch ${start} in ${ref.repo}`, { code: 'integrations.branch-not-found' })
      const json = [{ name: `refs/heads/${name}`, oldObjectId: noCommit, newObjectId: revision }]
      await api.json(`${repo(ref)}/refs`, { ...request(ref, options), method: 'POST', json })
      return { name, revision }
    },
    async commit(ref, { branch: name, message, changes, author }, options) {
      const parent = await branch(ref, name, options)
      const listed: object[] = []
      for (const { path, bytes } of changes) {
        const item = { path: `/${path}` }
        if (bytes === undefined) listed.push({ changeType: 'delete', item })
        else {
          const newContent = { content: Buffer.from(bytes).toString('base64'), contentType: 'base64encoded' }
          listed.push({ changeType: (await has(ref, name, path, options)) ? 'edit' : 'add', item, newContent })
        }
      }
      const json = {
        refUpdates: [{ name: `refs/heads/${name}`, oldObjectId: parent?.revision ?? noCommit }],
        commits: [{ comment: message, changes: listed, ...(author && { author }) }],
      }
      const push = await api.json<{ commits: { commitId: string; url?: string }[] }>(`${repo(ref)}/pushes`, {
        ...request(ref, options),
        method: 'POST',
        json,
      })
      return { revision: push.commits[0]?.commitId ?? '', url: push.commits[0]?.url }
    },
    async openChangeRequest(ref, given, options) {
      const warnings: string[] = []
      const json = {
        title: given.title,
        description: given.description ?? '',
        sourceRefName: `refs/heads/${given.source}`,
        targetRefName: `refs/heads/${given.target ?? (await defaultBranch(ref, options))}`,
        ...(given.isDraft && { isDraft: true }),
        ...(given.labels && { labels: given.labels.map(name => ({ name })) }),
      }
      const pull = await api.json<Pull>(`${repo(ref)}/pullrequests`, { ...request(ref, options), method: 'POST', json })
      // Azure knows reviewers by their id.
      for (const id of given.reviewers ?? [])
        await orWarning(warnings, `The reviewer ${id} was not added`, () =>
          api.json(`${repo(ref)}/pullrequests/${pull.pullRequestId}/reviewers/${encodeURIComponent(id)}`, {
            ...request(ref, options),
            method: 'PUT',
            json: { vote: 0 },
          }),
        )
      return toRequest(ref, pull, warnings)
    },
    async changeRequest(ref, number, options) {
      const found = await orUndefined(api.json<Pull>(`${repo(ref)}/pullrequests/${number}`, request(ref, options)))
      return found && toRequest(ref, found, [])
    },
    async findChangeRequest(ref, source, options) {
      const given = { ...query, 'searchCriteria.status': 'active', 'searchCriteria.sourceRefName': `refs/heads/${source}` }
      const { value } = await api.json<{ value: Pull[] }>(`${repo(ref)}/pullrequests`, { ...request(ref, options), query: given })
      return value[0] && toRequest(ref, value[0], [])
    },
    async closeChangeRequest(ref, number, options) {
      const json = { status: 'abandoned' }
      await api.json(`${repo(ref)}/pullrequests/${number}`, { ...request(ref, options), method: 'PATCH', json })
    },
    fork: notOffering('Azure DevOps').fork,
    async pushAccess(ref, options) {
      const cloneUrl = `${project(ref)}/_git/${encodeURIComponent(ref.repo)}`
      return { cloneUrl, ...(await pushLogin(dependencies, cloneUrl, options, organisation(ref))) }
    },
  }
}

function toRepository({
  id,
  name,
  defaultBranch: branch,
  webUrl: url,
  remoteUrl,
  isDisabled = false,
  project,
}: AzureRepository): Repository {
  // The address for git may hold the name of the organisation as a user.
  const cloneUrl = remoteUrl.replace(/^(https?:\/\/)[^@/]+@/, '$1')
  return {
    id,
    fullName: `${project.name}/${name}`,
    defaultBranch: branch && plain(branch),
    url,
    cloneUrl,
    isArchived: isDisabled,
    visibility: 'private',
  }
}
