import * as git from 'isomorphic-git'
import type { ToolAnswer, ToolRequest } from '../tool.ts'
import { changeTree, type Changes } from './change-tree.ts'
import { addPull, listPulls, setPullState, type Pull } from './pulls.ts'
import { resolveCommit } from './repositories.ts'
import type { Store } from './store.ts'

interface TreeChange {
  readonly path: string
  readonly mode?: string
  readonly content?: string
  readonly sha?: string | null
}

/** Commits by GitHub's API: blobs, a tree, a commit, and the branch that leads to it. @param segments below `git` */
export async function writeGit(store: Store, request: ToolRequest, [kind, ...rest]: readonly string[]): Promise<ToolAnswer | undefined> {
  const given = JSON.parse(String(request.body)) as Readonly<Record<string, unknown>>
  if (kind === 'blobs') {
    const oid = await git.writeBlob({
      ...store,
      blob: Buffer.from(String(given['content']), given['encoding'] === 'base64' ? 'base64' : 'utf8'),
    })
    return { status: 201, json: { sha: oid } }
  }
  if (kind === 'trees') {
    const changes = new Map<string, Changes extends ReadonlyMap<string, infer V> ? V : never>()
    for (const { path, mode = '100644', content, sha } of given['tree'] as readonly TreeChange[]) {
      const oid = content === undefined ? (sha ?? undefined) : await git.writeBlob({ ...store, blob: Buffer.from(content) })
      changes.set(path, oid === undefined ? undefined : { mode, oid })
    }
    return { status: 201, json: { sha: await changeTree(store, given['base_tree'] as string | undefined, changes) } }
  }
  if (kind === 'commits') {
    const { name = 'Guest', email = 'guest@larkpost.example' } = (given['author'] ?? {}) as { name?: string; email?: string }
    const author = { name, email, timestamp: Math.floor(Date.now() / 1000), timezoneOffset: 0 }
    const parent = (given['parents'] ?? []) as string[]
    const commit = { message: `${String(given['message'])}\n`, tree: String(given['tree']), parent, author, committer: author }
    return { status: 201, json: { sha: await git.writeCommit({ ...store, commit }) } }
  }
  if (kind !== 'refs') return undefined
  const ref = request.method === 'PATCH' ? `refs/${rest.join('/')}` : String(given['ref'])
  const value = String(given['sha'])
  if (!/^refs\/heads\/[\w./-]+$/.test(ref) || ref.includes('..') || !(await resolveCommit(store, value)))
    return { status: 422, json: { message: 'Reference update failed' } }
  await git.writeRef({ ...store, ref, value, force: true })
  return { status: request.method === 'PATCH' ? 200 : 201, json: { ref, object: { sha: value } } }
}

/** Pull requests by GitHub's API. */
export async function answerPulls(
  store: Store,
  { method, url, body }: ToolRequest,
  name: string,
  [number, part]: readonly string[],
): Promise<ToolAnswer | undefined> {
  const toJson = (pull: Pull) => ({
    number: pull.number,
    html_url: `${url.origin}/larkpost/${name}/pull/${pull.number}`,
    state: pull.state,
    merged_at: null,
    title: pull.title,
    body: pull.body,
    user: { login: pull.author },
    head: { ref: pull.source },
    base: { ref: pull.target },
  })
  const given = method === 'GET' ? {} : (JSON.parse(String(body)) as Readonly<Record<string, string | undefined>>)
  if (part !== undefined) return { status: 201, json: {} }
  if (number !== undefined) {
    if (method === 'PATCH') setPullState(store, Number(number), given['state'] === 'closed' ? 'closed' : 'open')
    const found = listPulls(store).find(each => each.number === Number(number))
    return found && { json: toJson(found) }
  }
  if (method === 'POST') {
    const source = (given['head'] ?? '').replace(/^larkpost:/, '')
    if (!(await resolveCommit(store, source))) return { status: 422, json: { message: 'Validation Failed: head is invalid' } }
    const { title = '', body: text = '', base: target = 'main' } = given
    return { status: 201, json: toJson(addPull(store, { title, body: text, author: 'Guest', source, target })) }
  }
  const head = url.searchParams.get('head')?.replace(/^larkpost:/, '')
  const state = url.searchParams.get('state') ?? 'open'
  const listed = listPulls(store).filter(each => [each.state, 'all'].includes(state) && [undefined, each.source].includes(head))
  return { json: listed.map(toJson) }
}
