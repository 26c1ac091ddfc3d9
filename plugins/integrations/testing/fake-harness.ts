import { startFakeServer, type FakeAnswer, type FakeRequest } from './fake-server.ts'
import { createRepositoryModel, modelAuthor, toArchive, type ModelRepository } from './repository-model.ts'

interface Action {
  readonly action: 'CREATE' | 'UPDATE' | 'DELETE'
  readonly path: string
  readonly payload?: string
}

/** Harness Code, as far as the portal uses it. The owner of a repository is `account/org/project`. */
export async function startFakeHarness() {
  const model = createRepositoryModel()

  const fake = await startFakeServer(async request => {
    if (request.path === '/gateway/code/api/v1/repos' && request.method === 'POST') return create(request)
    const [before = '', after = ''] = request.path.replace('/gateway/code/api/v1/repos/', '').split('/+')
    const names = before.split('/').map(decodeURIComponent)
    const found = model.find(names.slice(0, -1).join('/'), names.at(-1) ?? '')
    return found && ofRepository(request, found, after.split('/').filter(Boolean).map(decodeURIComponent))
  })

  function create(request: FakeRequest): FakeAnswer {
    const query = request.url.searchParams
    const owner = ['accountIdentifier', 'orgIdentifier', 'projectIdentifier'].map(name => query.get(name)).join('/')
    const { identifier, is_public: isPublic } = request.json<{ identifier: string; is_public: boolean }>()
    return { status: 201, json: toJson(model.add(`${owner}/${identifier}`, {}, { visibility: isPublic ? 'public' : 'private' })) }
  }

  function toJson({ id, owner, name, defaultBranch, visibility, isArchived }: ModelRepository) {
    const path = `${owner}/${name}`
    const facts = { default_branch: defaultBranch, is_public: visibility === 'public', archived: isArchived }
    return { id, identifier: name, path, ...facts, git_url: `${fake.url}/git/${path}.git` }
  }

  async function ofRepository(
    request: FakeRequest,
    repository: ModelRepository,
    [what, ...rest]: readonly string[],
  ): Promise<FakeAnswer | undefined> {
    const query = request.url.searchParams
    const ref = query.get('git_ref') ?? undefined
    if (what === undefined) return { json: toJson(repository) }
    if (what === 'raw' || what === 'content') {
      const bytes = model.resolve(repository, ref)?.files.get(rest.join('/'))
      return bytes && (what === 'raw' ? { body: bytes } : { json: { type: 'file', path: rest.join('/') } })
    }
    if (what === 'branches') return ofBranches(request, repository, rest.join('/'))
    if (what === 'commits') return request.method === 'POST' ? commit(request, repository) : ofCommits(request, repository)
    if (what === 'paths') return { json: { files: [...(model.resolve(repository, ref)?.files.keys() ?? [])] } }
    if (what === 'pullreq') return ofPulls(request, repository, rest)
    const found = model.resolve(repository, rest[0]?.replace(/\.tar\.gz$/, ''))
    return found && { body: await toArchive(found.files) }
  }

  function ofCommits({ url }: FakeRequest, repository: ModelRepository): FakeAnswer {
    const found = model.newest(repository, url.searchParams.get('git_ref') ?? 'HEAD', url.searchParams.get('path') ?? '')
    const commits = found ? [{ sha: found.sha, author: { identity: { name: modelAuthor } }, committer: { when: found.date } }] : []
    return { json: { commits } }
  }

  function ofBranches(request: FakeRequest, repository: ModelRepository, name: string): FakeAnswer | undefined {
    if (request.method === 'POST') {
      const { name: made, target } = request.json<{ name: string; target: string }>()
      const sha = model.resolve(repository, target)?.sha
      if (sha === undefined) return { status: 404, json: { message: `revision "${target}" not found` } }
      repository.branches.set(made, sha)
      return { status: 201, json: { name: made, sha } }
    }
    const sha = repository.branches.get(name)
    return sha === undefined ? undefined : { json: { name, sha } }
  }

  function commit(request: FakeRequest, repository: ModelRepository): FakeAnswer {
    const { branch, title, actions } = request.json<{ branch: string; title: string; actions: Action[] }>()
    const known = model.resolve(repository, branch)?.files
    const wrong = actions.find(({ action, path }) => (action === 'CREATE') === (known?.has(path) ?? false))
    if (wrong)
      return { status: 422, json: { message: `file path ${wrong.path} ${wrong.action === 'CREATE' ? 'already exists' : 'not found'}` } }
    const files = actions.map(({ path, payload }) => [path, payload === undefined ? undefined : Buffer.from(payload, 'base64')] as const)
    return { json: { commit_id: model.commit(repository, branch, Object.fromEntries(files), title).sha } }
  }

  function ofPulls(request: FakeRequest, repository: ModelRepository, [number, part]: readonly string[]): FakeAnswer | undefined {
    const toPull = ({ source, target, ...each }: ModelRepository['requests'][number]) => ({
      number: each.number,
      state: each.state,
      title: each.title,
      source_branch: source,
      target_branch: target,
    })
    if (part === 'labels') return { json: { label: request.json<{ key: string }>() } }
    if (number !== undefined) {
      const found = repository.requests.find(each => each.number === Number(number))
      if (found && part === 'state') found.state = request.json<{ state: 'open' | 'closed' }>().state
      return found && { json: toPull(found) }
    }
    if (request.method === 'POST') {
      const { title, description, source_branch: source, target_branch: target } = request.json<Record<string, string>>()
      if (!repository.branches.has(source ?? '')) return { status: 400, json: { message: `branch ${source} does not exist` } }
      const made = { title: title ?? '', description: description ?? '', source: source ?? '', target: target ?? '' }
      return { status: 201, json: toPull(model.openRequest(repository, made)) }
    }
    const source = request.url.searchParams.get('source_branch')
    return { json: repository.requests.filter(each => each.state === 'open' && each.source === source).map(toPull) }
  }

  return Object.assign(fake, { model })
}
