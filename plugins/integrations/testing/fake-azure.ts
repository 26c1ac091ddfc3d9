import { startFakeServer, type FakeAnswer, type FakeRequest } from './fake-server.ts'
import { createRepositoryModel, modelAuthor, type ModelRepository } from './repository-model.ts'

/** Azure DevOps' API for one organisation, as far as the portal uses it. The owner of a repository is `organisation/project`. */
export async function startFakeAzure() {
  const model = createRepositoryModel()

  const fake = await startFakeServer(request => {
    const segments = request.path.split('/').filter(Boolean).map(decodeURIComponent)
    const at = segments.indexOf('_apis')
    const [organisation = '', project] = segments
    if (segments[at + 1] === 'projects') {
      const names = [...new Set(model.repositories.map(({ owner }) => owner.split('/')[1]))]
      const wanted = segments[at + 2]
      if (wanted === undefined) return { json: { value: names.map(name => ({ id: name, name })) } }
      return names.includes(wanted) ? { json: { id: wanted, name: wanted } } : undefined
    }
    if (segments[at + 1] !== 'git') return undefined
    const owner = `${organisation}/${at === 2 ? project : ''}`
    const name = segments[at + 3]
    const listed = model.repositories.filter(each => (at === 2 ? each.owner === owner : each.owner.startsWith(`${organisation}/`)))
    if (name === undefined) return request.method === 'POST' ? create(request, owner) : { json: { value: listed.map(toJson) } }
    const found = model.find(owner, name)
    return found && ofRepository(request, found, segments.slice(at + 4))
  })

  function create(request: FakeRequest, owner: string): FakeAnswer {
    return { status: 201, json: toJson(model.add(`${owner}/${request.json<{ name: string }>().name}`)) }
  }

  function toJson({ id, owner, name, defaultBranch, isArchived, branches }: ModelRepository) {
    const [organisation, project] = owner.split('/')
    const url = `${fake.url}/${organisation}/${project}/_git/${name}`
    const branch = branches.size === 0 ? {} : { defaultBranch: `refs/heads/${defaultBranch}` }
    return {
      id: String(id),
      name,
      ...branch,
      webUrl: url,
      remoteUrl: url.replace('//', `//${organisation}@`),
      isDisabled: isArchived,
      project: { id: project, name: project },
    }
  }

  function ofRepository(request: FakeRequest, repository: ModelRepository, [what, number]: readonly string[]): FakeAnswer | undefined {
    const query = request.url.searchParams
    if (what === undefined) return { json: toJson(repository) }
    if (what === 'items') {
      const commit = model.resolve(repository, query.get('versionDescriptor.version') ?? undefined)
      if (!commit) return undefined
      if (query.get('recursionLevel') === 'full')
        return { json: { value: [{ path: '/', isFolder: true }, ...[...commit.files.keys()].map(path => ({ path: `/${path}` }))] } }
      const file = commit.files.get((query.get('path') ?? '').slice(1))
      return file && { body: file }
    }
    if (what === 'commits') {
      const path = (query.get('searchCriteria.itemPath') ?? '').slice(1)
      const commit = model.newest(repository, query.get('searchCriteria.itemVersion.version') ?? 'HEAD', path)
      return { json: { value: commit ? [{ commitId: commit.sha, author: { name: modelAuthor }, committer: { date: commit.date } }] : [] } }
    }
    if (what === 'diffs') {
      const names = model.changed(repository, query.get('baseVersion') ?? '', query.get('targetVersion') ?? '')
      return { json: { changes: [{ item: { path: '/', isFolder: true } }, ...names.map(name => ({ item: { path: `/${name}` } }))] } }
    }
    if (what === 'refs') return ofRefs(request, repository)
    if (what === 'pushes') return push(request, repository)
    return what === 'pullrequests' ? ofPulls(request, repository, number) : undefined
  }

  function ofRefs(request: FakeRequest, repository: ModelRepository): FakeAnswer {
    if (request.method === 'POST') {
      const [update] = request.json<{ name: string; newObjectId: string }[]>()
      if (update) repository.branches.set(update.name.replace('refs/heads/', ''), update.newObjectId)
      return { json: { value: [{ success: true }] } }
    }
    const filter = `refs/${request.url.searchParams.get('filter') ?? ''}`
    const all = [...repository.branches].map(([name, objectId]) => ({ name: `refs/heads/${name}`, objectId }))
    return { json: { value: all.filter(({ name }) => name.startsWith(filter)) } }
  }

  function push(request: FakeRequest, repository: ModelRepository): FakeAnswer {
    type Change = { changeType: string; item: { path: string }; newContent?: { content: string } }
    const { refUpdates, commits } = request.json<{
      refUpdates: { name: string; oldObjectId: string }[]
      commits: { comment: string; changes: Change[] }[]
    }>()
    const branch = (refUpdates[0]?.name ?? '').replace('refs/heads/', '')
    if (repository.branches.get(branch) !== refUpdates[0]?.oldObjectId)
      return { status: 409, json: { message: 'TF401028: The reference has already been updated' } }
    const changes = Object.fromEntries(
      (commits[0]?.changes ?? []).map(({ item, newContent }) => [
        item.path.slice(1),
        newContent && Buffer.from(newContent.content, 'base64'),
      ]),
    )
    const { sha } = model.commit(repository, branch, changes, commits[0]?.comment)
    return { status: 201, json: { commits: [{ commitId: sha, url: `${fake.url}/commit/${sha}` }] } }
  }

  function ofPulls(request: FakeRequest, repository: ModelRepository, number: string | undefined): FakeAnswer | undefined {
    const status = { open: 'active', merged: 'completed', closed: 'abandoned' }
    const toPull = (each: ModelRepository['requests'][number]) => ({
      pullRequestId: each.number,
      status: status[each.state],
      title: each.title,
      sourceRefName: `refs/heads/${each.source}`,
      targetRefName: `refs/heads/${each.target}`,
    })
    if (number !== undefined) {
      const found = repository.requests.find(each => each.number === Number(number))
      if (found && request.method === 'PATCH' && request.json<{ status: string }>().status === 'abandoned') found.state = 'closed'
      return found && { json: toPull(found) }
    }
    if (request.method !== 'POST') {
      const source = request.url.searchParams.get('searchCriteria.sourceRefName')?.replace('refs/heads/', '')
      return { json: { value: repository.requests.filter(each => each.state === 'open' && each.source === source).map(toPull) } }
    }
    const { title = '', description = '', sourceRefName = '', targetRefName = '' } = request.json<Record<string, string>>()
    const made = { title, description, source: sourceRefName.replace('refs/heads/', ''), target: targetRefName.replace('refs/heads/', '') }
    return { status: 201, json: toPull(model.openRequest(repository, made)) }
  }

  return Object.assign(fake, { model, apiBaseUrl: fake.url })
}
