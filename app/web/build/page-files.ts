import type { Plugin, Rolldown } from 'vite'
import { all, type Syntax } from './syntax.ts'

type Bundle = Rolldown.OutputBundle

interface DeclaredPage {
  readonly path: string
  /** The modules that the page imports when it is opened. */
  readonly modules: readonly string[]
}

interface PageFiles {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/**
 * Notes which files each page needs beyond the first ones, as plugins declare their pages: `{ path: '/x', load: () => import('./X.tsx') }`.
 * The server names them in the page, so that a browser asks for all of them at once and not wave by wave.
 */
export function pageFiles(): Plugin {
  const pages = new Map<string, DeclaredPage>()
  return {
    name: 'portico:page-files',
    apply: 'build',
    transform: {
      filter: { id: /\.tsx?$/, code: /\bload:/ },
      async handler(code, id) {
        for (const { path, imports } of declaredPages(this.parse(code))) {
          const found = await Promise.all(imports.map(source => this.resolve(source, id)))
          pages.set(path, { path, modules: found.flatMap(module => module?.id ?? []) })
        }
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const entry = Object.values(bundle).find(file => file.type === 'chunk' && file.facadeModuleId?.endsWith('index.html'))
        const first = filesOf(bundle, entry ? [entry.fileName] : [])
        const notes = [...pages.values()].flatMap(({ path, modules }) => {
          const { scripts, styles } = filesOf(bundle, chunksOf(bundle, modules))
          const more = {
            scripts: scripts.filter(name => !first.scripts.includes(name)),
            styles: styles.filter(name => !first.styles.includes(name)),
          }
          return more.scripts.length > 0 ? [{ path, links: toLinks(more) }] : []
        })
        this.emitFile({ type: 'asset', fileName: 'page-files.json', source: JSON.stringify(notes, undefined, 1) })
      },
    },
  }
}

/** The pages in a module whose path is written out; others are merely not asked for ahead. */
export function declaredPages(program: object): { path: string; imports: string[] }[] {
  return all(program, 'ObjectExpression').flatMap(object => {
    const valueOf = (name: string) =>
      (object['properties'] as Syntax[]).find(({ key }) => (key as Syntax | undefined)?.['name'] === name)?.['value'] as Syntax | undefined
    const path = valueOf('path')?.['value']
    if (typeof path !== 'string' || !valueOf('load')) return []
    return [{ path, imports: all(object, 'ImportExpression').map(({ source }) => String((source as Syntax)['value'])) }]
  })
}

function chunksOf(bundle: Bundle, modules: readonly string[]): string[] {
  return Object.values(bundle).flatMap(file =>
    file.type === 'chunk' && modules.some(id => file.moduleIds.includes(id)) ? [file.fileName] : [],
  )
}

/** What some chunks need, themselves included. */
function filesOf(bundle: Bundle, names: readonly string[]): PageFiles {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const follow = (name: string) => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || scripts.has(name)) return
    scripts.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
    chunk.imports.forEach(follow)
  }
  names.forEach(follow)
  return { scripts: [...scripts], styles: [...styles] }
}

function toLinks({ scripts, styles }: PageFiles): string {
  return [
    ...styles.map(name => `<link rel="stylesheet" crossorigin href="./${name}">`),
    ...scripts.map(name => `<link rel="modulepreload" crossorigin href="./${name}">`),
  ].join('')
}
