import { conflictError, unavailableError } from '@portico/core/common'
import { setTimeout as delay } from 'node:timers/promises'
import { encodePath, encodeRef } from '../forges/paths.ts'
import type { Branch, ChangeRequest, FileChange, NewChangeRequest, Repository, RepositoryRef, WriteOptions } from './repositories.ts'
import { needed, orUndefined, orWarning, pushLogin, requestOf, type Writer, type WriterDependencies } from './writer.ts'

interface GithubRepository {
  readonly id: number
  readonly full_name: string
  readonly default_branch?: string
  readonly html_url: string
  readonly clone_url: string
  readonly archived?: boolean
  readonly private?: boolean
  readonly visibility?: Repository['visibility']
  readonly permissions?: { readonly push?: boolean }
}

interface Pull {
  readonly number: number
  readonly html_url: string
  readonly state: 'open' | 'closed'
  readonly merged_at?: string | null
  readonly title: string
  readonly head: { readonly ref: string }
  readonly base: { readonly ref: string }
}

const maxConcurrent = 5
// GitHub makes forks in the background.
const maxForkChecks = 30
const forkCheckMs = 1000

/** Writes to GitHub. */
export function createGithubWriter(dependencies: WriterDependencies): Writer {
  const { api, settings } = dependencies
  const { apiBaseUrl: base = '' } = settings
  const repo = (ref: RepositoryRef) => `${base}/repos/${encodeURIComponent(needed(ref, 'owner'))}/${encodeURIComponent(ref.repo)}`
  const request = (ref: RepositoryRef, options?: WriteOptions) => ({ ...requestOf('github', options), owner: ref.owner })
  const post = <T>(ref: RepositoryRef, path: string, json: unknown, options?: WriteOptions, method = 'POST') =>
    api.json<T>(`${repo(ref)}${path}`, { ...request(ref, options), method, json })

  async function get(ref: RepositoryRef, options?: WriteOptions): Promise<Repository | undefined> {
    const found = await orUndefined(api.json<GithubRepository>(repo(ref), request(ref, options)))
    return found && toRepository(found)
  }

  async function revisionOf(ref: RepositoryRef, name: string, options?: WriteOptions): Promise<string> {
    const { sha } = await api.json<{ sha: string }>(`${repo(ref)}/commits/${encodeRef(name)}`, request(ref, options))
    return sha
  }

  async function branch(ref: RepositoryRef, name: string, options?: WriteOptions): Promise<Branch | undefined> {
    const found = await orUndefined(
      api.json<{ object: { sha: string } }>(`${repo(ref)}/git/ref/heads/${encodePath(name)}`, request(ref, options)),
    )
    return found && { name, revision: found.object.sha }
  }

  async function defaultBranch(ref: RepositoryRef, options?: WriteOptions): Promise<string> {
    return (await api.json<GithubRepository>(repo(ref), request(ref, options))).default_branch ?? 'main'
  }

  /** Texts go into the tree as they are; everything else is a blob first. */
  async function entriesOf(ref: RepositoryRef, changes: readonly FileChange[], options?: WriteOptions): Promise<object[]> {
    const entries: object[] = []
    for (let at = 0; at < changes.length; at += maxConcurrent)
      entries.push(...(await Promise.all(changes.slice(at, at + maxConcurrent).map(change => entryOf(ref, change, options)))))
    return entries
  }

  async function entryOf(ref: RepositoryRef, { path, bytes, isExecutable, isLink }: FileChange, options?: WriteOptions): Promise<object> {
    const entry = { path, mode: isLink ? '120000' : isExecutable ? '100755' : '100644', type: 'blob' }
    if (bytes === undefined) return { ...entry, sha: null }
    const text = Buffer.from(bytes).toString('utf8')
    if (Buffer.from(text).equals(Buffer.from(bytes))) return { ...entry, content: text }
    const content = Buffer.from(bytes).toString('base64')
    const { sha } = await post<{ sha: string }>(ref, '/git/blobs', { content, encoding: 'base64' }, options)
    return { ...entry, sha }
  }

  return {
    get,
    branch,
    async create(ref, { description, visibility = 'private', settings: more = {} }, options) {
      const owner = needed(ref, 'owner')
      const account = await api.json<{ type: string }>(`${base}/users/${encodeURIComponent(owner)}`, request(ref, options))
      const isOrganisation = account.type === 'Organization'
      const json = {
        name: ref.repo,
        ...(description !== undefined && { description }),
        private: visibility !== 'public',
        ...(isOrganisation && { visibility }),
        ...more,
      }
      const url = isOrganisation ? `${base}/orgs/${encodeURIComponent(owner)}/repos` : `${base}/user/repos`
      if (await get(ref, options))
        throw conflictError(`${owner}/${ref.repo} exists already on ${settings.host}`, { code: 'integrations.repository-exists' })
      return toRepository(await api.json<GithubRepository>(url, { ...request(ref, options), method: 'POST', json }))
    },
    async createBranch(ref, { name, from }, options) {
      if (await branch(ref, name, options))
        throw conflictError(`The branch ${name} exists already in ${ref.repo}`, { code: 'integrations.branch-exists' })
      const sha = await revisionOf(ref, from ?? (await defaultBranch(ref, options)), options)
      await post(ref, '/git/refs', { ref: `refs/heads/${name}`, sha }, options)
      return { name, revision: sha }
    },
    async commit(ref, { branch: name, message, changes, author }, options) {
      const parent = await revisionOf(ref, name, options)
      const { tree } = await api.json<{ tree: { sha: string } }>(`${repo(ref)}/git/commits/${parent}`, request(ref, options))
      const made = await post<{ sha: string }>(
        ref,
        '/git/trees',
        { base_tree: tree.sha, tree: await entriesOf(ref, changes, options) },
        options,
      )
      const commit = await post<{ sha: string; html_url?: string }>(
        ref,
        '/git/commits',
        { message, tree: made.sha, parents: [parent], ...(author && { author }) },
        options,
      )
      await post(ref, `/git/refs/heads/${encodePath(name)}`, { sha: commit.sha, force: false }, options, 'PATCH')
      return { revision: commit.sha, url: commit.html_url }
    },
    async openChangeRequest(ref, given, options) {
      const target = given.target ?? (await defaultBranch(ref, options))
      const json = {
        title: given.title,
        body: given.description ?? '',
        head: given.fork ? `${needed(given.fork, 'owner')}:${given.source}` : given.source,
        base: target,
        ...(given.isDraft && { draft: true }),
      }
      const pull = await post<Pull>(ref, '/pulls', json, options)
      return toRequest(pull, await addPeople(ref, pull.number, given, options))
    },
    async changeRequest(ref, number, options) {
      const pull = await orUndefined(api.json<Pull>(`${repo(ref)}/pulls/${number}`, request(ref, options)))
      return pull && toRequest(pull, [])
    },
    async findChangeRequest(ref, source, options) {
      const query = { head: `${needed(options?.fork ?? ref, 'owner')}:${source}`, state: 'open', per_page: 1 }
      const [pull] = await api.json<Pull[]>(`${repo(ref)}/pulls`, { ...request(ref, options), query })
      return pull && toRequest(pull, [])
    },
    async closeChangeRequest(ref, number, options) {
      await post(ref, `/pulls/${number}`, { state: 'closed' }, options, 'PATCH')
    },
    async fork(ref, { isForced = false }, options) {
      const { permissions } = await api.json<GithubRepository>(repo(ref), request(ref, options))
      if (!isForced && permissions?.push !== false) return undefined
      // Where the caller has a fork already, GitHub answers with that one.
      const made = await post<GithubRepository>(ref, '/forks', {}, options)
      const [owner = '', name = ref.repo] = made.full_name.split('/')
      const fork = { ...ref, owner, repo: name }
      for (let check = 0; check < maxForkChecks; check += 1) {
        if (await branch(fork, made.default_branch ?? 'main', options)) return fork
        await delay(forkCheckMs, undefined, { signal: options?.signal })
      }
      throw unavailableError(`GitHub has not finished the fork ${made.full_name} in ${maxForkChecks} s`, { code: 'integrations.fork-late' })
    },
    async pushAccess(ref, options) {
      const cloneUrl = `${new URL(base).protocol}//${settings.host}/${needed(ref, 'owner')}/${ref.repo}.git`
      return { cloneUrl, ...(await pushLogin(dependencies, cloneUrl, options, ref.owner)) }
    },
  }

  async function addPeople(ref: RepositoryRef, number: number, given: NewChangeRequest, options?: WriteOptions): Promise<string[]> {
    const warnings: string[] = []
    const { reviewers = [], teamReviewers = [], assignees = [], labels = [] } = given
    if (reviewers.length + teamReviewers.length > 0) {
      const json = { reviewers, team_reviewers: teamReviewers }
      await orWarning(warnings, 'Reviewers were not requested', () => post(ref, `/pulls/${number}/requested_reviewers`, json, options))
    }
    if (assignees.length > 0)
      await orWarning(warnings, 'Nobody was assigned', () => post(ref, `/issues/${number}/assignees`, { assignees }, options))
    if (labels.length > 0)
      await orWarning(warnings, 'Labels were not set', () => post(ref, `/issues/${number}/labels`, { labels }, options))
    return warnings
  }
}

function toRepository(found: GithubRepository): Repository {
  return {
    id: String(found.id),
    fullName: found.full_name,
    defaultBranch: found.default_branch,
    url: found.html_url,
    cloneUrl: found.clone_url,
    isArchived: found.archived ?? false,
    visibility: found.visibility ?? (found.private ? 'private' : 'public'),
  }
}

function toRequest(
  { number, html_url: url, state, merged_at: mergedAt, title, head, base }: Pull,
  warnings: readonly string[],
): ChangeRequest {
  return { number, url, state: mergedAt ? 'merged' : state, source: head.ref, target: base.ref, title, warnings }
}
