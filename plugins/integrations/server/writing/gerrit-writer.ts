import { conflictError } from '@portico/core/common'
import { createGerritChanges } from './gerrit-changes.ts'
import type { Branch, Repository, RepositoryRef, WriteOptions } from './repositories.ts'
import { notOffering, orUndefined, pushLogin, requestOf, type Writer, type WriterDependencies } from './writer.ts'

/** Writes to Gerrit. Templates push changes for review with git to `refs/for/branch`; everything else goes by the API. */
export function createGerritWriter(dependencies: WriterDependencies): Writer {
  const { api, settings } = dependencies
  const { apiBaseUrl: base = '' } = settings
  const { cloneUrl } = settings.entry as { cloneUrl?: string }
  const changes = createGerritChanges(api, base)
  const project = (ref: RepositoryRef) => `${base}/a/projects/${encodeURIComponent(ref.repo)}`
  const cloneUrlOf = (ref: RepositoryRef) => `${(cloneUrl ?? `${base}/a`).replace(/\/+$/, '')}/${ref.repo}`
  const request = (options?: WriteOptions) => requestOf('gerrit', options)

  async function get(ref: RepositoryRef, options?: WriteOptions): Promise<Repository | undefined> {
    const found = await orUndefined(api.json<{ id: string; state?: string }>(project(ref), request(options)))
    if (!found) return undefined
    const head = await orUndefined(api.json<string>(`${project(ref)}/HEAD`, request(options)))
    return {
      id: found.id,
      fullName: ref.repo,
      defaultBranch: head?.replace(/^refs\/heads\//, ''),
      url: `${base}/admin/repos/${encodeURIComponent(ref.repo)}`,
      cloneUrl: cloneUrlOf(ref),
      isArchived: found.state === 'READ_ONLY',
      visibility: 'private',
    }
  }

  async function branch(ref: RepositoryRef, name: string, options?: WriteOptions): Promise<Branch | undefined> {
    const found = await orUndefined(
      api.json<{ revision: string }>(`${project(ref)}/branches/${encodeURIComponent(name)}`, request(options)),
    )
    return found && { name, revision: found.revision }
  }

  return {
    get,
    branch,
    async create(ref, { description, defaultBranch: first }, options) {
      if (await get(ref, options))
        throw conflictError(`${ref.repo} exists already on ${settings.host}`, { code: 'integrations.repository-exists' })
      const json = {
        ...(ref.workspace !== undefined && { parent: ref.workspace }),
        ...(description !== undefined && { description }),
        owners: ref.owner === undefined ? [] : [ref.owner],
        create_empty_commit: false,
        ...(first !== undefined && { branches: [first] }),
      }
      await api.json(project(ref), { ...request(options), method: 'PUT', json })
      return (await get(ref, options))!
    },
    async createBranch(ref, { name, from }, options) {
      if (await branch(ref, name, options))
        throw conflictError(`The branch ${name} exists already in ${ref.repo}`, { code: 'integrations.branch-exists' })
      const url = `${project(ref)}/branches/${encodeURIComponent(name)}`
      const made = await api.json<{ revision: string }>(url, {
        ...request(options),
        method: 'PUT',
        json: from === undefined ? {} : { revision: from },
      })
      return { name, revision: made.revision }
    },
    commit: changes.commit,
    changeRequest: changes.get,
    findChangeRequest: changes.find,
    closeChangeRequest: changes.abandon,
    fork: notOffering('Gerrit').fork,
    async openChangeRequest(ref, given, options) {
      const target = given.target ?? (await get(ref, options))?.defaultBranch ?? 'master'
      return changes.open(ref, { ...given, target }, options)
    },
    async pushAccess(ref, options) {
      return { cloneUrl: cloneUrlOf(ref), ...(await pushLogin(dependencies, cloneUrlOf(ref), options)) }
    },
  }
}
