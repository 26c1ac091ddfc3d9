import { conflictError } from '@portico/core/common'
import { encodeRef } from '../forges/paths.ts'
import type { Branch, ChangeRequest, NewCommit, Repository, RepositoryRef, WriteOptions } from './repositories.ts'
import { needed, notOffering, orUndefined, pushLogin, requestOf, type Writer, type WriterDependencies } from './writer.ts'

interface CloudRepository {
  readonly uuid: string
  readonly full_name: string
  readonly is_private: boolean
  readonly mainbranch?: { readonly name: string } | null
  readonly links: { readonly html: { readonly href: string }; readonly clone: readonly { readonly name: string; readonly href: string }[] }
}

interface Pull {
  readonly id: number
  readonly state: 'OPEN' | 'MERGED' | 'DECLINED' | 'SUPERSEDED'
  readonly title: string
  readonly links: { readonly html: { readonly href: string } }
  readonly source: { readonly branch: { readonly name: string } }
  readonly destination: { readonly branch: { readonly name: string } }
}

/** Writes to Bitbucket Cloud. */
export function createBitbucketCloudWriter(dependencies: WriterDependencies): Writer {
  const { api, settings } = dependencies
  const { apiBaseUrl: base = '' } = settings
  const repo = (ref: RepositoryRef) =>
    `${base}/repositories/${encodeURIComponent(needed(ref, 'workspace'))}/${encodeURIComponent(ref.repo)}`
  const request = (options?: WriteOptions) => requestOf('bitbucketCloud', options)
  const post = <T>(url: string, json: unknown, options?: WriteOptions) => api.json<T>(url, { ...request(options), method: 'POST', json })
  const known = (ref: RepositoryRef, options?: WriteOptions) => api.json<CloudRepository>(repo(ref), request(options))

  async function branch(ref: RepositoryRef, name: string, options?: WriteOptions): Promise<Branch | undefined> {
    const url = `${repo(ref)}/refs/branches/${encodeRef(name)}`
    const found = await orUndefined(api.json<{ target: { hash: string } }>(url, request(options)))
    return found && { name, revision: found.target.hash }
  }

  return {
    async get(ref, options) {
      const found = await orUndefined(known(ref, options))
      return found && toRepository(found)
    },
    branch,
    async create(ref, { description, visibility = 'private', settings: more = {} }, options) {
      if (await orUndefined(known(ref, options)))
        throw conflictError(`${ref.workspace}/${ref.repo} exists already on ${settings.host}`, { code: 'integrations.repository-exists' })
      const json = {
        scm: 'git',
        is_private: visibility !== 'public',
        ...(description !== undefined && { description }),
        ...(ref.project !== undefined && { project: { key: ref.project } }),
        ...more,
      }
      return toRepository(await post<CloudRepository>(repo(ref), json, options))
    },
    async createBranch(ref, { name, from }, options) {
      if (await branch(ref, name, options))
        throw conflictError(`The branch ${name} exists already in ${ref.repo}`, { code: 'integrations.branch-exists' })
      const start = from ?? (await known(ref, options)).mainbranch?.name ?? 'main'
      const made = await post<{ target: { hash: string } }>(`${repo(ref)}/refs/branches`, { name, target: { hash: start } }, options)
      return { name, revision: made.target.hash }
    },
    async commit(ref, commit, options) {
      const { body, type } = await toForm(commit)
      const answer = await api.get(`${repo(ref)}/src`, {
        ...request(options),
        method: 'POST',
        bytes: body,
        headers: { 'content-type': type },
      })
      const url = typeof answer.headers['location'] === 'string' ? answer.headers['location'] : undefined
      // The address of the commit is all that is answered.
      const revision = url?.split('/').pop() ?? (await branch(ref, commit.branch, options))?.revision ?? ''
      return { revision, url }
    },
    async openChangeRequest(ref, given, options) {
      const target = given.target ?? (await known(ref, options)).mainbranch?.name ?? 'main'
      const json = {
        title: given.title,
        description: given.description ?? '',
        source: { branch: { name: given.source } },
        destination: { branch: { name: target } },
        close_source_branch: given.removeSourceBranch ?? false,
        ...(given.isDraft && { draft: true }),
        ...(given.reviewers && { reviewers: given.reviewers.map(uuid => ({ uuid })) }),
      }
      return toRequest(await post<Pull>(`${repo(ref)}/pullrequests`, json, options))
    },
    async changeRequest(ref, number, options) {
      const found = await orUndefined(api.json<Pull>(`${repo(ref)}/pullrequests/${number}`, request(options)))
      return found && toRequest(found)
    },
    async findChangeRequest(ref, source, options) {
      const query = { q: `source.branch.name="${source.replaceAll('"', '')}" AND state="OPEN"`, pagelen: 1 }
      const { values } = await api.json<{ values: Pull[] }>(`${repo(ref)}/pullrequests`, { ...request(options), query })
      return values[0] && toRequest(values[0])
    },
    async closeChangeRequest(ref, number, options) {
      await post(`${repo(ref)}/pullrequests/${number}/decline`, {}, options)
    },
    fork: notOffering('Bitbucket Cloud').fork,
    async pushAccess(ref, options) {
      const origin = base.includes('api.bitbucket.org') ? `https://${settings.host}` : new URL(base).origin
      const cloneUrl = `${origin}/${needed(ref, 'workspace')}/${ref.repo}.git`
      return { cloneUrl, ...(await pushLogin(dependencies, cloneUrl, options)) }
    },
  }
}

/** Commits are forms: a field for each file, and one that lists those to delete. */
async function toForm({ branch, message, author, changes }: NewCommit): Promise<{ body: Buffer; type: string }> {
  const form = new FormData()
  form.set('branch', branch)
  form.set('message', message)
  if (author) form.set('author', `${author.name} <${author.email}>`)
  for (const { path, bytes } of changes) {
    if (bytes === undefined) form.append('files', path)
    else form.append(`/${path}`, new Blob([Buffer.from(bytes)]), path.split('/').pop() ?? path)
  }
  const response = new Response(form)
  return { body: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') ?? '' }
}

function toRepository({ uuid: id, full_name: fullName, is_private: isPrivate, mainbranch, links }: CloudRepository): Repository {
  const clone = links.clone.find(({ name }) => name === 'https' || name === 'http')?.href ?? links.html.href
  return {
    id,
    fullName,
    defaultBranch: mainbranch?.name,
    url: links.html.href,
    cloneUrl: clone.replace(/^(https?:\/\/)[^@/]+@/, '$1'),
    isArchived: false,
    visibility: isPrivate ? 'private' : 'public',
  }
}

function toRequest({ id: number, state, title, links, source, destination }: Pull): ChangeRequest {
  const at = state === 'OPEN' ? 'open' : state === 'MERGED' ? 'merged' : 'closed'
  return { number, url: links.html.href, state: at, source: source.branch.name, target: destination.branch.name, title, warnings: [] }
}
