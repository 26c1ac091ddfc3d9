import { startFakeServer, type FakeAnswer, type FakeRequest } from './fake-server.ts'
import { createRepositoryModel, toArchive, type ModelRepository } from './repository-model.ts'

const guarded = (json: unknown): FakeAnswer => ({ body: `)]}'\n${JSON.stringify(json)}`, headers: { 'content-type': 'application/json' } })

interface GerritChange {
  readonly number: number
  readonly repository: ModelRepository
  readonly branch: string
  readonly subject: string
  readonly topic: string | undefined
  readonly isMerge: boolean
  readonly edits: Record<string, Buffer | undefined>
  isPublished: boolean
  isApproved: boolean
  submitted: string | undefined
}

/** Gerrit with Gitiles, as far as the portal uses them. Projects are added as `all/name` and known as `name`. */
export async function startFakeGerrit() {
  const model = createRepositoryModel()
  const changes: GerritChange[] = []
  /** Whether a change needs a vote before it is submitted, and whether the caller may vote. */
  const rules = { needsVote: true, mayVote: true }

  const fake = await startFakeServer(async request => {
    const path = request.path.replace(/^\/a\//, '/')
    const archive = /^\/gitiles\/(.+)\/\+archive\/([0-9a-f]+)\.tar\.gz$/.exec(path)
    if (archive) {
      const found = model.find('all', decodeURIComponent(archive[1] ?? ''))
      const commit = found && model.resolve(found, archive[2])
      return commit && { body: await toArchive(commit.files) }
    }
    if (path.startsWith('/changes/')) return ofChanges(request, path.split('/').filter(Boolean).slice(1).map(decodeURIComponent))
    return ofProjects(request, path)
  })

  function ofProjects(request: FakeRequest, path: string): FakeAnswer | undefined {
    const [, name, kind, ref, what, file] = path.split('/').filter(Boolean).map(decodeURIComponent)
    if (path.startsWith('/projects') && name === undefined)
      return guarded(
        Object.fromEntries(model.repositories.map(each => [each.name, { id: each.name, state: each.isArchived ? 'READ_ONLY' : 'ACTIVE' }])),
      )
    if (request.method === 'PUT' && name !== undefined && kind === undefined) model.add(`all/${name}`, { '.empty': '' })
    const found = model.find('all', name ?? '')
    if (!found) return undefined
    if (kind === undefined) return guarded({ id: name, name, state: 'ACTIVE' })
    if (kind === 'HEAD') return guarded(`refs/heads/${found.defaultBranch}`)
    if (request.method === 'PUT' && kind === 'branches') found.branches.set(ref ?? '', model.resolve(found, 'HEAD')?.sha ?? '')
    const commit = model.resolve(found, ref)
    if (!commit) return undefined
    if (what === 'files') {
      const bytes = commit.files.get(file ?? '')
      return bytes && { body: bytes.toString('base64') }
    }
    if (kind === 'commits')
      return guarded({ commit: commit.sha, committer: { date: commit.date.replace('T', ' ').replace('Z', '000000') } })
    return guarded({ ref: `refs/heads/${ref}`, revision: commit.sha })
  }

  function toChange({ number, repository, branch, subject, topic, isMerge, submitted }: GerritChange) {
    const request = isMerge ? repository.requests.find(each => each.source === topic) : undefined
    const status = { open: 'NEW', merged: 'MERGED', closed: 'ABANDONED' }[request?.state ?? (submitted === undefined ? 'open' : 'merged')]
    const shown = { _number: number, project: repository.name, branch, subject: subject.split('\n')[0], topic, status }
    return { id: `${repository.name}~${number}`, ...shown, ...(submitted !== undefined && { current_revision: submitted }) }
  }

  function create(request: FakeRequest): FakeAnswer {
    const { project, branch, subject, topic, merge } = request.json<{
      project: string
      branch: string
      subject: string
      topic?: string
      merge?: { source: string }
    }>()
    const repository = model.find('all', project)
    if (!repository?.branches.has(branch)) return { status: 400, body: `Destination branch not found: ${branch}` }
    if (merge && !repository.branches.has(merge.source)) return { status: 400, body: `Cannot resolve '${merge.source}' to a commit` }
    const made: GerritChange = {
      number: changes.length + 1,
      repository,
      branch,
      subject,
      topic,
      isMerge: merge !== undefined,
      edits: {},
      isPublished: merge !== undefined,
      isApproved: false,
      submitted: undefined,
    }
    changes.push(made)
    if (merge)
      model.openRequest(repository, { title: subject.split('\n')[0] ?? '', description: subject, source: merge.source, target: branch })
    return { ...guarded(toChange(made)), status: 201 }
  }

  function ofChanges(request: FakeRequest, [id, what, ...rest]: readonly string[]): FakeAnswer | undefined {
    if (id === undefined && request.method === 'POST') return create(request)
    if (id === undefined) {
      const topic = /topic:"([^"]+)"/.exec(request.url.searchParams.get('q') ?? '')?.[1]
      return guarded(changes.map(toChange).filter(each => each.topic === topic && each.status === 'NEW'))
    }
    const change = changes.find(({ number, repository }) => `${repository.name}~${number}` === id)
    if (!change) return undefined
    if (what === undefined) return guarded(toChange(change))
    if (what === 'edit') return edit(request, change, rest.join('/'))
    if (what === 'edit:publish') {
      change.isPublished = true
      return { status: 204 }
    }
    if (what === 'revisions') {
      if (!rules.mayVote) return { status: 403, body: 'Applying label "Code-Review": 2 is restricted' }
      change.isApproved = true
      return guarded({ labels: { 'Code-Review': 2 } })
    }
    const opened = what === 'abandon' ? change.repository.requests.find(each => each.source === change.topic) : undefined
    if (opened) opened.state = 'closed'
    return what === 'submit' ? submit(change) : { ...guarded({}), status: 200 }
  }

  function edit(request: FakeRequest, change: GerritChange, path: string): FakeAnswer {
    if (request.method === 'DELETE') change.edits[path] = undefined
    else {
      const { binary_content: content } = request.json<{ binary_content: string }>()
      change.edits[path] = Buffer.from(content.split('base64,')[1] ?? '', 'base64')
    }
    return { status: 204 }
  }

  function submit(change: GerritChange): FakeAnswer {
    if (rules.needsVote && !change.isApproved)
      return { status: 409, body: `Change ${change.number}: submit requirement 'Code-Review' is unsatisfied.` }
    if (!change.isPublished) return { status: 409, body: 'Change has an edit that is not published' }
    change.submitted = model.commit(change.repository, change.branch, change.edits, change.subject).sha
    return guarded(toChange(change))
  }

  return Object.assign(fake, { model, rules, gitilesBaseUrl: `${fake.url}/gitiles` })
}
