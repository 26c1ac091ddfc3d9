import { decodeText } from '@portico/core/common'
import { normalise } from '../config/inner-path.ts'
import { matchesSegment } from '../config/ignore-patterns.ts'
import { toPageText } from '../page-text.ts'
import { titleFromName, type SiteFiles } from '../site-files.ts'
import type { NavSource } from './nav-source.ts'

interface Dependencies {
  readonly files: SiteFiles
  /** The text of a file of the docs folder. */
  readonly read: (file: string) => Uint8Array | undefined
  /** `SUMMARY.md`, unless the site says otherwise. */
  readonly navFile: string
}

interface Item {
  readonly title: string | undefined
  readonly target: string | undefined
  readonly children: Item[]
}

const maxDepth = 20
const maxEntries = 20_000
const listItem = /^([ ]*)[-*+][ ]+(.*)$/
const link = /^\[((?:[^\]\\]|\\.)*)\]\(<?([^)\s>]*)>?(?:[ ]+"[^"]*")?\)/

/** Navs that are written as lists in files of the folders, and folders (`folder/`) and patterns (`*.md`) in navs. */
export function createLiterateNav({ files, read, navFile }: Dependencies) {
  let entries = 0
  // A folder that leads to itself ends there.
  const opened = new Set<string>()

  function ofFolder(folder: string, depth: number): NavSource[] {
    if (depth > maxDepth || opened.has(folder)) return []
    opened.add(folder)
    const bytes = read(below(folder, navFile))
    const found = bytes ? readItems(toPageText(bytes)).flatMap(item => toSources(item, folder, depth)) : filesIn(folder, depth)
    opened.delete(folder)
    return found
  }

  /** What a folder holds: its pages in their order, then its folders as sections. */
  function filesIn(folder: string, depth: number): NavSource[] {
    return [
      ...pagesIn(folder).map(target => ({ target })),
      ...foldersIn(folder).map(name => section(below(folder, name), undefined, depth)),
    ]
  }

  function section(folder: string, title: string | undefined, depth: number): NavSource {
    return { title: title ?? titleFromName(folder.split('/').at(-1) ?? ''), children: ofFolder(folder, depth + 1) }
  }

  function pagesIn(folder: string): string[] {
    return files.pages.map(({ file }) => file).filter(file => folderOf(file) === folder)
  }

  function foldersIn(folder: string): string[] {
    const prefix = folder === '' ? '' : `${folder}/`
    const inner = files.pages.filter(({ file }) => file.startsWith(prefix) && file.slice(prefix.length).includes('/'))
    return [...new Set(inner.map(({ file }) => file.slice(prefix.length).split('/', 1)[0]!))]
  }

  function toSources({ title, target, children }: Item, folder: string, depth: number): NavSource[] {
    entries += 1
    if (entries > maxEntries || depth > maxDepth) return []
    const inner = children.flatMap(child => toSources(child, folder, depth + 1))
    const own = target === undefined ? [] : resolve(target, title, folder, depth)
    if (children.length === 0) return target === undefined ? [{ title, children: [] }] : own
    // A section whose title is a link has that page as its first.
    return [{ title, children: [...own.map(source => (source.children ? source : { target: source.target })), ...inner] }]
  }

  /** What a target means: a page, a folder, a pattern, or an address. */
  function resolve(target: string, title: string | undefined, folder: string, depth: number): NavSource[] {
    if (/^(?:[a-z][a-z0-9+.-]*:|[/#])/i.test(target)) return [{ title, target }]
    if (target.includes('*')) return expand(target, folder, depth)
    const place = normalise(below(folder, target))
    if (place === undefined) return [{ title, target }]
    return target.endsWith('/') ? [section(place, title, depth)] : [{ title, target: place }]
  }

  function expand(pattern: string, folder: string, depth: number): NavSource[] {
    if (pattern.startsWith('**')) {
      const prefix = folder === '' ? '' : `${folder}/`
      return files.pages.filter(({ file }) => file.startsWith(prefix)).map(({ file }) => ({ target: file }))
    }
    if (pattern.endsWith('/'))
      return foldersIn(folder)
        .filter(name => matchesSegment(name, pattern.slice(0, -1)))
        .map(name => section(below(folder, name), undefined, depth))
    const pages = pagesIn(folder).filter(file => matchesSegment(file.slice(file.lastIndexOf('/') + 1), pattern))
    const folders = pattern === '*' ? foldersIn(folder).map(name => section(below(folder, name), undefined, depth)) : []
    return [...pages.map(target => ({ target })), ...folders]
  }

  function expanded(nav: readonly NavSource[], depth: number): NavSource[] {
    return nav.flatMap(source => {
      if (source.children) return [{ ...source, children: expanded(source.children, depth + 1) }]
      const { title, target } = source
      return target !== undefined && /\/$|\*/.test(target) ? resolve(target, title, '', depth) : [source]
    })
  }

  return {
    /** The nav of a site that has none in its config. */
    whole: (): NavSource[] => ofFolder('', 0),
    /** A nav of the config, with its folders and patterns resolved. */
    expanded: (nav: readonly NavSource[]): NavSource[] => expanded(nav, 0),
  }
}

/** The list of a nav file, as a tree: the one after `<!--nav-->`, or the first. */
function readItems(text: string): Item[] {
  const lines = text.slice(Math.max(0, text.search(/<!--\s*nav\s*-->/))).split('\n')
  const root: Item = { title: undefined, target: undefined, children: [] }
  const open: { readonly indent: number; readonly item: Item }[] = [{ indent: -1, item: root }]
  for (const line of lines) {
    const found = listItem.exec(line)
    if (!found) {
      if (line.trim() !== '' && root.children.length > 0) break
      continue
    }
    const indent = found[1]!.length
    while (open.at(-1)!.indent >= indent) open.pop()
    const item = toItem(found[2]!.trim())
    open.at(-1)!.item.children.push(item)
    open.push({ indent, item })
  }
  return root.children
}

function toItem(text: string): Item {
  const found = link.exec(text)
  if (found) return { title: unescaped(found[1]!) || undefined, target: decodeText(found[2]!), children: [] }
  if (text.includes('*') && !/\s/.test(text)) return { title: undefined, target: text, children: [] }
  return { title: unescaped(text), target: undefined, children: [] }
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, '$1').trim()
}

function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

function folderOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : ''
}
