import { readdirSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { openSite, type RenderedPage, type Site, type SourceTree } from '../mkdocs/mkdocs.ts'
import { followLinks, toLinkNotice, type LeftOutLink } from '../sources/linked-files.ts'
import { readStart } from '../sources/read-start.ts'

const maxFiles = 100_000

interface FolderTree extends SourceTree {
  /** Symbolic links that are not followed. */
  readonly leftOut: readonly LeftOutLink[]
}

/** The files of a folder, without what is never part of a site. Links are followed within it, as the portal does. */
export function folderTree(folder: string): FolderTree {
  const entries = entriesBelow(folder, '')
  const real = entries.flatMap(({ path: name, link }) => (link === undefined ? [name] : []))
  const links = new Map(entries.flatMap(({ path: name, link }) => (link === undefined ? [] : [[name, link] as const])))
  const { copies, leftOut } = followLinks(real, links, maxFiles)
  const places = new Map([...real.map(name => [name, name] as const), ...copies])
  const read = (file: string, maxBytes?: number) =>
    places.has(file) ? readStart(path.join(folder, places.get(file)!), maxBytes) : undefined
  return { paths: [...places.keys()].sort(), read, leftOut }
}

function entriesBelow(folder: string, prefix: string): { readonly path: string; readonly link?: string }[] {
  return readdirSync(path.join(folder, prefix), { withFileTypes: true }).flatMap(entry => {
    const name = `${prefix}${entry.name}`
    if (entry.isDirectory()) return ['.git', 'node_modules'].includes(entry.name) ? [] : entriesBelow(folder, `${name}/`)
    if (entry.isSymbolicLink()) return [{ path: name, link: readlinkSync(path.join(folder, name)) }]
    return entry.isFile() ? [{ path: name }] : []
  })
}

/** A site on this machine, opened as the portal would. */
export function openFolderSite(folder: string): Site {
  const tree = folderTree(folder)
  const site = openSite(tree, { name: path.basename(path.resolve(folder)) })
  return { ...site, notices: [...site.notices, ...tree.leftOut.map(toLinkNotice)] }
}

export function renderAll(site: Site): RenderedPage[] {
  return site.pages.flatMap(page => site.render(page) ?? [])
}
