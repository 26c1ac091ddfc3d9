import * as git from 'isomorphic-git'
import type { ToolAnswer } from '../tool.ts'
import { listPulls } from './pulls.ts'
import { listFiles, readBlob, resolveCommit } from './repositories.ts'
import type { Store } from './store.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const maxShown = 200_000

/** The pages of the git host: the files of a repository, and one of them. @param rest `blob/main/README.md`, `tree/main`, or anything else */
export async function showRepository(store: Store, origin: string, name: string, rest: string): Promise<ToolAnswer | undefined> {
  const [, number] = /^pull\/(\d+)$/.exec(rest) ?? []
  const pulls = listPulls(store)
  const pull = pulls.find(each => String(each.number) === number)
  if (pull)
    return page(
      name,
      `<h2>#${pull.number} ${escaped(pull.title)}</h2><p>${pull.state}, by ${escaped(pull.author)}: <a href="/larkpost/${name}/tree/${encodeURIComponent(pull.source)}">${escaped(pull.source)}</a> into ${escaped(pull.target)}</p><p>${escaped(pull.body)}</p>`,
    )
  const [, view = 'tree', ref = 'main', path = ''] = /^(blob|tree|edit)\/([^/]+)(?:\/(.*?))?\/?$/.exec(rest) ?? []
  const found = await resolveCommit(store, decodeURIComponent(ref))
  const clone = `<p>git clone ${origin}/larkpost/${name}.git</p>`
  if (!found) return page(name, `${clone}<p>Nothing was pushed to ${escaped(ref)} yet.</p>`)
  const files = await listFiles(store, found.commit.tree)
  const base = `/larkpost/${name}`
  const summary = `<p><b>${escaped(ref)}</b> ${found.oid.slice(0, 8)} ${escaped(found.commit.message)} (${escaped(found.commit.author.name)})</p>`
  if (view !== 'tree') {
    const file = files.find(each => each.path === decodeURIComponent(path))
    if (!file) return undefined
    const text = (await readBlob(store, file.oid)).subarray(0, maxShown).toString()
    return page(name, `<p><a href="${base}">All files</a> / ${escaped(file.path)}</p>${summary}<pre>${escaped(text)}</pre>`)
  }
  const listed = files.filter(each => each.path.startsWith(decodeURIComponent(path)))
  const links = listed.map(each => `<li><a href="${base}/blob/${ref}/${encodeURI(each.path)}">${escaped(each.path)}</a></li>`)
  const branches = (await git.listBranches(store)).map(each => `<a href="${base}/tree/${encodeURIComponent(each)}">${escaped(each)}</a>`)
  const open = pulls.filter(each => each.state === 'open')
  const waiting = open.map(each => `<li><a href="${base}/pull/${each.number}">#${each.number} ${escaped(each.title)}</a></li>`)
  const requests = `<p>Pull requests: ${open.length}</p><ul>${waiting.join('')}</ul>`
  return page(name, `${clone}${requests}<p>Branches: ${branches.join(', ')}</p>${summary}<ul>${links.join('')}</ul>`)
}

function page(name: string, content: string): ToolAnswer {
  const style =
    'body{font:15px/1.6 sans-serif;max-width:60rem;margin:2.5rem auto;padding:0 1rem}pre{background:#f4f5f7;padding:1rem;overflow:auto}'
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><title>larkpost/${name}</title><style>${style}</style>`
  const body = `${head}<p>Git host of the example organisation</p><h1>larkpost/${name}</h1>${content}</html>`
  const policy = "default-src 'none'; style-src 'unsafe-inline'"
  return { body, headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy } }
}
