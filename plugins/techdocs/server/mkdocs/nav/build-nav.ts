import { decodeText } from '@portico/core/common'
import type { DocsNavItem } from '@portico/techdocs/common'
import { normalise } from '../config/inner-path.ts'
import type { Notices } from '../notices.ts'
import { titleFromName, type SiteFiles, type SitePage } from '../site-files.ts'
import type { NavSource } from './nav-source.ts'

interface Dependencies {
  readonly files: SiteFiles
  readonly titleOf: (page: SitePage) => string
  readonly notices: Notices
  readonly file: string | undefined
  /** Whether a page is not in the nav on purpose. */
  readonly isLeftOut: (file: string) => boolean
}

export interface BuiltNav {
  readonly items: DocsNavItem[]
  /** Titles that the nav gives to pages; of several the first. */
  readonly titles: ReadonlyMap<string, string>
}

/** Looks up the targets of the nav. What is not found stays as a dead link with a warning. */
export function buildNav(sources: readonly NavSource[], { files, titleOf, notices, file, isLeftOut }: Dependencies): BuiltNav {
  const titles = new Map<string, string>()
  const listed = new Set<string>()

  function toItem({ title, target, children }: NavSource): DocsNavItem {
    if (children) return { title: title ?? '', children: children.map(toItem) }
    const written = target ?? ''
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(written)) return toLink(title, written)
    if (written.startsWith('/')) return { title: title ?? written, href: written }
    const page = findPage(files, written)
    if (page) return toPage(page, title)
    const asset = normalise(decodeText(written))
    if (asset !== undefined && files.assets.has(asset)) return { title: title ?? written, href: files.assetPath(asset) }
    const message = `The nav names '${written}', which does not exist`
    notices.add({ level: 'warning', code: 'nav-missing', message, ...(file !== undefined && { file }), ...suggest(files, written) })
    return { title: title ?? written, missing: true }
  }

  function toPage(page: SitePage, title: string | undefined): DocsNavItem {
    listed.add(page.path)
    if (title !== undefined && !titles.has(page.path)) titles.set(page.path, title)
    // A page that is named twice has its first title at both places.
    return { title: titles.get(page.path) ?? titleOf(page), path: page.path }
  }

  const items = sources.map(toItem)
  for (const page of files.pages) {
    if (listed.has(page.path) || isLeftOut(page.file)) continue
    notices.add({ level: 'info', code: 'nav-omitted', message: `${page.file} is not in the nav`, file: page.source })
  }
  return { items, titles }
}

/** Only http(s) and mail: what else is written there has no place in a navigation. */
function toLink(title: string | undefined, target: string): DocsNavItem {
  return /^(?:https?:|\/\/|mailto:)/i.test(target) ? { title: title ?? target, href: target } : { title: title ?? target, missing: true }
}

function findPage(files: SiteFiles, written: string): SitePage | undefined {
  const path = normalise(decodeText(written.replace(/[#?].*$/s, '')))
  if (path === undefined) return undefined
  const swapped = path.replace(/(^|\/)README\.md$/, '$1index.md')
  return (
    files.byFile.get(path) ??
    files.byFile.get(swapped) ??
    (path === swapped ? files.byFile.get(path.replace(/(^|\/)index\.md$/, '$1README.md')) : undefined)
  )
}

function suggest(files: SiteFiles, written: string): { fix?: string } {
  const name = written.split('/').at(-1)?.toLowerCase()
  const near = files.pages.find(page => page.file.split('/').at(-1)?.toLowerCase() === name)
  return near ? { fix: `Did you mean '${near.file}'?` } : {}
}

/** A nav from the files: index first, files by name, then folders as sections. */
export function navFromFiles(files: SiteFiles): NavSource[] {
  interface Folder {
    readonly entries: NavSource[]
    readonly folders: Map<string, Folder>
  }
  const root: Folder = { entries: [], folders: new Map() }
  for (const page of files.pages) {
    let folder = root
    for (const part of page.file.split('/').slice(0, -1)) {
      const next: Folder = folder.folders.get(part) ?? { entries: [], folders: new Map() }
      folder.folders.set(part, next)
      folder = next
    }
    folder.entries.push({ target: page.file })
  }
  const toSources = ({ entries, folders }: Folder): NavSource[] => [
    ...entries,
    ...[...folders].map(([name, inner]) => ({ title: titleFromName(name), children: toSources(inner) })),
  ]
  return toSources(root)
}
