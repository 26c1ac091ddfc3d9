import { startFakeServer, type FakeAnswer, type FakeRequest } from './fake-server.ts'
import { createRepositoryModel, modelAuthor, type ModelRepository, toArchive } from './repository-model.ts'
import { formFields } from './form-fields.ts'

/** The API of Bitbucket Cloud, as far as the portal uses it; pages lead on by their `next`. */
export async function startFakeBitbucketCloud() {
  const model = createRepositoryModel()
  const tokens: string[] = []

  const fake = await startFakeServer(async request => {
    if (request.path === '/site/oauth2/access_token') {
      tokens.push(`bb_${tokens.length + 1}`)
      return { json: { access_token: tokens.at(-1), expires_in: 7200 } }
    }
    const segments = request.path.split('/').filter(Boolean).map(decodeURIComponent)
    if (segments[2] === 'get') {
      const found = model.find(segments[0] ?? '', segments[1] ?? '')
      const commit = found && model.resolve(found, segments[3]?.replace(/\.tar\.gz$/, ''))
      return commit && { body: await toArchive(commit.files, `${segments[0]}-${segments[1]}/`) }
    }
    const [, , workspace = '', name, ...rest] = segments
    if (name === undefined) return listed(request, model.repositories.filter(each => each.owner === workspace).map(toJson))
    const found = model.find(workspace, name)
    if (!found) return request.method === 'POST' && rest.length === 0 ? { json: toJson(model.add(`${workspace}/${name}`)) } : undefined
    return ofRepository(request, found, rest)
  })

  function listed(request: FakeRequest, all: readonly unknown[]): FakeAnswer {
    const page = Number(request.url.searchParams.get('page') ?? 1)
    const size = Math.min(Number(request.url.searchParams.get('pagelen') ?? 10), 100)
    const next = new URL(request.url)
    next.searchParams.set('page', String(page + 1))
    return { json: { values: all.slice((page - 1) * size, page * size), ...(page * size < all.length && { next: next.href }) } }
  }

  function toJson(repository: ModelRepository) {
    const { id, owner, name, defaultBranch, visibility, branches, language, description } = repository
    const href = `${fake.url}/${owner}/${name}`
    return {
      uuid: `{${id}}`,
      slug: name,
      full_name: `${owner}/${name}`,
      is_private: visibility !== 'public',
      mainbranch: branches.size === 0 ? null : { name: defaultBranch },
      project: { key: 'PRJ' },
      language: language ?? '',
      description: description ?? '',
      updated_on: model.changedAt(repository),
      links: { html: { href }, clone: [{ name: 'https', href: href.replace('//', '//portal@') }] },
    }
  }

  function ofRepository(request: FakeRequest, repository: ModelRepository, [what, ...rest]: readonly string[]): FakeAnswer | undefined {
    const query = request.url.searchParams
    if (what === undefined) return { json: toJson(repository) }
    if (what === 'commits') {
      const commit = model.newest(repository, query.get('include') ?? 'HEAD', query.get('path') ?? '')
      return commit
        ? { json: { values: [{ hash: commit.sha, date: commit.date, author: { raw: `${modelAuthor} <ada@example.test>` } }] } }
        : undefined
    }
    if (what === 'src' && request.method === 'POST') return commit(request, repository)
    if (what === 'src') {
      const [ref = '', ...path] = rest
      const files = model.resolve(repository, ref)?.files
      if (path.join('/') === '')
        return listed(
          request,
          [...(files?.keys() ?? [])].map(name => ({ path: name, type: 'commit_file' })),
        )
      const file = files?.get(path.join('/'))
      return file && { body: file }
    }
    if (what === 'diffstat') {
      const [to = '', from = ''] = (rest[0] ?? '').split('..')
      const has = (sha: string, name: string) => (repository.commits.get(sha)?.files.has(name) ? { path: name } : null)
      return listed(
        request,
        model.changed(repository, from, to).map(name => ({ old: has(from, name), new: has(to, name) })),
      )
    }
    if (what === 'refs') return ofBranches(request, repository, rest[1])
    return what === 'pullrequests' ? ofPulls(request, repository, rest) : undefined
  }

  function commit(request: FakeRequest, repository: ModelRepository): FakeAnswer {
    const fields = formFields(request)
    const of = (name: string) => String(fields.find(each => each.name === name)?.value ?? '')
    const changes = fields.flatMap(({ name, value }): [string, Buffer | undefined][] => {
      if (name.startsWith('/')) return [[name.slice(1), value]]
      return name === 'files' ? [[String(value), undefined]] : []
    })
    const { sha } = model.commit(repository, of('branch'), Object.fromEntries(changes), of('message'))
    return {
      status: 201,
      headers: { location: `${fake.url}/2.0/repositories/${repository.owner}/${repository.name}/commit/${sha}` },
      body: '',
    }
  }

  function ofBranches(request: FakeRequest, repository: ModelRepository, name: string | undefined): FakeAnswer | undefined {
    if (request.method === 'POST') {
      const { name: made, target } = request.json<{ name: string; target: { hash: string } }>()
      const sha = model.resolve(repository, target.hash)?.sha ?? ''
      repository.branches.set(made, sha)
      return { status: 201, json: { name: made, target: { hash: sha } } }
    }
    const sha = repository.branches.get(name ?? '')
    return sha === undefined ? undefined : { json: { name, target: { hash: sha } } }
  }

  function ofPulls(request: FakeRequest, repository: ModelRepository, [number, action]: readonly string[]): FakeAnswer | undefined {
    const states = { open: 'OPEN', merged: 'MERGED', closed: 'DECLINED' }
    const toPull = (each: ModelRepository['requests'][number]) => ({
      id: each.number,
      state: states[each.state],
      title: each.title,
      links: { html: { href: `${fake.url}/${repository.owner}/${repository.name}/pull-requests/${each.number}` } },
      source: { branch: { name: each.source } },
      destination: { branch: { name: each.target } },
    })
    if (number !== undefined) {
      const found = repository.requests.find(each => each.number === Number(number))
      if (found && action === 'decline' && request.method === 'POST') found.state = 'closed'
      return found && { json: toPull(found) }
    }
    if (request.method !== 'POST') {
      const [, source] = /source\.branch\.name="([^"]*)"/.exec(request.url.searchParams.get('q') ?? '') ?? []
      return listed(request, repository.requests.filter(each => each.state === 'open' && each.source === source).map(toPull))
    }
    type Body = { title: string; description: string; source: { branch: { name: string } }; destination: { branch: { name: string } } }
    const { title, description, source, destination } = request.json<Body>()
    return {
      status: 201,
      json: toPull(model.openRequest(repository, { title, description, source: source.branch.name, target: destination.branch.name })),
    }
  }

  return Object.assign(fake, { model, tokens, apiBaseUrl: `${fake.url}/2.0` })
}
