import { startPeer, type PeerAnswer } from './peer.ts'
import { createRepositoryModel, modelAuthor, toArchive } from './repository-model.ts'

const guarded = (json: unknown): PeerAnswer => ({ body: `)]}'\n${JSON.stringify(json)}`, headers: { 'content-type': 'application/json' } })

/** Gerrit with Gitiles, as far as the portal uses them. Projects are added as `all/name` and known as `name`. */
export async function startGerritPeer() {
  const model = createRepositoryModel()
  const peer = await startPeer(async request => {
    const path = request.path.replace(/^\/a\//, '/')
    const archive = /^\/gitiles\/(.+)\/\+archive\/([0-9a-f]+)\.tar\.gz$/.exec(path)
    if (archive) {
      const found = model.find('all', decodeURIComponent(archive[1] ?? ''))
      const commit = found && model.resolve(found, archive[2])
      return commit && { body: await toArchive(commit.files) }
    }
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
  })
  return Object.assign(peer, { model, gitilesBaseUrl: `${peer.url}/gitiles` })
}

/** Harness Code, as far as the portal uses it. The owner of a repository is `account/org/project`. */
export async function startHarnessPeer() {
  const model = createRepositoryModel()
  const peer = await startPeer(async request => {
    const [before = '', after = ''] = request.path.replace('/gateway/code/api/v1/repos/', '').split('/+')
    const names = before.split('/').map(decodeURIComponent)
    const found = model.find(names.slice(0, -1).join('/'), names.at(-1) ?? '')
    if (!found) return undefined
    const [what, ...rest] = after.split('/').filter(Boolean).map(decodeURIComponent)
    const query = request.url.searchParams
    const ref = query.get('git_ref') ?? undefined
    if (what === undefined) return { json: { default_branch: found.defaultBranch } }
    if (what === 'raw') {
      const bytes = model.resolve(found, ref)?.files.get(rest.join('/'))
      return bytes && { body: bytes }
    }
    if (what === 'commits') {
      const commit = model.newest(found, ref ?? 'HEAD', query.get('path') ?? '')
      return {
        json: {
          commits: commit ? [{ sha: commit.sha, author: { identity: { name: modelAuthor } }, committer: { when: commit.date } }] : [],
        },
      }
    }
    if (what === 'paths') return { json: { files: [...(model.resolve(found, ref)?.files.keys() ?? [])] } }
    const commit = model.resolve(found, rest[0]?.replace(/\.tar\.gz$/, ''))
    return commit && { body: await toArchive(commit.files) }
  })
  return Object.assign(peer, { model })
}
