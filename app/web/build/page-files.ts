import type { Plugin, Rolldown } from 'vite'
import { all, bare, callsOf, nameOf, notRecognised, parseSource, spreadObject, type Source, type Syntax } from './syntax.ts'

type Bundle = Rolldown.OutputBundle

interface DeclaredPage {
  readonly path: string
  /** The modules that the page imports when it is opened. */
  readonly modules: readonly string[]
}

/**
 * Notes which files each page needs beyond the first ones, as plugins declare their pages: `{ path: '/x', load: () => import('./X.tsx') }`.
 * The server names them in the page, so that a browser asks for all of them at once and not wave by wave. A page that is declared in a way in
 * which this cannot be known ends the build.
 */
export function pageFiles(): Plugin {
  const pages = new Map<string, DeclaredPage>()
  return {
    name: 'portico:page-files',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: /\bdefineWebPlugin\(/ },
      async handler(code, id) {
        for (const { path, imports } of declaredPages(parseSource(code, id))) {
          const found = await Promise.all(imports.map(source => this.resolve(source, id)))
          pages.set(path, { path, modules: found.flatMap(module => module?.id ?? []) })
        }
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const entry = Object.values(bundle).find(file => file.type === 'chunk' && file.facadeModuleId?.endsWith('index.html'))
        const first = scriptsOf(bundle, entry ? [entry.fileName] : [])
        // In the same order whichever module was read first: the same sources make the same build.
        const sorted = [...pages.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
        const notes = sorted.flatMap(({ path, modules }) => {
          const more = scriptsOf(bundle, chunksOf(bundle, modules)).filter(name => !first.includes(name))
          return more.length > 0 ? [{ path, links: toLinks(more) }] : []
        })
        this.emitFile({ type: 'asset', fileName: 'page-files.json', source: JSON.stringify(notes, undefined, 1) })
      },
    },
  }
}

/** The pages that a module's plugins declare. */
export function declaredPages(source: Source): { path: string; imports: string[] }[] {
  return callsOf(source.program, new Set(['defineWebPlugin'])).flatMap(call => {
    const plugin = bare((call['arguments'] as Syntax[])[0])
    if (plugin?.type !== 'ObjectExpression') throw notRecognised(source, call, 'A web plugin is written out in its object')
    const pages = fieldsOf(source, plugin).get('pages')
    if (!pages) return []
    if (pages.type !== 'ArrayExpression') throw notRecognised(source, pages, 'The pages of a plugin are written out in its list')
    return (pages['elements'] as Syntax[]).map(page => toPage(source, page))
  })
}

function toPage(source: Source, page: Syntax): { path: string; imports: string[] } {
  if (page.type !== 'ObjectExpression') throw notRecognised(source, page, 'A page is written out in the list of its plugin')
  const fields = fieldsOf(source, page)
  const path = fields.get('path')
  if (typeof path?.['value'] !== 'string') throw notRecognised(source, path ?? page, 'The path of a page is written out, as a text')
  const imports = [...fields.values()]
    .flatMap(value => all(value, 'ImportExpression'))
    .map(({ source: from, ...rest }) => {
      const name = (from as Syntax)['value']
      if (typeof name !== 'string') throw notRecognised(source, rest, 'What a page imports is written out, as a text')
      return name
    })
  return { path: path['value'], imports }
}

/** The fields of an object, with those of an object of the same module that is spread into it. */
function fieldsOf(source: Source, object: Syntax): Map<string, Syntax> {
  const fields = (object['properties'] as Syntax[]).flatMap((property): [string, Syntax][] => {
    if (property.type === 'SpreadElement') return [...fieldsOf(source, spreadObject(source, property))]
    const name = nameOf(property)
    if (name === undefined) throw notRecognised(source, property, 'The fields of plugins and pages are written out by name')
    return [[name, bare(property['value'] as Syntax)!]]
  })
  return new Map(fields)
}

function chunksOf(bundle: Bundle, modules: readonly string[]): string[] {
  return Object.values(bundle).flatMap(file =>
    file.type === 'chunk' && modules.some(id => file.moduleIds.includes(id)) ? [file.fileName] : [],
  )
}

/** What some chunks need, themselves included. Styles are in the one sheet that every page has. */
function scriptsOf(bundle: Bundle, names: readonly string[]): string[] {
  const scripts = new Set<string>()
  const follow = (name: string) => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || scripts.has(name)) return
    scripts.add(name)
    chunk.imports.forEach(follow)
  }
  names.forEach(follow)
  return [...scripts]
}

const toLinks = (scripts: readonly string[]): string =>
  scripts.map(name => `<link rel="modulepreload" crossorigin href="./${name}">`).join('')
