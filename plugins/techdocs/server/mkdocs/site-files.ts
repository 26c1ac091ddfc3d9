import { createIgnore } from './config/ignore-patterns.ts'
import type { Notices } from './notices.ts'

/** A page of a site. */
export interface SitePage {
  /** Its path in the docs folder: `guide/start.md`. */
  readonly file: string
  /** Its path in the source; empty for a page that is made. */
  readonly source: string
  /** The title of a page that has no file, such as that of a category of a blog. */
  readonly made?: string
  /** Its address in the site, not encoded: `guide/start/`, empty for the home page. */
  readonly path: string
  /** The language of its text, in a site of several. */
  readonly language?: string
  /** It stands in for a translation that is missing. */
  readonly isFallback?: boolean
}

/** Where the files of a site are in it. */
export interface Placement {
  /** How the paths of pages begin: the version and the language. */
  readonly prefix: string
  /** What a page is in a site of several languages. */
  readonly languageOf?: (file: string) => Pick<SitePage, 'language' | 'isFallback'>
  /** The files of the default language. What is the same there is not a second file. */
  readonly defaults?: SiteFiles | undefined
  readonly elsewhere?: (source: string) => SitePage | undefined
}

/** The pages and other files of a site, by their paths in the docs folder. */
export interface SiteFiles {
  /** Index first, then files by name, then folders. */
  readonly pages: readonly SitePage[]
  readonly byFile: ReadonlyMap<string, SitePage>
  readonly byPath: ReadonlyMap<string, SitePage>
  /** By their paths in the source. */
  readonly bySource: ReadonlyMap<string, SitePage>
  /** Everything else, with its path in the source. */
  readonly assets: ReadonlyMap<string, string>
  /** The same by their paths in the source. */
  readonly assetBySource: ReadonlyMap<string, string>
  /** Where one of these is in the site. */
  readonly assetPath: (file: string) => string
  /** How the paths of its pages begin. */
  readonly prefix: string
  /** The page of another language that a file of the source is. */
  readonly elsewhere?: ((source: string) => SitePage | undefined) | undefined
}

const pageExtension = /\.(?:md|markdown|mdown|mkdn|mkd)$/

export function isPageFile(path: string): boolean {
  return pageExtension.test(path)
}

interface Dependencies {
  /** From paths in the docs folder to paths in the source. */
  readonly files: ReadonlyMap<string, string>
  readonly exclude: readonly string[]
  readonly directoryUrls: boolean
  readonly notices: Notices
  readonly placement?: Placement
}

/** Sorts the files of the docs folder into pages and others. */
export function collectSiteFiles({ files, exclude, directoryUrls, notices, placement = { prefix: '' } }: Dependencies): SiteFiles {
  const { prefix, languageOf, defaults, elsewhere } = placement
  const isIgnored = createIgnore(exclude)
  const kept = [...files].filter(([file]) => !isHidden(file) && !isIgnored(file))
  const names = new Set(kept.map(([file]) => file))
  const pages: SitePage[] = []
  const assets = new Map<string, string>()
  for (const [file, source] of kept) {
    if (!isPageFile(file)) assets.set(file, source)
    else if (isShadowedReadme(file, names)) {
      const message = `${file} is left out, because index.md stands beside it`
      notices.add({ level: 'warning', code: 'readme-shadowed', message, file: source })
    } else pages.push({ file, source, path: `${prefix}${toPath(file, directoryUrls)}`, ...languageOf?.(file) })
  }
  return toSiteFiles(pages, {
    assets,
    assetBySource: new Map([...assets].map(([file, source]) => [source, file])),
    prefix,
    elsewhere,
    assetPath: file => (defaults && defaults.assets.get(file) === assets.get(file) ? defaults.assetPath(file) : `${prefix}${file}`),
  })
}

type OtherFiles = Pick<SiteFiles, 'assets' | 'assetBySource' | 'prefix' | 'elsewhere' | 'assetPath'>

/** Pages in their order, with ways to find them. */
export function toSiteFiles(unsorted: readonly SitePage[], { assets, assetBySource, prefix, elsewhere, assetPath }: OtherFiles): SiteFiles {
  const pages = unsorted.toSorted((one, other) => compareFiles(one.file, other.file))
  const written = pages.filter(page => page.source !== '')
  return {
    pages,
    assets,
    assetBySource,
    prefix,
    elsewhere,
    assetPath,
    byFile: new Map(pages.map(page => [page.file, page])),
    bySource: new Map(written.toReversed().map(page => [page.source, page])),
    byPath: new Map(pages.toReversed().map(page => [page.path, page])),
  }
}

function isHidden(file: string): boolean {
  return file.startsWith('templates/') || file.split('/').some(part => part.startsWith('.'))
}

function isShadowedReadme(file: string, names: ReadonlySet<string>): boolean {
  if (!/(?:^|\/)README\.\w+$/.test(file)) return false
  return names.has(file.replace(/README\.\w+$/, 'index.md'))
}

/** The address of a page by its path in the docs folder. */
export function toPath(file: string, directoryUrls: boolean): string {
  const stem = file.replace(pageExtension, '')
  const folder = stem.slice(0, stem.lastIndexOf('/') + 1)
  const name = stem.slice(folder.length)
  // `folder/` and `folder/index.html` are one page, also where other pages end in `.html`.
  if (name === 'index' || name === 'README') return folder
  return directoryUrls ? `${stem}/` : `${stem}.html`
}

/** A README and an index are the same page: the path of the other. */
export function swapIndex(path: string): string {
  return path.endsWith('README.md') ? path.replace(/README\.md$/, 'index.md') : path.replace(/(^|\/)index\.md$/, '$1README.md')
}

/** Files before folders, the index first, otherwise by name. */
export function compareFiles(one: string, other: string): number {
  const [a, b] = [one.split('/'), other.split('/')]
  for (let at = 0; ; at++) {
    const [isFileA, isFileB] = [at === a.length - 1, at === b.length - 1]
    if (isFileA !== isFileB && a[at] !== undefined && b[at] !== undefined) return isFileA ? -1 : 1
    const [nameA, nameB] = [a[at] ?? '', b[at] ?? '']
    if (nameA === nameB) {
      if (isFileA) return 0
      continue
    }
    if (isFileA && isIndexName(nameA) !== isIndexName(nameB)) return isIndexName(nameA) ? -1 : 1
    return nameA < nameB ? -1 : 1
  }
}

function isIndexName(name: string): boolean {
  return /^(?:index|README)\.\w+$/.test(name)
}

/** The title of a file or folder by its name: `getting-started` is 'Getting started'. */
export function titleFromName(name: string): string {
  const words = name.replace(/[-_]/g, ' ')
  return words === words.toLowerCase() ? words.charAt(0).toUpperCase() + words.slice(1) : words
}
