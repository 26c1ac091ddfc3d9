import { conflictError } from '@portico/core/common'
import { encodePath } from '../forges/paths.ts'
import { originOf } from '../hosts/host-address.ts'
import type { Branch, ChangeRequest, FileChange, Repository, RepositoryRef, WriteOptions } from './repositories.ts'
import { needed, notOffering, orUndefined, orWarning, pushLogin, requestOf, type Writer, type WriterDependencies } from './writer.ts'

interface HarnessRepository {
  readonly id: number
  readonly path?: string
  readonly identifier?: string
  readonly default_branch?: string
  readonly git_url: string
  readonly is_public?: boolean
  readonly archived?: boolean
}

interface Pull {
  readonly number: number
  readonly state: 'open' | 'closed' | 'merged'
  readonly title: string
  readonly source_branch: string
  readonly target_branch: string
}

/** Writes to Harness Code. A repository is in a project of an organisation of an account: `owner`, `organization`, `project`. */
export function createHarnessWriter(dependencies: WriterDependencies): Writer {
  const { api, settings } = dependencies
  const { host, apiBaseUrl: base = '' } = settings
  const placeOf = (ref: RepositoryRef) => [needed(ref, 'owner'), needed(ref, 'organization'), needed(ref, 'project')] as const
  const repo = (ref: RepositoryRef) => `${base}/repos/${encodePath([...placeOf(ref), ref.repo].join('/'))}/+`
  const request = (ref: RepositoryRef, options?: WriteOptions) => ({
    ...requestOf('harness', options),
    query: { routingId: needed(ref, 'owner') },
  })

  function page(ref: RepositoryRef): string {
    const [account, org, project] = placeOf(ref).map(encodeURIComponent)
    return `${originOf(host)}/ng/account/${account}/module/code/orgs/${org}/projects/${project}/repos/${encodeURIComponent(ref.repo)}`
  }

  const read = <T>(ref: RepositoryRef, path: string, options?: WriteOptions) => api.json<T>(`${repo(ref)}${path}`, request(ref, options))
  const post = <T>(ref: RepositoryRef, path: string, json: unknown, options?: WriteOptions) =>
    api.json<T>(`${repo(ref)}${path}`, { ...request(ref, options), method: 'POST', json })

  function toRepository(ref: RepositoryRef, found: HarnessRepository): Repository {
    return {
      id: String(found.id),
      fullName: found.path ?? [...placeOf(ref), ref.repo].join('/'),
      defaultBranch: found.default_branch,
      url: page(ref),
      cloneUrl: found.git_url,
      isArchived: found.archived ?? false,
      visibility: found.is_public ? 'public' : 'private',
    }
  }

  function toRequest(ref: RepositoryRef, pull: Pull, warnings: readonly string[]): ChangeRequest {
    const { number, state, title, source_branch: source, target_branch: target } = pull
    return { number, url: `${page(ref)}/pulls/${number}`, state, title, source, target, warnings }
  }

  async function get(ref: RepositoryRef, options?: WriteOptions): Promise<Repository | undefined> {
    const found = await orUndefined(read<HarnessRepository>(ref, '', options))
    return found && toRepository(ref, found)
  }

  async function branch(ref: RepositoryRef, name: string, options?: WriteOptions): Promise<Branch | undefined> {
    const found = await orUndefined(read<{ sha: string }>(ref, `/branches/${encodePath(name)}`, options))
    return found && { name, revision: found.sha }
  }

  const defaultBranch = async (ref: RepositoryRef, options?: WriteOptions) =>
    (await read<HarnessRepository>(ref, '', options)).default_branch ?? 'main'

  /** Whether a file is new decides about the action. */
  async function actionOf(ref: RepositoryRef, name: string, { path, bytes }: FileChange, options?: WriteOptions): Promise<object> {
    if (bytes === undefined) return { action: 'DELETE', path }
    const query = { ...request(ref, options).query, git_ref: `refs/heads/${name}`, include_commit: false }
    const url = `${repo(ref)}/content/${encodePath(path)}`
    const known = await orUndefined(api.json(url, { ...request(ref, options), query }))
    const payload = Buffer.from(bytes).toString('base64')
    return { action: known === undefined ? 'CREATE' : 'UPDATE', path, payload, encoding: 'base64' }
  }

  return {
    get,
    branch,
    async create(ref, { description, visibility = 'private', defaultBranch: first = 'main', settings: more = {} }, options) {
      const [account, org, project] = placeOf(ref)
      if (await get(ref, options)) throw conflictError(`${ref.repo} exists already on ${host}`, { code: 'integrations.repository-exists' })
      const made = await api.json<HarnessRepository>(`${base}/repos`, {
        ...request(ref, options),
        query: { routingId: account, accountIdentifier: account, orgIdentifier: org, projectIdentifier: project },
        method: 'POST',
        json: {
          identifier: ref.repo,
          default_branch: first,
          description: description ?? '',
          is_public: visibility === 'public',
          readme: false,
          ...more,
        },
      })
      return toRepository(ref, made)
    },
    async createBranch(ref, { name, from }, options) {
      if (await branch(ref, name, options))
        throw conflictError(`The branch ${name} exists already in ${ref.repo}`, { code: 'integrations.branch-exists' })
      const target = from ?? (await defaultBranch(ref, options))
      const made = await post<{ sha: string }>(ref, '/branches', { name, target }, options)
      return { name, revision: made.sha }
    },
    async commit(ref, { branch: name, message, changes, author }, options) {
      const actions: object[] = []
      for (const change of changes) actions.push(await actionOf(ref, name, change, options))
      const [title = '', ...rest] = message.split('\n')
      const json = { branch: name, title, message: rest.join('\n').trim(), actions, ...(author && { author }) }
      const { commit_id: revision } = await post<{ commit_id: string }>(ref, '/commits', json, options)
      return { revision, url: `${page(ref)}/commit/${revision}` }
    },
    async openChangeRequest(ref, given, options) {
      const warnings: string[] = []
      const json = {
        title: given.title,
        description: given.description ?? '',
        source_branch: given.source,
        target_branch: given.target ?? (await defaultBranch(ref, options)),
        is_draft: given.isDraft ?? false,
      }
      const pull = await post<Pull>(ref, '/pullreq', json, options)
      for (const key of given.labels ?? [])
        await orWarning(warnings, `The label ${key} was not set`, () =>
          api.json(`${repo(ref)}/pullreq/${pull.number}/labels`, { ...request(ref, options), method: 'PUT', json: { key } }),
        )
      const people = [...(given.reviewers ?? []), ...(given.teamReviewers ?? []), ...(given.assignees ?? [])]
      if (people.length > 0) warnings.push('Harness Code takes reviewers by numbers, not by names: they were not set')
      return toRequest(ref, pull, warnings)
    },
    async changeRequest(ref, number, options) {
      const found = await orUndefined(read<Pull>(ref, `/pullreq/${number}`, options))
      return found && toRequest(ref, found, [])
    },
    async findChangeRequest(ref, source, options) {
      const query = { ...request(ref, options).query, state: 'open', source_branch: source, limit: 1 }
      const [found] = await api.json<Pull[]>(`${repo(ref)}/pullreq`, { ...request(ref, options), query })
      return found && toRequest(ref, found, [])
    },
    async closeChangeRequest(ref, number, options) {
      await post(ref, `/pullreq/${number}/state`, { state: 'closed' }, options)
    },
    fork: notOffering('Harness Code').fork,
    async pushAccess(ref, options) {
      const { git_url: cloneUrl } = await read<HarnessRepository>(ref, '', options)
      return { cloneUrl, ...(await pushLogin(dependencies, cloneUrl, options)) }
    },
  }
}
