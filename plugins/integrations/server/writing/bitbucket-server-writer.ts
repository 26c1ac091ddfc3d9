import { conflictError } from '@portico/core/common'
import { notOffered } from '../api/api-errors.ts'
import { encodePath } from '../forges/paths.ts'
import type { Branch, ChangeRequest, Repository, RepositoryRef, WriteOptions } from './repositories.ts'
import { needed, notOffering, orUndefined, pushLogin, requestOf, type Writer, type WriterDependencies } from './writer.ts'

interface ServerRepository {
  readonly id: number
  readonly slug: string
  readonly public?: boolean
  readonly archived?: boolean
  readonly project: { readonly key: string }
  readonly links: {
    readonly self: readonly { readonly href: string }[]
    readonly clone: readonly { readonly name: string; readonly href: string }[]
  }
}

interface Pull {
  readonly id: number
  readonly version: number
  readonly state: 'OPEN' | 'MERGED' | 'DECLINED'
  readonly title: string
  readonly links: { readonly self: readonly { readonly href: string }[] }
  readonly fromRef: { readonly displayId: string }
  readonly toRef: { readonly displayId: string }
}

/** Writes to Bitbucket Server and Data Center. */
export function createBitbucketServerWriter(dependencies: WriterDependencies): Writer {
  const { api, settings } = dependencies
  const { apiBaseUrl: base = '' } = settings
  const project = (ref: RepositoryRef) => `${base}/projects/${encodeURIComponent(needed(ref, 'project'))}`
  const repo = (ref: RepositoryRef) => `${project(ref)}/repos/${encodeURIComponent(ref.repo)}`
  const request = (options?: WriteOptions) => requestOf('bitbucketServer', options)
  const post = <T>(url: string, json: unknown, options?: WriteOptions) => api.json<T>(url, { ...request(options), method: 'POST', json })

  async function defaultBranch(ref: RepositoryRef, options?: WriteOptions): Promise<string | undefined> {
    const found = await orUndefined(api.json<{ displayId: string }>(`${repo(ref)}/default-branch`, request(options)))
    return found?.displayId
  }

  async function get(ref: RepositoryRef, options?: WriteOptions): Promise<Repository | undefined> {
    const found = await orUndefined(api.json<ServerRepository>(repo(ref), request(options)))
    return found && toRepository(found, await defaultBranch(ref, options))
  }

  async function branch(ref: RepositoryRef, name: string, options?: WriteOptions): Promise<Branch | undefined> {
    const query = { filterText: name, limit: 100 }
    const { values } = await api.json<{ values: { displayId: string; latestCommit: string }[] }>(`${repo(ref)}/branches`, {
      ...request(options),
      query,
    })
    const found = values.find(({ displayId }) => displayId === name)
    return found && { name, revision: found.latestCommit }
  }

  return {
    get,
    branch,
    async create(ref, { description, visibility = 'private', defaultBranch: first, settings: more = {} }, options) {
      if (await get(ref, options))
        throw conflictError(`${ref.project}/${ref.repo} exists already on ${settings.host}`, { code: 'integrations.repository-exists' })
      const json = {
        name: ref.repo,
        public: visibility === 'public',
        ...(description !== undefined && { description }),
        ...(first !== undefined && { defaultBranch: first }),
        ...more,
      }
      return toRepository(await post<ServerRepository>(`${project(ref)}/repos`, json, options), first)
    },
    async createBranch(ref, { name, from }, options) {
      if (await branch(ref, name, options))
        throw conflictError(`The branch ${name} exists already in ${ref.repo}`, { code: 'integrations.branch-exists' })
      const json = { name, startPoint: from ?? (await defaultBranch(ref, options)) ?? 'master' }
      const made = await post<{ latestCommit: string }>(`${repo(ref)}/branches`, json, options)
      return { name, revision: made.latestCommit }
    },
    async commit(ref, { branch: name, message, changes }, options) {
      // Its API commits one file at a time; on a branch for a pull request that is several commits.
      let revision = (await branch(ref, name, options))?.revision
      for (const { path, bytes } of changes) {
        if (bytes === undefined) throw notOffered('Bitbucket Server', 'to delete files by its API: push with git')
        const known = await orUndefined(
          api.json<{ values: { id: string }[] }>(`${repo(ref)}/commits`, { ...request(options), query: { path, until: name, limit: 1 } }),
        )
        const form = new FormData()
        form.set('content', new Blob([Buffer.from(bytes)]), path.split('/').pop() ?? path)
        form.set('message', message)
        form.set('branch', name)
        if (known?.values[0]) form.set('sourceCommitId', known.values[0].id)
        const response = new Response(form)
        const made = await api.json<{ id: string }>(`${repo(ref)}/browse/${encodePath(path)}`, {
          ...request(options),
          method: 'PUT',
          bytes: Buffer.from(await response.arrayBuffer()),
          headers: { 'content-type': response.headers.get('content-type') ?? '' },
        })
        revision = made.id
      }
      return { revision: revision ?? '', url: undefined }
    },
    async openChangeRequest(ref, given, options) {
      const target = given.target ?? (await defaultBranch(ref, options)) ?? 'master'
      const repository = { slug: ref.repo, project: { key: needed(ref, 'project') } }
      const json = {
        title: given.title,
        description: given.description ?? '',
        fromRef: { id: `refs/heads/${given.source}`, repository },
        toRef: { id: `refs/heads/${target}`, repository },
        ...(given.isDraft && { draft: true }),
        ...(given.reviewers && { reviewers: given.reviewers.map(name => ({ user: { name } })) }),
      }
      return toRequest(await post<Pull>(`${repo(ref)}/pull-requests`, json, options))
    },
    async changeRequest(ref, number, options) {
      const found = await orUndefined(api.json<Pull>(`${repo(ref)}/pull-requests/${number}`, request(options)))
      return found && toRequest(found)
    },
    async findChangeRequest(ref, source, options) {
      const query = { direction: 'OUTGOING', at: `refs/heads/${source}`, state: 'OPEN', limit: 1 }
      const { values } = await api.json<{ values: Pull[] }>(`${repo(ref)}/pull-requests`, { ...request(options), query })
      return values[0] && toRequest(values[0])
    },
    async closeChangeRequest(ref, number, options) {
      const url = `${repo(ref)}/pull-requests/${number}`
      // It wants to know that the caller has seen the newest version.
      const { version } = await api.json<Pull>(url, request(options))
      await post(`${url}/decline?version=${version}`, {}, options)
    },
    fork: notOffering('Bitbucket Server').fork,
    async pushAccess(ref, options) {
      const found = await api.json<ServerRepository>(repo(ref), request(options))
      const cloneUrl = cloneUrlOf(found)
      return { cloneUrl, ...(await pushLogin(dependencies, cloneUrl, options)) }
    },
  }
}

function cloneUrlOf({ links }: ServerRepository): string {
  const found = links.clone.find(({ name }) => name === 'http' || name === 'https')?.href ?? ''
  return found.replace(/^(https?:\/\/)[^@/]+@/, '$1')
}

function toRepository(found: ServerRepository, branch: string | undefined): Repository {
  return {
    id: String(found.id),
    fullName: `${found.project.key}/${found.slug}`,
    defaultBranch: branch,
    url: found.links.self[0]?.href ?? '',
    cloneUrl: cloneUrlOf(found),
    isArchived: found.archived ?? false,
    visibility: found.public ? 'public' : 'private',
  }
}

function toRequest({ id: number, state, title, links, fromRef, toRef }: Pull): ChangeRequest {
  const at = state === 'OPEN' ? 'open' : state === 'MERGED' ? 'merged' : 'closed'
  return { number, url: links.self[0]?.href ?? '', state: at, source: fromRef.displayId, target: toRef.displayId, title, warnings: [] }
}
