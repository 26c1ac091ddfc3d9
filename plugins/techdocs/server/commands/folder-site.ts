import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { openSite, type RenderedPage, type Site, type SourceTree } from '../engine/engine.ts'

/** The files of a folder, without what is never part of a site. Links are left out. */
export function folderTree(folder: string): SourceTree {
  const paths = filesBelow(folder, '').sort()
  const known = new Set(paths)
  return { paths, read: file => (known.has(file) ? readFileSync(path.join(folder, file)) : undefined) }
}

function filesBelow(folder: string, prefix: string): string[] {
  return readdirSync(path.join(folder, prefix), { withFileTypes: true }).flatMap(entry => {
    if (entry.isDirectory()) return ['.git', 'node_modules'].includes(entry.name) ? [] : filesBelow(folder, `${prefix}${entry.name}/`)
    return entry.isFile() ? [`${prefix}${entry.name}`] : []
  })
}

/** A site on this machine, opened as the portal would. */
export function openFolderSite(folder: string): Site {
  return openSite(folderTree(folder), { name: path.basename(path.resolve(folder)) })
}

export function renderAll(site: Site): RenderedPage[] {
  return site.pages.flatMap(page => site.render(page) ?? [])
}
