import { toText, type Options } from '../config/config-values.ts'
import { matchesSegment } from '../config/ignore-patterns.ts'
import { readYamlFile } from '../config/read-raw-config.ts'
import { normalise } from '../config/inner-path.ts'
import type { Notices } from '../notices.ts'
import { compareFiles, isPageFile } from '../site-files.ts'
import { defaultSlug, toSlug } from '../slug.ts'
import type { SourceTree } from '../source-tree.ts'
import { readNav, type NavSource } from './nav-source.ts'

interface Included {
  readonly name: string
  readonly alias: string
  readonly nav: NavSource[]
  /** From paths in the docs folder of the whole site to paths in the source. */
  readonly files: ReadonlyMap<string, string>
}

/** Replaces `!include other/mkdocs.yml` and `*include glob` in a nav by the navs of these sites, and adds their files. */
export function includeSites(tree: SourceTree, nav: readonly NavSource[], file: string, notices: Notices) {
  const files = new Map<string, string>()
  const aliases = new Set<string>()
  const warn = (message: string) => notices.add({ level: 'warning', code: 'include', message, file })

  function open(config: string): Included | undefined {
    try {
      const included = readIncluded(tree, config, notices)
      if (aliases.has(included.alias)) throw new Error(`two included sites have the name '${included.alias}'`)
      aliases.add(included.alias)
      for (const [path, source] of included.files) files.set(path, source)
      return included
    } catch (error) {
      warn(`${config} is not included: ${error instanceof Error ? error.message : String(error)}`)
      return undefined
    }
  }

  function expand(source: NavSource): NavSource[] {
    if (source.children) return [{ ...source, children: source.children.flatMap(expand) }]
    const found = /^([!*])include\s+(\S+)$/.exec(source.target ?? '')
    if (!found) return [source]
    if (found[1] === '*') {
      const sites = matchingConfigs(tree, found[2]!).flatMap(config => open(config) ?? [])
      const sections = sites.map(site => ({ title: site.name, children: site.nav }))
      return source.title === undefined ? sections : [{ title: source.title, children: sections }]
    }
    const site = open(normalise(found[2]!) ?? found[2]!)
    return site ? [{ title: source.title ?? site.name, children: site.nav }] : []
  }

  return { nav: nav.flatMap(expand), files }
}

function readIncluded(tree: SourceTree, config: string, notices: Notices): Included {
  if (!/\.ya?ml$/.test(config)) throw new Error('it is not a .yml or .yaml file')
  if (!tree.paths.includes(config)) throw new Error('it does not exist')
  const data = readYamlFile(tree, config, notices)
  const name = toText(data['site_name'])
  if (name === undefined) throw new Error('it has no site_name')
  const alias = /^[A-Za-z0-9_./-]+$/.test(name) ? normalise(name) : toSlug(name, defaultSlug)
  if (!alias) throw new Error(`its name '${name}' gives no address`)
  const folder = docsFolderOf(config, data)
  const inside = tree.paths.filter(path => path.startsWith(`${folder}/`)).map(path => path.slice(folder.length + 1))
  const written =
    data['nav'] === undefined
      ? inside
          .filter(isPageFile)
          .sort(compareFiles)
          .map(target => ({ target }))
      : readNav(data['nav'], config, notices)
  return {
    name,
    alias,
    nav: written.map(source => below(alias, source)),
    files: new Map(inside.map(path => [`${alias}/${path}`, `${folder}/${path}`])),
  }
}

function docsFolderOf(config: string, data: Options): string {
  const folder = normalise(`${config.slice(0, config.lastIndexOf('/') + 1)}${toText(data['docs_dir']) ?? 'docs'}`)
  if (!folder) throw new Error('its docs_dir leads out of the source')
  return folder
}

function below(alias: string, { title, target, children }: NavSource): NavSource {
  if (children) return { title, children: children.map(child => below(alias, child)) }
  if (target === undefined || /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(target)) return { title, target }
  // An include inside an include is refused: it is read as a path that does not exist.
  return { title, target: `${alias}/${target}` }
}

function matchingConfigs(tree: SourceTree, glob: string): string[] {
  const segments = (normalise(glob) ?? '').split('/')
  const matches = (path: string) => {
    const parts = path.split('/')
    return parts.length === segments.length && parts.every((part, at) => matchesSegment(part, segments[at]!))
  }
  return tree.paths.filter(path => /\.ya?ml$/.test(path) && matches(path))
}
