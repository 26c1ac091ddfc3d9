import { conflictError, notFoundError } from '@portico/core/common'
import type { Branch, ChangeRequest, FileChange, NewCommit, Repository, RepositoryRef, WriteOptions } from './repositories.ts'
import { needed, notOffering, orUndefined, pushLogin, requestOf, type Writer, type WriterDependencies } from './writer.ts'

interface Project {
  readonly id: number
  readonly path_with_namespace: string
  readonly default_branch?: string | null
  readonly web_url: string
  readonly http_url_to_repo: string
  readonly archived?: boolean
  readonly visibility: Repository['visibility']
}

interface MergeRequest {
  readonly iid: number
  readonly web_url: string
  readonly state: 'opened' | 'merged' | 'closed' | 'locked'
  readonly title: string
  readonly source_branch: string
  readonly target_branch: string
}

/** Writes to GitLab. The owner is the path of its group; `project`, an id, stands for owner and name where they are missing. */
export function createGitlabWriter(dependencies: WriterDependencies): Writer {
  const { api, settings } = dependencies
  const { apiBaseUrl: base = '' } = settings
  const pathOf = (ref: RepositoryRef) => `${needed(ref, 'owner')}/${ref.repo}`
  const idOf = (ref: RepositoryRef) => (ref.project !== undefined && !(ref.owner && ref.repo) ? ref.project : pathOf(ref))
  const project = (ref: RepositoryRef) => `${base}/projects/${encodeURIComponent(idOf(ref))}`
  const request = (options?: WriteOptions) => requestOf('gitlab', options)

  async function get(ref: RepositoryRef, options?: WriteOptions): Promise<Repository | undefined> {
    const found = await orUndefined(api.json<Project>(project(ref), request(options)))
    return found && toRepository(found)
  }

  async function branch(ref: RepositoryRef, name: string, options?: WriteOptions): Promise<Branch | undefined> {
    const url = `${project(ref)}/repository/branches/${encodeURIComponent(name)}`
    const found = await orUndefined(api.json<{ commit: { id: string } }>(url, request(options)))
    return found && { name, revision: found.commit.id }
  }

  async function defaultBranch(ref: RepositoryRef, options?: WriteOptions): Promise<string> {
    return (await api.json<Project>(project(ref), request(options))).default_branch ?? 'main'
  }

  async function has(ref: RepositoryRef, name: string, path: string, options?: WriteOptions): Promise<boolean> {
    const url = `${project(ref)}/repository/files/${encodeURIComponent(path)}?ref=${encodeURIComponent(name)}`
    return (await api.call(url, { ...request(options), method: 'HEAD' })).status === 200
  }

  /** GitLab wants to know whether a file is new. */
  async function actionOf(
    ref: RepositoryRef,
    { branch: name, fileAction }: Pick<NewCommit, 'branch' | 'fileAction'>,
    { path, bytes, isExecutable }: FileChange,
    options?: WriteOptions,
  ): Promise<object> {
    if (bytes === undefined) return { action: 'delete', file_path: path }
    return {
      action: fileAction ?? ((await has(ref, name, path, options)) ? 'update' : 'create'),
      file_path: path,
      encoding: 'base64',
      content: Buffer.from(bytes).toString('base64'),
      ...(isExecutable && { execute_filemode: true }),
    }
  }

  async function userIds(names: readonly string[], warnings: string[], options?: WriteOptions): Promise<number[]> {
    const ids: number[] = []
    for (const username of names) {
      const [user] = await api.json<{ id: number }[]>(`${base}/users`, { ...request(options), query: { username } })
      if (user) ids.push(user.id)
      else warnings.push(`There is no user '${username}' on ${settings.host}`)
    }
    return ids
  }

  return {
    get,
    branch,
    async create(ref, { description, visibility = 'private', defaultBranch: first, settings: more = {} }, options) {
      const owner = needed(ref, 'owner')
      const namespace = await orUndefined(api.json<{ id: number }>(`${base}/namespaces/${encodeURIComponent(owner)}`, request(options)))
      if (!namespace)
        throw notFoundError(`The namespace ${owner} does not exist on ${settings.host}, or the credentials do not see it`, {
          code: 'integrations.owner-not-found',
        })
      if (await get(ref, options))
        throw conflictError(`${pathOf(ref)} exists already on ${settings.host}`, { code: 'integrations.repository-exists' })
      const json = {
        namespace_id: namespace.id,
        name: ref.repo,
        path: ref.repo,
        visibility,
        ...(description !== undefined && { description }),
        ...(first !== undefined && { default_branch: first }),
        ...more,
      }
      return toRepository(await api.json<Project>(`${base}/projects`, { ...request(options), method: 'POST', json }))
    },
    async createBranch(ref, { name, from }, options) {
      if (await branch(ref, name, options))
        throw conflictError(`The branch ${name} exists already in ${ref.repo}`, { code: 'integrations.branch-exists' })
      const json = { branch: name, ref: from ?? (await defaultBranch(ref, options)) }
      const made = await api.json<{ commit: { id: string } }>(`${project(ref)}/repository/branches`, {
        ...request(options),
        method: 'POST',
        json,
      })
      return { name, revision: made.commit.id }
    },
    async commit(ref, commit, options) {
      const { branch: name, message, changes, author, mayBeEmpty } = commit
      const actions: object[] = []
      for (const change of changes) actions.push(await actionOf(ref, commit, change, options))
      const json = {
        branch: name,
        ...(mayBeEmpty && { allow_empty: true }),
        commit_message: message,
        actions,
        ...(author && { author_name: author.name, author_email: author.email }),
      }
      const url = `${project(ref)}/repository/commits`
      const made = await api.json<{ id: string; web_url?: string }>(url, { ...request(options), method: 'POST', json })
      return { revision: made.id, url: made.web_url }
    },
    async openChangeRequest(ref, given, options) {
      const warnings: string[] = []
      const reviewers = await userIds(given.reviewers ?? [], warnings, options)
      const assignees = await userIds(given.assignees ?? [], warnings, options)
      const json = {
        title: given.isDraft ? `Draft: ${given.title}` : given.title,
        description: given.description ?? '',
        source_branch: given.source,
        target_branch: given.target ?? (await defaultBranch(ref, options)),
        ...(reviewers.length > 0 && { reviewer_ids: reviewers }),
        ...(assignees.length > 0 && { assignee_ids: assignees }),
        ...(given.labels && { labels: given.labels.join(',') }),
        ...(given.removeSourceBranch && { remove_source_branch: true }),
      }
      return toRequest(
        await api.json<MergeRequest>(`${project(ref)}/merge_requests`, { ...request(options), method: 'POST', json }),
        warnings,
      )
    },
    async changeRequest(ref, number, options) {
      const found = await orUndefined(api.json<MergeRequest>(`${project(ref)}/merge_requests/${number}`, request(options)))
      return found && toRequest(found, [])
    },
    async findChangeRequest(ref, source, options) {
      const query = { source_branch: source, state: 'opened', per_page: 1 }
      const [found] = await api.json<MergeRequest[]>(`${project(ref)}/merge_requests`, { ...request(options), query })
      return found && toRequest(found, [])
    },
    async closeChangeRequest(ref, number, options) {
      const json = { state_event: 'close' }
      await api.json(`${project(ref)}/merge_requests/${number}`, { ...request(options), method: 'PUT', json })
    },
    fork: notOffering('GitLab').fork,
    async pushAccess(ref, options) {
      const { http_url_to_repo: cloneUrl } = await api.json<Project>(project(ref), request(options))
      return { cloneUrl, ...(await pushLogin(dependencies, cloneUrl, options)) }
    },
  }
}

function toRepository(found: Project): Repository {
  return {
    id: String(found.id),
    fullName: found.path_with_namespace,
    defaultBranch: found.default_branch ?? undefined,
    url: found.web_url,
    cloneUrl: found.http_url_to_repo,
    isArchived: found.archived ?? false,
    visibility: found.visibility,
  }
}

const states = { opened: 'open', locked: 'open', merged: 'merged', closed: 'closed' } as const

function toRequest(found: MergeRequest, warnings: readonly string[]): ChangeRequest {
  const { iid: number, web_url: url, state, title, source_branch: source, target_branch: target } = found
  return { number, url, state: states[state], source, target, title, warnings }
}
