import path from 'node:path'
import type { Plugin } from 'vite'
import { all, parseSource, type Source, type Syntax } from './syntax.ts'

const ownModule = /[\\/](?:core[\\/]web|ui|plugins[\\/][^\\/]+[\\/]web|app[\\/]web)[\\/].+\.tsx?$/
const loader = path.join(import.meta.dirname, '../../../core/web/files/load-file.ts')

/** Every `import()` of the portal's own code is retried: pages, cards, widgets, dialogs and languages alike. */
export function retryImports(): Plugin {
  return {
    name: 'portico:retry-imports',
    apply: 'build',
    transform: {
      filter: { id: ownModule, code: /\bimport\(/ },
      handler: (code, id) => ({ code: withRetries(parseSource(code, id), loader), map: null }),
    },
  }
}

/** A module in which each `import()` is made by `loadFile`. */
export function withRetries({ code, program }: Source, from: string): string {
  const imports = all(program, 'ImportExpression')
  if (imports.length === 0) return code
  const edits = imports.flatMap(({ start, end }: Syntax) => [
    { at: start, text: 'loadFile(() => ' },
    { at: end, text: ')' },
  ])
  const edited = edits
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, { at, text: inserted }) => `${text.slice(0, at)}${inserted}${text.slice(at)}`, code)
  return `import { loadFile } from ${JSON.stringify(from)}\n${edited}`
}
