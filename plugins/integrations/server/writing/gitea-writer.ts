import { conflictError, notFoundError } from '@portico/core/common'
import { encodePath } from '../forges/paths.ts'
import type { Branch, ChangeRequest, FileChange, Repository, RepositoryRef, WriteOptions } from './repositories.ts'
import { notOffering, orUndefined, orWarning, pushLogin, requestOf, type Writer, type WriterDependencies } from './writer.ts'

interface GiteaRepository {
  readonly id: number
  readonly full_name: string
  readonly default_branch?: string
  readonly html_url: string
  readonly clone_url: string
  readonly archived?: boolean
  readonly private?: boolean
  readonly internal?: boolean
}

interface Pull {
  readonly number: number
  readonly html_url: string
  readonly state: 'open' | 'closed'
  readonly merged?: boolean
  readonly title: string
  readonly head: { readonly ref: string }
  readonly base: { readonly ref: string }
}

/** Writes to Gitea. A repository without an owner belongs to the user of the credentials. */
export function createGiteaWriter(dependencies: WriterDependencies): Writer {
  const { api, settings } = dependencies
  const { apiBaseUrl: base = '' } = settings
  const pathOf = async (ref: RepositoryRef, options?: WriteOptions) =>
    `${encodeURIComponent(ref.owner ?? (await login(options)))}/${encodeURIComponent(ref.repo)}`
  const repo = async (ref: RepositoryRef, options?: WriteOptions) => `${base}/repos/${await pathOf(ref, options)}`
  const login = async (options?: WriteOptions) => (await api.json<{ login: string }>(`${base}/user`, request(options))).login
  const request = (options?: WriteOptions) => requestOf('gitea', options)
  const post = <T>(url: string, json: unknown, options?: WriteOptions) => api.json<T>(url, { ...request(options), method: 'POST', json })

  async function get(ref: RepositoryRef, options?: WriteOptions): Promise<Repository | undefined> {
    const found = await orUndefined(api.json<GiteaRepository>(await repo(ref, options), request(options)))
    return found && toRepository(found)
  }

  async function branch(ref: RepositoryRef, name: string, options?: WriteOptions): Promise<Branch | undefined> {
    const found = await orUndefined(
      api.json<{ commit: { id: string } }>(`${await repo(ref, options)}/branches/${encodePath(name)}`, request(options)),
    )
    return found && { name, revision: found.commit.id }
  }

  async function defaultBranch(ref: RepositoryRef, options?: WriteOptions): Promise<string> {
    return (await api.json<GiteaRepository>(await repo(ref, options), request(options))).default_branch ?? 'main'
  }

  /** A file that exists is named with its hash. */
  async function operationOf(ref: RepositoryRef, name: string, { path, bytes }: FileChange, options?: WriteOptions): Promise<object> {
    const url = `${await repo(ref, options)}/contents/${encodePath(path)}?ref=${encodeURIComponent(name)}`
    const known = await orUndefined(api.json<{ sha: string }>(url, request(options)))
    if (bytes === undefined) return { operation: 'delete', path, sha: known?.sha ?? '' }
    const content = Buffer.from(bytes).toString('base64')
    return known ? { operation: 'update', path, content, sha: known.sha } : { operation: 'create', path, content }
  }

  return {
    get,
    branch,
    async create(ref, { description, visibility = 'private', defaultBranch: first, settings: more = {} }, options) {
      if (await get(ref, options))
        throw conflictError(`${await pathOf(ref, options)} exists already on ${settings.host}`, { code: 'integrations.repository-exists' })
      const json = {
        name: ref.repo,
        description: description ?? '',
        private: visibility !== 'public',
        default_branch: first ?? 'main',
        ...more,
      }
      const { owner = await login(options) } = ref
      const make = (place: string) => post<GiteaRepository>(`${base}/${place}/repos`, json, options)
      const made = await orUndefined(make(`orgs/${encodeURIComponent(owner)}`))
      if (made) return toRepository(made)
      if (owner !== (await login(options)))
        throw notFoundError(`The organisation ${owner} does not exist on ${settings.host}, or the credentials do not see it`, {
          code: 'integrations.owner-not-found',
        })
      return toRepository(await make('user'))
    },
    async createBranch(ref, { name, from }, options) {
      if (await branch(ref, name, options))
        throw conflictError(`The branch ${name} exists already in ${ref.repo}`, { code: 'integrations.branch-exists' })
      const json = { new_branch_name: name, old_ref_name: from ?? (await defaultBranch(ref, options)) }
      const made = await post<{ commit: { id: string } }>(`${await repo(ref, options)}/branches`, json, options)
      return { name, revision: made.commit.id }
    },
    async commit(ref, { branch: name, message, changes, author }, options) {
      const files: object[] = []
      for (const change of changes) files.push(await operationOf(ref, name, change, options))
      const json = { branch: name, message, files, ...(author && { author, committer: author }) }
      const { commit } = await post<{ commit: { sha: string; html_url?: string } }>(`${await repo(ref, options)}/contents`, json, options)
      return { revision: commit.sha, url: commit.html_url }
    },
    async openChangeRequest(ref, given, options) {
      const warnings: string[] = []
      const json = {
        title: given.isDraft ? `WIP: ${given.title}` : given.title,
        body: given.description ?? '',
        head: given.source,
        base: given.target ?? (await defaultBranch(ref, options)),
        ...(given.assignees && { assignees: given.assignees }),
      }
      const pull = await post<Pull>(`${await repo(ref, options)}/pulls`, json, options)
      const { reviewers = [], teamReviewers = [] } = given
      if (reviewers.length + teamReviewers.length > 0) {
        const people = { reviewers, team_reviewers: teamReviewers }
        await orWarning(warnings, 'Reviewers were not requested', async () =>
          post(`${await repo(ref, options)}/pulls/${pull.number}/requested_reviewers`, people, options),
        )
      }
      return toRequest(pull, warnings)
    },
    async changeRequest(ref, number, options) {
      const pull = await orUndefined(api.json<Pull>(`${await repo(ref, options)}/pulls/${number}`, request(options)))
      return pull && toRequest(pull, [])
    },
    async findChangeRequest(ref, source, options) {
      for await (const page of api.pages<Pull[]>(`${await repo(ref, options)}/pulls`, {
        ...request(options),
        query: { state: 'open', limit: 50 },
      })) {
        const found = page.find(({ head }) => head.ref === source)
        if (found) return toRequest(found, [])
      }
      return undefined
    },
    async closeChangeRequest(ref, number, options) {
      const json = { state: 'closed' }
      await api.json(`${await repo(ref, options)}/pulls/${number}`, { ...request(options), method: 'PATCH', json })
    },
    fork: notOffering('Gitea').fork,
    async pushAccess(ref, options) {
      const cloneUrl = `${base.replace(/\/api\/v1$/, '')}/${await pathOf(ref, options)}.git`
      return { cloneUrl, ...(await pushLogin(dependencies, cloneUrl, options)) }
    },
  }
}

function toRepository(found: GiteaRepository): Repository {
  return {
    id: String(found.id),
    fullName: found.full_name,
    defaultBranch: found.default_branch,
    url: found.html_url,
    cloneUrl: found.clone_url,
    isArchived: found.archived ?? false,
    visibility: found.private ? 'private' : found.internal ? 'internal' : 'public',
  }
}

function toRequest({ number, html_url: url, state, merged, title, head, base }: Pull, warnings: readonly string[]): ChangeRequest {
  return { number, url, state: merged ? 'merged' : state, source: head.ref, target: base.ref, title, warnings }
}
