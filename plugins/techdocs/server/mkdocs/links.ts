import { decodeText } from '@portico/core/common'
import { filePrefix, pagePrefix } from '@portico/techdocs/common'
import { normalise } from './config/inner-path.ts'
import { isSafeScheme, schemeOf } from './html/allowed-html.ts'
import { swapIndex, type SiteFiles, type SitePage } from './site-files.ts'

/** A link to a page or file of the same site, to be checked when all pages are known. */
export interface InnerLink {
  readonly target: string
  /** The path of the page that it leads to; undefined for one that does not exist. */
  readonly path?: string
  readonly anchor?: string
  readonly problem?: 'missing' | 'unrecognised' | 'outside'
  readonly fix?: string
}

interface Dependencies {
  readonly files: SiteFiles
  readonly page: SitePage
  readonly absoluteFromDocs: boolean
  readonly schemes?: readonly string[]
  /** The host's address of a file of the source that is not in the docs folder; undefined where there is none. */
  readonly outside: (source: string) => string | undefined
  readonly onLink: (link: InnerLink) => void
}

/** What the addresses on a page become. Links inside the site begin with a prefix that the reader replaces. */
export function createLinkResolver({ files, page, absoluteFromDocs, schemes = [], outside, onLink }: Dependencies) {
  const sourceFolder = page.source.slice(0, page.source.lastIndexOf('/') + 1)
  const folder = page.file.slice(0, page.file.lastIndexOf('/') + 1)
  // Where the browser is when it shows the page.
  const base = page.path.endsWith('/') || page.path === '' ? page.path : page.path.slice(0, page.path.lastIndexOf('/') + 1)

  function lookUp(path: string | undefined): { readonly page?: SitePage; readonly file?: string } | undefined {
    if (path === undefined) return undefined
    const found = files.byFile.get(path) ?? files.byFile.get(swapIndex(path))
    if (found) return { page: found }
    return files.assets.has(path) ? { file: path } : undefined
  }

  /** By the address of a page, with and without the slash at its end. */
  function byAddress(path: string | undefined): SitePage | undefined {
    if (path === undefined) return undefined
    const folderPath = path === '' ? '' : `${path}/`
    return (
      files.byPath.get(folderPath) ??
      files.byPath.get(path) ??
      files.byPath.get(path.replace(/(?:^|(?<=\/))index\.html$/, '').replace(/\/$/, '') + (path.includes('/') ? '/' : ''))
    )
  }

  /** Also a page of another language. */
  function bySource(source: string | undefined): SitePage | undefined {
    return source === undefined ? undefined : (files.bySource.get(source) ?? files.elsewhere?.(source))
  }

  function guess(path: string | undefined): SitePage | undefined {
    if (path === undefined) return undefined
    const stem = path.replace(/\.html$/, '')
    const candidates = [`${stem}.md`, `${stem === '' ? '' : `${stem}/`}index.md`, `${stem === '' ? '' : `${stem}/`}README.md`]
    return candidates.map(candidate => files.byFile.get(candidate)).find(found => found !== undefined)
  }

  function toPage(found: SitePage, target: string, rest: string): string {
    const anchor = /#(.*)$/s.exec(rest)?.[1]
    onLink({ target, path: found.path, ...(anchor && { anchor }) })
    return `${pagePrefix}${encodePath(found.path)}${rest}`
  }

  const toFile = (file: string, rest: string) => `${filePrefix}${encodePath(files.assetPath(file))}${rest}`

  /** A link that climbs out of the docs folder, perhaps to come back. */
  function toOutside(target: string, relative: string, rest: string): string | undefined {
    const source = normalise(sourceFolder + relative)
    const page = bySource(source)
    if (page) return toPage(page, target, rest)
    const asset = source === undefined ? undefined : files.assetBySource.get(source)
    if (asset !== undefined) return toFile(asset, rest)
    const url = source === undefined ? undefined : outside(source)
    if (url === undefined) onLink({ target, problem: 'outside' })
    return url && `${url}${rest}`
  }

  function inside(target: string, isMarkdown: boolean): string | undefined {
    const [, written = '', rest = ''] = /^([^?#]*)([?#].*)?$/s.exec(target) ?? []
    if (written === '') return anchorOf(rest, target)
    const path = decodeText(written)
    const isAbsolute = path.startsWith('/')
    const relative = isAbsolute ? path.slice(1) : path
    const fromSource = normalise(isAbsolute ? relative : folder + relative)
    const fromPage = normalise(isAbsolute ? relative : base + relative)
    const fileAtPage = fromPage?.startsWith(files.prefix) ? fromPage.slice(files.prefix.length) : fromPage
    const clean = (each: string | undefined) => each?.replace(/\.md\/$/, '.md')
    const order = isMarkdown ? [fromSource] : [fileAtPage, fromSource]
    for (const candidate of order.map(clean)) {
      const found = lookUp(candidate)
      if (found?.page) return toPage(found.page, target, rest)
      if (found?.file !== undefined) return toFile(found.file, rest)
    }
    const known = byAddress(fromPage) ?? guess(fromSource) ?? byAddress(fromSource) ?? guess(fileAtPage)
    if (known) {
      if (isMarkdown && !isAbsolute && !byAddress(fromPage))
        onLink({ target, problem: 'unrecognised', path: known.path, fix: `Write '${known.file}', seen from ${page.file}` })
      return toPage(known, target, rest)
    }
    const other = isAbsolute ? undefined : bySource(normalise(sourceFolder + relative))
    if (other) return toPage(other, target, rest)
    // A path of the portal.
    if (isAbsolute && !absoluteFromDocs) return encodeURI(path) + rest
    if (!isAbsolute && fromSource === undefined) return toOutside(target, relative, rest)
    onLink({ target, problem: 'missing', ...suggest(files, relative) })
    return `${pagePrefix}${encodePath(`${files.prefix}${fromSource ?? fileAtPage ?? ''}`)}${rest}`
  }

  function anchorOf(rest: string, target: string): string {
    if (rest.startsWith('#')) onLink({ target, path: page.path, anchor: rest.slice(1) })
    return rest
  }

  return (
    url: string,
    { attribute, isMarkdown }: { readonly attribute: 'href' | 'src'; readonly isMarkdown: boolean },
  ): string | undefined => {
    const trimmed = url.trim()
    const scheme = schemeOf(trimmed)
    if (scheme === 'data' && attribute === 'src')
      return /^data:image\/(?:png|jpe?g|gif|webp|svg\+xml|avif)[;,]/i.test(trimmed) ? trimmed : undefined
    if (scheme !== undefined) return isSafeScheme(scheme, schemes) ? trimmed : undefined
    if (/^[/\\]{2}/.test(trimmed)) return `https://${trimmed.replace(/^[/\\]+/, '')}`
    return inside(trimmed.replaceAll('\\', '/'), isMarkdown)
  }
}

function suggest(files: SiteFiles, written: string): { fix?: string } {
  const name = written
    .split('/')
    .at(-1)
    ?.toLowerCase()
    .replace(/\.\w+$/, '')
  const near =
    name === undefined || name === ''
      ? undefined
      : files.pages.find(
          page =>
            page.file
              .split('/')
              .at(-1)
              ?.toLowerCase()
              .replace(/\.\w+$/, '') === name,
        )
  return near ? { fix: `Did you mean '${near.file}'?` } : {}
}

export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
