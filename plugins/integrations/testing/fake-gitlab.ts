import { paged, startFakeServer, type FakeAnswer, type FakeRequest } from './fake-server.ts'
import { createRepositoryModel, modelAuthor, type ModelCommit, type ModelRepository, toArchive } from './repository-model.ts'

export interface GitlabUser {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly email?: string
  readonly state?: 'active' | 'blocked'
  readonly avatar_url?: string
}

export interface GitlabGroup {
  readonly id: number
  readonly full_path: string
  readonly name: string
  readonly parent_id?: number | null
  readonly description?: string
  readonly members: readonly string[]
}

const toGroup = ({ id, full_path, name, parent_id = null, description }: GitlabGroup) => ({ id, full_path, name, parent_id, description })

/** GitLab's API, as far as the portal uses it. */
export async function startFakeGitlab() {
  const model = createRepositoryModel()
  const users: GitlabUser[] = []
  const groups: GitlabGroup[] = []
  const namespaces = new Set<string>()

  const fake = await startFakeServer(async request => {
    const segments = request.path
      .replace(/^\/api\/v4\//, '')
      .split('/')
      .map(decodeURIComponent)
    const [first, second, ...rest] = segments
    if (first === 'namespaces') return namespaces.has(second ?? '') ? { json: { id: 7, full_path: second } } : undefined
    if (first === 'users') return ofUsers(request)
    if (first === 'groups') return ofGroups(request, second, rest)
    if (first === 'projects' && second === undefined)
      return request.method === 'POST' ? create(request) : listProjects(request, model.repositories)
    const found = model.repositories.find(each => `${each.owner}/${each.name}` === second || String(each.id) === second)
    return found && ofProject(request, found, rest)
  })

  function create(request: FakeRequest): FakeAnswer {
    const { path, visibility } = request.json<{ path: string; visibility: 'private' }>()
    return { status: 201, json: toJson(model.add(`${[...namespaces][0]}/${path}`, {}, { visibility })) }
  }

  function toJson(repository: ModelRepository) {
    const { id, owner, name, defaultBranch, isArchived, isFork, visibility, topics, description, branches } = repository
    return {
      id,
      name,
      path: name,
      path_with_namespace: `${owner}/${name}`,
      default_branch: branches.size === 0 ? null : defaultBranch,
      web_url: `${fake.url}/${owner}/${name}`,
      http_url_to_repo: `${fake.url}/${owner}/${name}.git`,
      archived: isArchived,
      ...(isFork && { forked_from_project: { id: 1 } }),
      visibility,
      topics,
      description: description ?? null,
      last_activity_at: model.changedAt(repository),
    }
  }

  function listProjects(request: FakeRequest, all: readonly ModelRepository[]): FakeAnswer {
    const archived = request.url.searchParams.get('archived')
    const wanted = all.filter(each => archived === null || String(each.isArchived) === archived)
    const { items, headers } = paged(request, wanted.map(toJson), { max: 100 })
    return { json: items, headers }
  }

  function ofUsers(request: FakeRequest): FakeAnswer {
    const username = request.url.searchParams.get('username')
    const { items, headers } = paged(request, username === null ? users : users.filter(each => each.username === username))
    return { json: items, headers }
  }

  function ofGroups(request: FakeRequest, id: string | undefined, [what, scope]: readonly string[]): FakeAnswer | undefined {
    const list = (all: readonly unknown[]): FakeAnswer => {
      const { items, headers } = paged(request, all)
      return { json: items, headers }
    }
    if (id === undefined || id === '') return list(groups.map(toGroup))
    const group = groups.find(each => String(each.id) === id || each.full_path === id)
    if (!group) return undefined
    const inside = (path: string) => path === group.full_path || path.startsWith(`${group.full_path}/`)
    if (what === 'projects')
      return listProjects(
        request,
        model.repositories.filter(({ owner }) => inside(owner)),
      )
    if (what === 'descendant_groups') return list(groups.filter(each => each.id !== group.id && inside(each.full_path)).map(toGroup))
    if (what === 'members') {
      // With `all`, those of the groups above as well.
      const above = scope === 'all' ? groups.filter(each => group.full_path.startsWith(`${each.full_path}/`)) : []
      return list(users.filter(({ username }) => [group, ...above].some(({ members }) => members.includes(username))))
    }
    return { json: toGroup(group) }
  }

  async function ofProject(request: FakeRequest, repository: ModelRepository, rest: readonly string[]): Promise<FakeAnswer | undefined> {
    const [area, what, ...more] = rest
    const query = request.url.searchParams
    if (area === undefined) return { json: toJson(repository) }
    if (area === 'merge_requests') return ofMergeRequests(request, repository, what)
    if (area === 'languages') return { json: repository.language === undefined ? {} : { Shell: 2.5, [repository.language]: 97.5 } }
    if (area !== 'repository') return undefined
    if (what === 'files') {
      const file = model.resolve(repository, query.get('ref') ?? undefined)?.files.get(more[0] ?? '')
      return file && { body: file }
    }
    if (what === 'commits') return ofCommits(request, repository, more[0])
    if (what === 'branches') return ofBranches(request, repository, more[0])
    if (what === 'tree') {
      const files = [...(model.resolve(repository, query.get('ref') ?? undefined)?.files.keys() ?? [])]
      const { items, headers } = paged(
        request,
        files.map(path => ({ path, type: 'blob' })),
      )
      return { json: items, headers }
    }
    if (what !== 'archive.tar.gz') return undefined
    const commit = model.resolve(repository, query.get('sha') ?? undefined)
    return commit && { body: await toArchive(commit.files, `${repository.name}-${commit.sha}/`) }
  }

  function ofCommits(request: FakeRequest, repository: ModelRepository, ref: string | undefined): FakeAnswer | undefined {
    const toCommit = (commit: ModelCommit) => ({
      id: commit.sha,
      committed_date: commit.date,
      author_name: modelAuthor,
      web_url: `${fake.url}/-/commit/${commit.sha}`,
    })
    if (request.method === 'POST') {
      const {
        branch,
        commit_message: message,
        actions,
      } = request.json<{ branch: string; commit_message: string; actions: { action: string; file_path: string; content?: string }[] }>()
      const known = model.resolve(repository, branch)?.files
      const wrong = actions.find(({ action, file_path: path }) => (action === 'create') === (known?.has(path) ?? false))
      if (wrong)
        return {
          status: 400,
          json: { message: wrong.action === 'create' ? 'A file with this name already exists' : "A file with this name doesn't exist" },
        }
      const changes = Object.fromEntries(
        actions.map(each => [each.file_path, each.content === undefined ? undefined : Buffer.from(each.content, 'base64')]),
      )
      return { status: 201, json: toCommit(model.commit(repository, branch, changes, message)) }
    }
    const query = request.url.searchParams
    const commit =
      ref === undefined
        ? model.newest(repository, query.get('ref_name') ?? 'HEAD', query.get('path') ?? '')
        : model.resolve(repository, ref)
    if (!commit) return undefined
    return { json: ref === undefined ? [toCommit(commit)] : toCommit(commit) }
  }

  function ofBranches(request: FakeRequest, repository: ModelRepository, name: string | undefined): FakeAnswer | undefined {
    if (request.method === 'POST') {
      const { branch, ref } = request.json<{ branch: string; ref: string }>()
      const commit = model.resolve(repository, ref)
      if (!commit) return { status: 400, json: { message: 'Invalid reference name' } }
      repository.branches.set(branch, commit.sha)
      return { status: 201, json: { name: branch, commit: { id: commit.sha } } }
    }
    const sha = repository.branches.get(name ?? '')
    return sha === undefined ? undefined : { json: { name, commit: { id: sha } } }
  }

  function ofMergeRequests(request: FakeRequest, repository: ModelRepository, number: string | undefined): FakeAnswer | undefined {
    const toRequest = (each: ModelRepository['requests'][number]) => ({
      iid: each.number,
      web_url: `${fake.url}/${repository.owner}/${repository.name}/-/merge_requests/${each.number}`,
      state: each.state === 'open' ? 'opened' : each.state,
      title: each.title,
      source_branch: each.source,
      target_branch: each.target,
    })
    if (request.method === 'POST') {
      const body = request.json<Record<string, string>>()
      const made = {
        title: body['title'] ?? '',
        description: body['description'] ?? '',
        source: body['source_branch'] ?? '',
        target: body['target_branch'] ?? '',
      }
      return { status: 201, json: toRequest(model.openRequest(repository, made)) }
    }
    if (number !== undefined) {
      const found = repository.requests.find(each => each.number === Number(number))
      if (found && request.method === 'PUT' && request.json<{ state_event?: string }>().state_event === 'close') found.state = 'closed'
      return found && { json: toRequest(found) }
    }
    const source = request.url.searchParams.get('source_branch')
    return { json: repository.requests.filter(each => each.state === 'open' && (source === null || each.source === source)).map(toRequest) }
  }

  return Object.assign(fake, { model, users, groups, namespaces, apiBaseUrl: `${fake.url}/api/v4` })
}

export type FakeGitlab = Awaited<ReturnType<typeof startFakeGitlab>>
