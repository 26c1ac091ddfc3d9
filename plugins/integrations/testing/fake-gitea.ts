import { paged, startFakeServer, type FakeAnswer, type FakeRequest } from './fake-server.ts'
import { createRepositoryModel, modelAuthor, type ModelRepository, toArchive } from './repository-model.ts'

/** Gitea's API, as far as the portal uses it. */
export async function startFakeGitea() {
  const model = createRepositoryModel()

  const fake = await startFakeServer(async request => {
    const [first, second, third, ...rest] = request.path
      .replace(/^\/api\/v1\//, '')
      .split('/')
      .map(decodeURIComponent)
    const login = loginOf(request)
    if (first === 'user') return second === 'repos' ? ofOwner(request, login) : { json: { login } }
    // A user is no organisation.
    if (first === 'orgs' && third === 'repos') return second === login ? undefined : ofOwner(request, second ?? '')
    const found = first === 'repos' ? model.find(second ?? '', third ?? '') : undefined
    return found && ofRepository(request, found, rest)
  })

  function ofOwner(request: FakeRequest, owner: string): FakeAnswer | undefined {
    if (request.method === 'POST') {
      const { name, private: isPrivate } = request.json<{ name: string; private: boolean }>()
      return { status: 201, json: toJson(model.add(`${owner}/${name}`, {}, { visibility: isPrivate ? 'private' : 'public' })) }
    }
    const all = model.repositories.filter(each => each.owner === owner)
    if (all.length === 0) return undefined
    const { items, headers } = paged(request, all.map(toJson), { size: 'limit', max: 50 })
    return { json: items, headers }
  }

  function loginOf({ headers: { authorization = '' } }: FakeRequest): string {
    return (
      Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
        .toString()
        .split(':')[0] ?? ''
    )
  }

  function toJson(repository: ModelRepository) {
    const { id, owner, name, defaultBranch, isArchived, isFork, visibility, topics, language, description, branches } = repository
    const url = `${fake.url}/${owner}/${name}`
    const facts = {
      archived: isArchived,
      fork: isFork,
      private: visibility === 'private',
      empty: branches.size === 0,
      topics,
      language,
      description,
      updated_at: model.changedAt(repository),
    }
    return { id, name, full_name: `${owner}/${name}`, default_branch: defaultBranch, html_url: url, clone_url: `${url}.git`, ...facts }
  }

  async function ofRepository(
    request: FakeRequest,
    repository: ModelRepository,
    [what, ...rest]: readonly string[],
  ): Promise<FakeAnswer | undefined> {
    const query = request.url.searchParams
    if (what === undefined) return { json: toJson(repository) }
    if (what === 'raw') {
      const file = model.resolve(repository, query.get('ref') ?? undefined)?.files.get(rest.join('/'))
      return file && { body: file }
    }
    if (what === 'commits') {
      const commit = model.newest(repository, query.get('sha') ?? 'HEAD', query.get('path') ?? '')
      return { json: commit ? [{ sha: commit.sha, commit: { author: { name: modelAuthor }, committer: { date: commit.date } } }] : [] }
    }
    if (what === 'git') {
      const files = [...(model.resolve(repository, rest[1])?.files.keys() ?? [])]
      const page = Number(query.get('page') ?? 1)
      const cut = files.slice((page - 1) * 1000, page * 1000)
      return { json: { tree: cut.map(path => ({ path, type: 'blob' })), truncated: page * 1000 < files.length } }
    }
    if (what === 'archive') {
      const commit = model.resolve(repository, rest.join('/').replace(/\.tar\.gz$/, ''))
      return commit && { body: await toArchive(commit.files, `${repository.name}/`) }
    }
    if (what === 'contents') return ofContents(request, repository, rest.join('/'))
    if (what === 'branches') return ofBranches(request, repository, rest.join('/'))
    return what === 'pulls' ? ofPulls(request, repository, rest) : undefined
  }

  function ofContents(request: FakeRequest, repository: ModelRepository, path: string): FakeAnswer | undefined {
    if (request.method === 'GET') {
      const file = model.resolve(repository, request.url.searchParams.get('ref') ?? undefined)?.files.get(path)
      return file && { json: { path, sha: `sha-${path}` } }
    }
    const { branch, message, files } = request.json<{
      branch: string
      message: string
      files: { operation: string; path: string; content?: string; sha?: string }[]
    }>()
    if (files.some(each => each.operation !== 'create' && each.sha !== `sha-${each.path}`))
      return { status: 422, json: { message: 'sha does not match' } }
    const changes = Object.fromEntries(
      files.map(each => [each.path, each.content === undefined ? undefined : Buffer.from(each.content, 'base64')]),
    )
    const commit = model.commit(repository, branch, changes, message)
    return { status: 201, json: { commit: { sha: commit.sha, html_url: `${fake.url}/commit/${commit.sha}` } } }
  }

  function ofBranches(request: FakeRequest, repository: ModelRepository, name: string): FakeAnswer | undefined {
    if (request.method === 'POST') {
      const { new_branch_name: made, old_ref_name: from } = request.json<{ new_branch_name: string; old_ref_name: string }>()
      const sha = model.resolve(repository, from)?.sha ?? ''
      repository.branches.set(made, sha)
      return { status: 201, json: { name: made, commit: { id: sha } } }
    }
    const sha = repository.branches.get(name)
    return sha === undefined ? undefined : { json: { name, commit: { id: sha } } }
  }

  function ofPulls(request: FakeRequest, repository: ModelRepository, [number]: readonly string[]): FakeAnswer | undefined {
    const toPull = (each: ModelRepository['requests'][number]) => ({
      number: each.number,
      html_url: `${fake.url}/${repository.owner}/${repository.name}/pulls/${each.number}`,
      state: each.state === 'open' ? 'open' : 'closed',
      merged: each.state === 'merged',
      title: each.title,
      head: { ref: each.source },
      base: { ref: each.target },
    })
    if (number !== undefined) {
      const found = repository.requests.find(each => each.number === Number(number))
      if (found && request.method === 'PATCH') found.state = request.json<{ state: 'open' | 'closed' }>().state
      return found && { json: toPull(found) }
    }
    if (request.method !== 'POST') return { json: repository.requests.filter(each => each.state === 'open').map(toPull) }
    const { title = '', body = '', head = '', base = '' } = request.json<Record<string, string>>()
    return { status: 201, json: toPull(model.openRequest(repository, { title, description: body, source: head, target: base })) }
  }

  return Object.assign(fake, { model, apiBaseUrl: `${fake.url}/api/v1` })
}
