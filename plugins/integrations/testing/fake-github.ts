import { paged, startFakeServer, type FakeAnswer, type FakeRequest } from './fake-server.ts'
import { createRepositoryModel, modelAuthor, type ModelRepository, toArchive } from './repository-model.ts'
import { answerGithubGraphql, type GithubPeople } from './github-graphql.ts'
import { listGithubPeople } from './github-people.ts'

export interface GithubApp {
  readonly id: string
  /** Owners that installed it. */
  readonly installations: { readonly id: number; readonly owner: string; readonly suspended?: boolean }[]
}

/** GitHub's API, as far as the portal uses it: its paths, paging, etags, errors and rate limit headers. */
export async function startFakeGithub() {
  const model = createRepositoryModel()
  const people: GithubPeople = { members: [], teams: [] }
  const organisations = new Set<string>()
  const apps: GithubApp[] = []
  /** The repositories that the caller may read and not push to. */
  const readOnly = new Set<string>()
  const limit = { remaining: 5000, limit: 5000, resetAt: Math.floor(Date.now() / 1000) + 3600 }
  const trees = new Map<string, Map<string, Buffer | undefined>>()
  const blobs = new Map<string, Buffer>()
  /** The tokens that apps were given, in order. */
  const appTokens: string[] = []

  const limits = () => ({
    'x-ratelimit-limit': String(limit.limit),
    'x-ratelimit-remaining': String(limit.remaining),
    'x-ratelimit-reset': String(limit.resetAt),
  })

  const fake = await startFakeServer(async request => {
    const answer = await handle(request)
    return answer && { ...answer, headers: { ...limits(), ...answer.headers } }
  })

  async function handle(request: FakeRequest): Promise<FakeAnswer | undefined> {
    const segments = request.path
      .replace(/^\/api\/v3/, '')
      .split('/')
      .filter(Boolean)
      .map(decodeURIComponent)
    const [first, second, third, ...rest] = segments
    if (first === 'rate_limit') return { json: { resources: {} }, headers: { 'x-oauth-scopes': 'repo, read:org' } }
    if (first === 'app') return ofApp(request, segments)
    if (first === 'graphql') return answerGithubGraphql(request, model, people)
    if (first === 'api' && second === 'graphql') return answerGithubGraphql(request, model, people)
    if (first === 'users' && second !== undefined)
      return { json: { login: second, type: organisations.has(second) ? 'Organization' : 'User' } }
    if (first === 'orgs' && third === 'repos' && request.method === 'POST') return create(request, second ?? '')
    if (first === 'orgs' && third === 'repos') return listOf(request, second ?? '')
    if (first === 'orgs' && (third === 'members' || third === 'teams')) return listGithubPeople(request, people, segments.slice(2))
    if (first === 'user' && second === 'repos') return create(request, 'me')
    if (first !== 'repos' || second === undefined || third === undefined) return undefined
    const repository = model.find(second, third)
    return repository && ofRepository(request, repository, rest)
  }

  function listOf(request: FakeRequest, owner: string): FakeAnswer | undefined {
    const all = model.repositories.filter(each => each.owner === owner)
    if (all.length === 0 && !organisations.has(owner)) return undefined
    const { items, headers } = paged(request, all)
    return { json: items.map(toJson), headers }
  }

  function create(request: FakeRequest, owner: string): FakeAnswer {
    const { name, visibility, private: isPrivate } = request.json<{ name: string; visibility?: 'private'; private?: boolean }>()
    const made = model.add(`${owner}/${name}`, {}, { visibility: visibility ?? (isPrivate ? 'private' : 'public') })
    return { status: 201, json: toJson(made) }
  }

  function toJson(repository: ModelRepository) {
    const { id, owner, name, defaultBranch, isArchived, visibility, topics, language, description } = repository
    const page = `${fake.url}/${owner}/${name}`
    return {
      id,
      name,
      full_name: `${owner}/${name}`,
      default_branch: defaultBranch,
      html_url: page,
      clone_url: `${page}.git`,
      archived: isArchived,
      visibility,
      private: visibility !== 'public',
      topics,
      language,
      description,
      pushed_at: model.changedAt(repository),
      permissions: { push: !readOnly.has(`${owner}/${name}`) },
    }
  }

  async function ofRepository(request: FakeRequest, repository: ModelRepository, rest: readonly string[]): Promise<FakeAnswer | undefined> {
    const [what, ...more] = rest
    const query = request.url.searchParams
    if (what === undefined) return { json: toJson(repository) }
    if (what === 'contents') {
      const file = model.resolve(repository, query.get('ref') ?? undefined)?.files.get(more.join('/'))
      return file && { body: file }
    }
    if (what === 'commits') return ofCommits(request, repository, more.join('/'))
    if (what === 'tarball') {
      const commit = model.resolve(repository, more[0])
      // GitHub sends on to another host, with a token of its own in the address.
      return commit && { body: await toArchive(commit.files, `${repository.owner}-${repository.name}-${commit.sha.slice(0, 7)}/`) }
    }
    if (what === 'git') return ofGit(request, repository, more)
    if (what === 'forks') {
      const known = model.find('me', repository.name)
      const { branches, commits, defaultBranch } = repository
      const made = known ?? model.add(`me/${repository.name}`, {}, { isFork: true, commits, branches: new Map(branches), defaultBranch })
      return { status: 202, json: toJson(made) }
    }
    if (what === 'pulls' || what === 'issues') return ofPulls(request, repository, what, more)
    return undefined
  }

  function ofCommits(request: FakeRequest, repository: ModelRepository, ref: string): FakeAnswer | undefined {
    const query = request.url.searchParams
    const commit =
      ref === '' ? model.newest(repository, query.get('sha') ?? 'HEAD', query.get('path') ?? '') : model.resolve(repository, ref)
    if (!commit) return ref === '' ? { json: [] } : { status: 422, json: { message: `No commit found for SHA: ${ref}` } }
    const json = { sha: commit.sha, commit: { message: commit.message, author: { name: modelAuthor }, committer: { date: commit.date } } }
    return { json: ref === '' ? [json] : json }
  }

  function ofGit(request: FakeRequest, repository: ModelRepository, [kind, ...rest]: readonly string[]): FakeAnswer | undefined {
    if (kind === 'ref' || (kind === 'refs' && request.method === 'PATCH')) {
      const name = rest.slice(1).join('/')
      if (request.method === 'PATCH') repository.branches.set(name, request.json<{ sha: string }>().sha)
      const sha = repository.branches.get(name)
      return sha === undefined ? undefined : { json: { ref: `refs/heads/${name}`, object: { sha } } }
    }
    if (kind === 'refs') {
      const { ref, sha } = request.json<{ ref: string; sha: string }>()
      repository.branches.set(ref.replace(/^refs\/heads\//, ''), sha)
      return { status: 201, json: { ref, object: { sha } } }
    }
    if (kind === 'trees' && request.method === 'GET') {
      const files = model.resolve(repository, rest[0])?.files
      return files && { json: { truncated: files.size > 100_000, tree: [...files.keys()].map(path => ({ path, type: 'blob' })) } }
    }
    return ofGitObjects(request, repository, kind, rest)
  }

  function ofGitObjects(
    request: FakeRequest,
    repository: ModelRepository,
    kind: string | undefined,
    rest: readonly string[],
  ): FakeAnswer | undefined {
    if (kind === 'commits' && request.method === 'GET') return { json: { sha: rest[0], tree: { sha: `tree-${rest[0]}` } } }
    if (kind === 'blobs') {
      const sha = `blob-${blobs.size}`
      blobs.set(sha, Buffer.from(request.json<{ content: string }>().content, 'base64'))
      return { status: 201, json: { sha } }
    }
    if (kind === 'trees') {
      const { tree } = request.json<{ tree: { path: string; content?: string; sha?: string | null }[] }>()
      const sha = `tree-${trees.size}`
      const read = (entry: { content?: string; sha?: string | null }) =>
        entry.content === undefined ? (entry.sha ? blobs.get(entry.sha) : undefined) : Buffer.from(entry.content)
      trees.set(sha, new Map(tree.map(entry => [entry.path, read(entry)])))
      return { status: 201, json: { sha } }
    }
    if (kind !== 'commits') return undefined
    const { message, tree, parents } = request.json<{ message: string; tree: string; parents: string[] }>()
    // It is on no branch until the ref is moved to it.
    repository.branches.set('-', parents[0] ?? '')
    const { sha } = model.commit(repository, '-', Object.fromEntries(trees.get(tree) ?? []), message)
    repository.branches.delete('-')
    return { status: 201, json: { sha, html_url: `${fake.url}/${repository.owner}/${repository.name}/commit/${sha}` } }
  }

  function ofPulls(
    request: FakeRequest,
    repository: ModelRepository,
    what: string,
    [number, part]: readonly string[],
  ): FakeAnswer | undefined {
    const toPull = (each: ModelRepository['requests'][number]) => ({
      number: each.number,
      html_url: `${fake.url}/${repository.owner}/${repository.name}/pull/${each.number}`,
      state: each.state === 'open' ? 'open' : 'closed',
      merged_at: each.state === 'merged' ? '2026-01-01T00:00:00Z' : null,
      title: each.title,
      head: { ref: each.source },
      base: { ref: each.target },
    })
    if (what === 'issues') return { json: {} }
    if (part === 'requested_reviewers') {
      const { reviewers } = request.json<{ reviewers: string[] }>()
      return reviewers.includes('nobody')
        ? { status: 422, json: { message: 'Reviews may only be requested from collaborators.' } }
        : { status: 201, json: {} }
    }
    if (number !== undefined) {
      const found = repository.requests.find(each => each.number === Number(number))
      if (found && request.method === 'PATCH') found.state = request.json<{ state: 'open' | 'closed' }>().state
      return found && { json: toPull(found) }
    }
    if (request.method === 'POST') {
      const { title, body, head = '', base } = request.json<Record<string, string>>()
      const [owner, branch = head] = head.includes(':') ? head.split(':') : []
      const from = owner === undefined ? repository : model.find(owner, repository.name)
      if (!from?.branches.has(branch))
        return { status: 422, json: { message: 'Validation Failed', errors: [{ field: 'head', code: 'invalid' }] } }
      return {
        status: 201,
        json: toPull(model.openRequest(repository, { title: title ?? '', description: body ?? '', source: head, target: base ?? '' })),
      }
    }
    const asked = request.url.searchParams.get('head') ?? undefined
    // Requests from forks are known with the owner of the fork.
    const head = asked?.startsWith(`${repository.owner}:`) ? asked.slice(repository.owner.length + 1) : asked
    return { json: repository.requests.filter(each => each.state === 'open' && (head === undefined || each.source === head)).map(toPull) }
  }

  function ofApp(request: FakeRequest, segments: readonly string[]): FakeAnswer | undefined {
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? 'e30', 'base64url').toString()) as {
      iss?: string
      iat?: number
      exp?: number
    }
    const app = apps.find(({ id }) => id === claims.iss)
    if (!app) return { status: 401, json: { message: 'A JSON web token could not be decoded' } }
    if ((claims.exp ?? 0) - (claims.iat ?? 0) > 600)
      return { status: 401, json: { message: "'Expiration time' claim ('exp') is too far in the future" } }
    if (segments[3] === 'access_tokens') {
      const made = `ghs_${segments[2]}_${appTokens.length + 1}`
      appTokens.push(made)
      return { status: 201, json: { token: made, expires_at: new Date(Date.now() + 3_600_000).toISOString() } }
    }
    const all = app.installations.map(({ id, owner, suspended }) => ({
      id,
      account: { login: owner },
      suspended_at: suspended ? '2026-01-01' : null,
    }))
    const { items, headers } = paged(request, all)
    return { json: items, headers }
  }

  return Object.assign(fake, { model, people, organisations, apps, readOnly, limit, appTokens, apiBaseUrl: `${fake.url}/api/v3` })
}

export type FakeGithub = Awaited<ReturnType<typeof startFakeGithub>>
