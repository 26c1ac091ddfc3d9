import { formFields } from './form-fields.ts'
import { startFakeServer, type FakeAnswer, type FakeRequest } from './fake-server.ts'
import { createRepositoryModel, modelAuthor, type ModelRepository, toArchive } from './repository-model.ts'

const pullVersion = 3

/** The API of Bitbucket Server, as far as the portal uses it; pages lead on by `nextPageStart`. */
export async function startFakeBitbucketServer() {
  const model = createRepositoryModel()

  const fake = await startFakeServer(request => {
    const segments = request.path
      .replace(/^\/rest\/api\/1\.0\//, '')
      .split('/')
      .map(decodeURIComponent)
    const [first, key, repos, name, ...rest] = segments
    if (first !== 'projects') return undefined
    if (key === undefined)
      return listed(
        request,
        [...new Set(model.repositories.map(({ owner }) => owner))].map(each => ({ key: each })),
      )
    if (repos === 'repos' && name === undefined) {
      if (request.method === 'POST') return { status: 201, json: toJson(model.add(`${key}/${request.json<{ name: string }>().name}`)) }
      return listed(request, model.repositories.filter(each => each.owner === key).map(toJson))
    }
    const found = model.find(key, name ?? '')
    return found && ofRepository(request, found, rest)
  })

  function listed(request: FakeRequest, all: readonly unknown[]): FakeAnswer {
    const start = Number(request.url.searchParams.get('start') ?? 0)
    const size = Number(request.url.searchParams.get('limit') ?? 25)
    const isLastPage = start + size >= all.length
    return { json: { values: all.slice(start, start + size), isLastPage, nextPageStart: isLastPage ? null : start + size } }
  }

  function toJson({ id, owner, name, visibility, isArchived, description }: ModelRepository) {
    const page = `${fake.url}/projects/${owner}/repos/${name}`
    const links = { self: [{ href: `${page}/browse` }], clone: [{ name: 'http', href: `${fake.url}/scm/${owner}/${name}.git` }] }
    return { id, slug: name, public: visibility === 'public', archived: isArchived, description, project: { key: owner }, links }
  }

  async function ofRepository(
    request: FakeRequest,
    repository: ModelRepository,
    [what, ...rest]: readonly string[],
  ): Promise<FakeAnswer | undefined> {
    const query = request.url.searchParams
    const at = () => model.resolve(repository, query.get('at') ?? undefined)
    if (what === undefined) return { json: toJson(repository) }
    if (what === 'default-branch') return repository.branches.size === 0 ? undefined : { json: { displayId: repository.defaultBranch } }
    if (what === 'raw') {
      const file = at()?.files.get(rest.join('/'))
      return file && { body: file }
    }
    if (what === 'commits') {
      const commit = model.newest(repository, query.get('until') ?? 'HEAD', query.get('path') ?? '')
      const isThere = query.get('path') === null || commit?.files.has(query.get('path') ?? '')
      return {
        json: {
          values:
            commit && isThere
              ? [{ id: commit.sha, author: { name: 'ada', displayName: modelAuthor }, committerTimestamp: Date.parse(commit.date) }]
              : [],
          isLastPage: true,
        },
      }
    }
    if (what === 'changes') {
      const names = model.changed(repository, query.get('since') ?? '', query.get('until') ?? '')
      return listed(
        request,
        names.map(name => ({ path: { toString: name } })),
      )
    }
    if (what === 'files') return listed(request, [...(at()?.files.keys() ?? [])])
    if (what === 'archive') {
      const commit = at()
      return commit && { body: await toArchive(commit.files) }
    }
    if (what === 'branches') return ofBranches(request, repository)
    if (what === 'browse') return put(request, repository, rest.join('/'))
    return what === 'pull-requests' ? ofPulls(request, repository, rest) : undefined
  }

  function ofBranches(request: FakeRequest, repository: ModelRepository): FakeAnswer {
    if (request.method === 'POST') {
      const { name, startPoint } = request.json<{ name: string; startPoint: string }>()
      const sha = model.resolve(repository, startPoint)?.sha ?? ''
      repository.branches.set(name, sha)
      return { json: { displayId: name, latestCommit: sha } }
    }
    return listed(
      request,
      [...repository.branches].map(([displayId, latestCommit]) => ({ displayId, latestCommit })),
    )
  }

  function put(request: FakeRequest, repository: ModelRepository, path: string): FakeAnswer {
    const fields = Object.fromEntries(formFields(request).map(({ name, value }) => [name, value]))
    const branch = String(fields['branch'])
    const isKnown = model.resolve(repository, branch)?.files.has(path) ?? false
    if (isKnown !== (fields['sourceCommitId'] !== undefined))
      return { status: 409, json: { errors: [{ message: 'The file was changed meanwhile' }] } }
    return { json: { id: model.commit(repository, branch, { [path]: fields['content'] }, String(fields['message'])).sha } }
  }

  function ofPulls(request: FakeRequest, repository: ModelRepository, [number, action]: readonly string[]): FakeAnswer | undefined {
    const states = { open: 'OPEN', merged: 'MERGED', closed: 'DECLINED' }
    const toPull = (each: ModelRepository['requests'][number]) => ({
      id: each.number,
      version: pullVersion,
      state: states[each.state],
      title: each.title,
      links: { self: [{ href: `${fake.url}/projects/${repository.owner}/repos/${repository.name}/pull-requests/${each.number}` }] },
      fromRef: { displayId: each.source },
      toRef: { displayId: each.target },
    })
    if (number !== undefined) {
      const found = repository.requests.find(each => each.number === Number(number))
      if (found && action === 'decline') {
        if (request.url.searchParams.get('version') !== String(pullVersion))
          return { status: 409, json: { errors: [{ message: 'It has changed' }] } }
        found.state = 'closed'
      }
      return found && { json: toPull(found) }
    }
    if (request.method !== 'POST') {
      const source = request.url.searchParams.get('at')?.replace('refs/heads/', '')
      return listed(request, repository.requests.filter(each => each.state === 'open' && each.source === source).map(toPull))
    }
    const { title, description, fromRef, toRef } = request.json<{
      title: string
      description: string
      fromRef: { id: string }
      toRef: { id: string }
    }>()
    const made = { title, description, source: fromRef.id.replace('refs/heads/', ''), target: toRef.id.replace('refs/heads/', '') }
    return { status: 201, json: toPull(model.openRequest(repository, made)) }
  }

  return Object.assign(fake, { model, apiBaseUrl: `${fake.url}/rest/api/1.0` })
}
