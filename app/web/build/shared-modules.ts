import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const folder = path.join(import.meta.dirname, '../shared')

/** What plugins from outside import by name, in the one instance of the portal, and the module that exports it. Nothing else has a name. */
export const sharedModules: Readonly<Record<string, string>> = {
  react: 'react.ts',
  'react/jsx-runtime': 'react-jsx-runtime.ts',
  'react-dom': 'react-dom.ts',
  'react-router': 'react-router.ts',
  '@tanstack/react-query': 'react-query.ts',
  '@portico/plugin/common': 'plugin-common.ts',
  '@portico/plugin/web': 'plugin-web.ts',
}

/**
 * Builds the shared modules, each a file with its names, and notes them for the import map. No page loads one without a plugin from outside: they
 * are reached by `import()` alone, so that what they need does not become part of what every page loads.
 */
export function sharedModuleFiles(): Plugin {
  const name = 'virtual:portico-shared-modules'
  return {
    name: 'portico:shared-modules',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: name, name: 'shared-modules', preserveSignature: 'strict' })
    },
    resolveId: id => (id === name ? `\0${name}` : undefined),
    load: id => (id === `\0${name}` ? `export const shared = [${Object.values(sharedModules).map(toImport).join(',')}]` : undefined),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const notes = Object.entries(sharedModules).map(([specifier, file]) => [specifier, toNote(bundle, path.join(folder, file))])
        this.emitFile({ type: 'asset', fileName: 'shared-modules.json', source: JSON.stringify(Object.fromEntries(notes), undefined, 1) })
      },
    },
  }
}

const toImport = (file: string) => `() => import(${JSON.stringify(path.join(folder, file))})`

function toNote(bundle: Rolldown.OutputBundle, module: string) {
  const chunk = Object.values(bundle).find(each => each.type === 'chunk' && each.facadeModuleId === module)
  if (chunk?.type !== 'chunk') throw new Error(`The build has no file for ${module}`)
  return { file: chunk.fileName, imports: importsOf(bundle, chunk.fileName).filter(each => each !== chunk.fileName) }
}

function importsOf(bundle: Rolldown.OutputBundle, name: string, found = new Set<string>()): string[] {
  const chunk = bundle[name]
  if (chunk?.type !== 'chunk' || found.has(name)) return [...found]
  found.add(name)
  for (const each of chunk.imports) importsOf(bundle, each, found)
  return [...found]
}
