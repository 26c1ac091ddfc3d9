import * as git from 'isomorphic-git'
import MarkdownIt from 'markdown-it'
import type { ToolAnswer } from '../tool.ts'
import { escaped, repositoryPage } from './page-frame.ts'
import { listPulls, type Pull } from './pulls.ts'
import { listFiles, readBlob, resolveCommit, type StoredFile } from './repositories.ts'
import type { Store } from './store.ts'

const maxShown = 200_000
const markdown = new MarkdownIt({ html: false, linkify: true })

/** The pages of the git host: the files of a repository, one of them, or a pull request. @param rest `blob/main/README.md`, `tree/main`, … */
export async function showRepository(store: Store, origin: string, name: string, rest: string): Promise<ToolAnswer | undefined> {
  const pulls = listPulls(store)
  const [, number] = /^pull\/(\d+)$/.exec(rest) ?? []
  const pull = pulls.find(each => String(each.number) === number)
  if (pull) return repositoryPage(name, showPull(name, pull))
  const [, view = 'tree', ref = 'main', path = ''] = /^(blob|tree|edit)\/([^/]+)(?:\/(.*?))?\/?$/.exec(rest) ?? []
  const found = await resolveCommit(store, decodeURIComponent(ref))
  const clone = `<section class="clone"><label for="clone">Clone it</label><input id="clone" readonly value="git clone ${origin}/larkpost/${name}.git"></section>`
  if (!found) return repositoryPage(name, `${clone}<p>Nothing was pushed to <b>${escaped(ref)}</b> yet.</p>`)
  const files = await listFiles(store, found.commit.tree)
  const { message, author } = found.commit
  const last = `<p class="commit"><b>${escaped(author.name)}</b> ${escaped(message.split('\n')[0] ?? '')} <code>${found.oid.slice(0, 8)}</code></p>`
  if (view !== 'tree') {
    const file = files.find(each => each.path === decodeURIComponent(path))
    return file && repositoryPage(name, `${trail(name, ref, file.path)}${last}${await showFile(store, file)}`)
  }
  const folder = decodeURIComponent(path)
  const listed = files.filter(each => folder === '' || each.path.startsWith(`${folder}/`))
  const branches = (await git.listBranches(store)).map(
    each =>
      `<a href="/larkpost/${name}/tree/${encodeURIComponent(each)}"${each === decodeURIComponent(ref) ? ' aria-current="true"' : ''}>${escaped(each)}</a>`,
  )
  const tree = `<section class="box"><h2>Files</h2>${last}${showTree(`/larkpost/${name}/blob/${ref}`, listed, folder === '' ? '' : `${folder}/`)}</section>`
  const readme = listed.find(each => each.path.toLowerCase() === (folder === '' ? 'readme.md' : `${folder.toLowerCase()}/readme.md`))
  const text = readme ? `<section class="box readme">${markdown.render(await textOf(store, readme))}</section>` : ''
  return repositoryPage(name, `${clone}<p class="branches">Branches: ${branches.join(' ')}</p>${tree}${text}${showPulls(name, pulls)}`)
}

async function textOf(store: Store, { oid }: StoredFile): Promise<string> {
  return (await readBlob(store, oid)).subarray(0, maxShown).toString()
}

async function showFile(store: Store, file: StoredFile): Promise<string> {
  const text = await textOf(store, file)
  const rendered = file.path.endsWith('.md') ? `<section class="box readme">${markdown.render(text)}</section><h2>Source</h2>` : ''
  return `${rendered}<pre>${escaped(text)}</pre>`
}

function trail(name: string, ref: string, path: string): string {
  return `<nav><a href="/larkpost/${name}/tree/${ref}">All files</a> / ${escaped(path)}</nav>`
}

/** Folders first, each folded out. */
function showTree(base: string, files: readonly StoredFile[], below: string): string {
  const nameOf = ({ path }: StoredFile) => path.slice(below.length).split('/')
  const folders = [...new Set(files.flatMap(file => (nameOf(file).length > 1 ? [nameOf(file)[0]!] : [])))]
  const inner = folders.map(folder => {
    const own = files.filter(({ path }) => path.startsWith(`${below}${folder}/`))
    return `<li><details open><summary>${escaped(folder)}</summary>${showTree(base, own, `${below}${folder}/`)}</details></li>`
  })
  const own = files.filter(file => nameOf(file).length === 1)
  const links = own.map(({ path }) => `<li><a href="${base}/${encodeURI(path)}">${escaped(path.slice(below.length))}</a></li>`)
  return `<ul class="tree">${[...inner, ...links].join('')}</ul>`
}

function showPulls(name: string, pulls: readonly Pull[]): string {
  const open = pulls.filter(({ state }) => state === 'open')
  const items = open.map(
    each =>
      `<li><a href="/larkpost/${name}/pull/${each.number}">#${each.number} ${escaped(each.title)}</a> <small>${escaped(each.author)}</small></li>`,
  )
  const content = open.length === 0 ? '<p>None is open.</p>' : `<ul>${items.join('')}</ul>`
  return `<section class="box"><h2>Pull requests</h2>${content}</section>`
}

function showPull(name: string, { number, title, state, author, source, target, body }: Pull): string {
  const branch = `<a href="/larkpost/${name}/tree/${encodeURIComponent(source)}">${escaped(source)}</a>`
  const facts = `<p>${state}, by ${escaped(author)}: ${branch} into ${escaped(target)}</p>`
  return `<nav><a href="/larkpost/${name}">All files</a></nav><h2>#${number} ${escaped(title)}</h2>${facts}<section class="box readme">${markdown.render(body)}</section>`
}
