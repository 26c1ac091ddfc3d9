import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { digits } from '../chance.ts'
import type { ToolAnswer, ToolRequest } from '../tool.ts'
import { answerPulls, writeGit } from './git-data.ts'
import { listFiles, readBlob, resolveCommit, type Repositories } from './repositories.ts'
import type { Store } from './store.ts'

/** GitHub's API over real repositories, as far as the portal asks it to read and to publish. @param segments below `/api/v3` */
export async function answerGithub(
  repositories: Repositories,
  request: ToolRequest,
  segments: readonly string[],
): Promise<ToolAnswer | undefined> {
  const [first, owner, third, ...rest] = segments
  const { origin } = request.url
  if (first === 'rate_limit') return { json: { resources: {} } }
  if (first === 'users' && owner === 'larkpost') return { json: { login: owner, type: 'Organization' } }
  if (first === 'orgs' && owner === 'larkpost' && third === 'repos' && request.method === 'POST') {
    const { name = '' } = JSON.parse(String(request.body)) as { name?: string }
    if (!/^[a-z0-9][\w.-]{0,99}$/i.test(name)) return { status: 422, json: { message: 'Repository creation failed: the name is invalid' } }
    if (await repositories.open(name)) return { status: 422, json: { message: 'Repository creation failed: name already exists' } }
    await repositories.create(name)
    return { status: 201, json: toJson(origin, name) }
  }
  if (first !== 'repos' || owner !== 'larkpost' || third === undefined) return undefined
  const store = await repositories.open(third)
  if (store && request.method === 'DELETE' && rest.length === 0) {
    repositories.remove(third)
    return { status: 204 }
  }
  return store && ofRepository(store, request, third, rest)
}

function toJson(origin: string, name: string) {
  const page = `${origin}/larkpost/${name}`
  return {
    id: Number.parseInt(digits(7, name), 16),
    name,
    full_name: `larkpost/${name}`,
    default_branch: 'main',
    html_url: page,
    clone_url: `${page}.git`,
    archived: false,
    private: false,
    visibility: 'public',
    permissions: { push: true },
  }
}

async function ofRepository(
  store: Store,
  request: ToolRequest,
  name: string,
  [what, ...rest]: readonly string[],
): Promise<ToolAnswer | undefined> {
  const { method, url } = request
  if (what === undefined) return { json: toJson(url.origin, name) }
  if (what === 'pulls') return answerPulls(store, request, name, rest)
  if (what === 'git' && method !== 'GET') return writeGit(store, request, rest)
  // Settings of a new repository, such as the protection of its branch: taken, and without effect here.
  if (method !== 'GET') return method === 'PUT' || method === 'PATCH' ? { json: {} } : undefined
  if (what === 'contents') return contentsOf(store, url.searchParams.get('ref') ?? 'main', rest.join('/'))
  if (what === 'tarball') return tarballOf(store, name, rest.join('/'))
  if (what === 'commits') {
    const ref = rest.length > 0 ? rest.join('/') : (url.searchParams.get('sha') ?? 'main')
    const found = await resolveCommit(store, ref)
    if (!found) return rest.length > 0 ? { status: 422, json: { message: `No commit found for SHA: ${ref}` } } : { json: [] }
    const { message, author, committer } = found.commit
    const json = {
      sha: found.oid,
      commit: { message, author: { name: author.name }, committer: { date: new Date(committer.timestamp * 1000).toISOString() } },
    }
    return { json: rest.length > 0 ? json : [json] }
  }
  if (what !== 'git') return undefined
  const [kind, ...more] = rest
  const found = await resolveCommit(store, kind === 'ref' ? more.slice(1).join('/') : more.join('/'))
  if (!found) return undefined
  if (kind === 'ref') return { json: { ref: `refs/${more.join('/')}`, object: { sha: found.oid } } }
  if (kind === 'commits') return { json: { sha: found.oid, tree: { sha: found.commit.tree } } }
  if (kind === 'trees') {
    const tree = (await listFiles(store, found.commit.tree)).map(({ path }) => ({ path, type: 'blob' }))
    return { json: { truncated: false, tree } }
  }
  return undefined
}

async function contentsOf(store: Store, ref: string, path: string): Promise<ToolAnswer | undefined> {
  const found = await resolveCommit(store, ref)
  const file = found && (await listFiles(store, found.commit.tree)).find(each => each.path === path)
  if (!file) return undefined
  return { body: await readBlob(store, file.oid), headers: { etag: `"${file.oid}"`, 'content-type': 'application/vnd.github.raw+json' } }
}

async function tarballOf(store: Store, name: string, ref: string): Promise<ToolAnswer | undefined> {
  const found = await resolveCommit(store, ref)
  if (!found) return undefined
  const archive = pack()
  for (const { path, oid, isExecutable } of await listFiles(store, found.commit.tree))
    archive.entry(
      { name: `larkpost-${name}-${found.oid.slice(0, 7)}/${path}`, mode: isExecutable ? 0o755 : 0o644 },
      await readBlob(store, oid),
    )
  archive.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of archive) chunks.push(chunk as Buffer)
  return { body: gzipSync(Buffer.concat(chunks)), headers: { 'content-type': 'application/gzip' } }
}
