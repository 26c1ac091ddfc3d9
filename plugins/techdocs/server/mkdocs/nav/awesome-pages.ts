import { isRecord } from '@portico/core/common'
import { toFlag, toText, type Options } from '../config/config-values.ts'
import { matchesSegment } from '../config/ignore-patterns.ts'
import { parseMkdocsYaml } from '../config/mkdocs-yaml.ts'
import type { Notices } from '../notices.ts'
import { toPageText } from '../page-text.ts'
import { titleFromName, type SiteFiles, type SitePage } from '../site-files.ts'
import type { NavSource } from './nav-source.ts'

interface Dependencies {
  readonly files: SiteFiles
  /** The texts of `.pages` and `.nav.yml` files, by folder in the docs folder. */
  readonly settings: ReadonlyMap<string, Options>
  readonly titleOf: (page: SitePage) => string
}

interface Entry {
  /** The name in its folder. */
  readonly name: string
  readonly source: NavSource
  readonly sortTitle: string
  readonly isIndex: boolean
}

/** The settings of awesome-pages (`.pages`) and awesome-nav (`.nav.yml`) by folder. */
export function readPagesFiles(
  files: ReadonlyMap<string, string>,
  read: (path: string) => Uint8Array | undefined,
  notices: Notices,
): Map<string, Options> {
  const settings = new Map<string, Options>()
  for (const [path, source] of files) {
    const found = /^(?:(.*)\/)?(?:\.pages|\.nav\.yml)$/.exec(path)
    if (!found) continue
    try {
      const data = parseMkdocsYaml(toPageText(read(source) ?? new Uint8Array()), source)
      if (isRecord(data)) settings.set(found[1] ?? '', data)
    } catch (error) {
      notices.add({ level: 'warning', code: 'nav-file', message: error instanceof Error ? error.message : String(error), file: source })
    }
  }
  return settings
}

/** A nav from the files, ordered and named as the folders' settings say. */
export function navFromFolders({ files, settings, titleOf }: Dependencies): NavSource[] {
  function entriesOf(folder: string): Entry[] {
    const prefix = folder === '' ? '' : `${folder}/`
    const inside = files.pages.filter(page => page.file.startsWith(prefix))
    const own = inside.filter(page => !page.file.slice(prefix.length).includes('/'))
    const folders = new Set(
      inside
        .map(page => page.file.slice(prefix.length))
        .filter(rest => rest.includes('/'))
        .map(rest => rest.split('/', 1)[0]!),
    )
    return [
      ...own.map(page => {
        const name = page.file.slice(prefix.length)
        return { name, source: { target: page.file }, sortTitle: titleOf(page), isIndex: /^(?:index|README)\./.test(name) }
      }),
      ...[...folders].flatMap(name => toSection(`${prefix}${name}`, name)),
    ]
  }

  function toSection(folder: string, name: string): Entry[] {
    const options = settings.get(folder) ?? {}
    if (toFlag(options['hide']) ?? toFlag(options['ignore']) ?? false) return []
    const title = toText(options['title']) ?? titleFromName(name)
    const children = arrange(folder)
    const isCollapsed =
      children.length === 1 &&
      ((toFlag(options['collapse']) ?? toFlag(options['flatten_single_child_sections']) ?? false) || collapsesSingle)
    return [{ name, source: isCollapsed ? children[0]! : { title, children }, sortTitle: title, isIndex: false }]
  }

  function arrange(folder: string): NavSource[] {
    const options = settings.get(folder) ?? {}
    const entries = sortEntries(entriesOf(folder), options)
    const written: unknown = options['nav'] ?? options['arrange']
    if (!Array.isArray(written)) return entries.map(({ source }) => source)
    const rest = new Set(entries)
    const items = (written as unknown[]).map(item => toPick(item, entries, folder))
    for (const pick of items) for (const entry of pick.entries) rest.delete(entry)
    const hasRest = items.some(pick => pick.isRest)
    const all = items.flatMap(pick => (pick.isRest ? [...rest].filter(pick.accepts).map(({ source }) => source) : pick.sources))
    const isAppending = toFlag(options['append_unmatched']) ?? options['arrange'] !== undefined
    return hasRest || !isAppending ? all : [...all, ...[...rest].map(({ source }) => source)]
  }

  const collapsesSingle = toFlag(settings.get('')?.['collapse_single_pages']) ?? false
  return arrange('')
}

interface Pick {
  readonly entries: readonly Entry[]
  readonly sources: readonly NavSource[]
  readonly isRest: boolean
  readonly accepts: (entry: Entry) => boolean
}

function toPick(item: unknown, entries: readonly Entry[], folder: string): Pick {
  const none: Pick = { entries: [], sources: [], isRest: false, accepts: () => true }
  if (typeof item === 'string') {
    const rest = /^(?:\.\.\.|\*)(?:\s*\|\s*(?:glob=)?(\S+))?$/.exec(item)
    if (rest) {
      const glob = rest[1]
      const isPattern = glob !== undefined && glob !== 'flat' && !glob.startsWith('regex=')
      return { ...none, isRest: true, accepts: entry => !isPattern || matchesSegment(entry.name, glob) }
    }
    const found = entries.filter(
      entry => entry.name === item || entry.name === `${item}.md` || (item.includes('*') && matchesSegment(entry.name, item)),
    )
    return { ...none, entries: found, sources: found.map(({ source }) => source) }
  }
  if (typeof item !== 'object' || item === null) return none
  const [title, target] = Object.entries(item as Record<string, unknown>)[0] ?? ['', undefined]
  if (Array.isArray(target)) {
    const inner = (target as unknown[]).map(each => toPick(each, entries, folder))
    return { ...none, entries: inner.flatMap(each => each.entries), sources: [{ title, children: inner.flatMap(each => each.sources) }] }
  }
  const entry = entries.find(each => each.name === target)
  if (entry) return { ...none, entries: [entry], sources: [{ ...entry.source, title }] }
  return typeof target === 'string'
    ? { ...none, sources: [{ title, target: /^[a-z]+:/i.test(target) ? target : `${folder}${folder && '/'}${target}` }] }
    : none
}

function sortEntries(entries: readonly Entry[], options: Options): Entry[] {
  const order = toText(options['order']) ?? toText((options['sort'] as Options | undefined)?.['direction'])
  const byTitle = toText(options['order_by']) === 'title'
  if (order === undefined && !byTitle && options['sort_type'] === undefined) return [...entries]
  const isNatural = toText(options['sort_type']) === 'natural'
  const collator = new Intl.Collator('en', { numeric: isNatural, sensitivity: toFlag(options['ignore_case']) ? 'accent' : 'variant' })
  const sorted = [...entries].sort((one, other) =>
    collator.compare(byTitle ? one.sortTitle : one.name, byTitle ? other.sortTitle : other.name),
  )
  if (order === 'desc') sorted.reverse()
  return [...sorted.filter(entry => entry.isIndex), ...sorted.filter(entry => !entry.isIndex)]
}
