import fs from 'node:fs'
import path from 'node:path'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'
import { collect } from '../child.mjs'
import { Failure } from '../failure.mjs'
import { inRoot, root, toolPath } from '../repository.mjs'

/** The entries of `@portico/plugin`, and the source of each. */
export const entries = {
  common: 'plugin-api/common/index.ts',
  server: 'plugin-api/server/index.ts',
  web: 'plugin-api/web/index.ts',
}

/** The last: plugins emit no declarations, so they need no name for every type. */
const harmless = ['Circular dependency', 'Generated an empty chunk', 'never used', 'private shared type exports']

/**
 * Writes one file of types for each entry of the plugin API into a folder, and files for what several need. They have no import of ours:
 * the compiler declares the entries and all that they reach, and a bundler of declarations leaves out what no entry needs.
 */
export async function writeDeclarations(node, folder) {
  const sources = path.join(folder, 'sources')
  await declare(node, folder, sources)
  const bundle = await rollup({
    input: Object.fromEntries(Object.entries(entries).map(([entry, file]) => [entry, path.join(sources, file.replace(/\.ts$/, '.d.ts'))])),
    plugins: [declarationsOfOurs(sources), dts({ respectExternal: false })],
    onLog(level, log) {
      if (level === 'warn' && !harmless.some(each => log.message.includes(each)))
        throw new Failure(`the types of the plugin API cannot be bundled: ${log.message}`)
    },
  })
  fs.rmSync(path.join(folder, 'types'), { recursive: true, force: true })
  await bundle.write({ dir: path.join(folder, 'types'), entryFileNames: '[name].d.ts', chunkFileNames: 'shared/[name].d.ts', format: 'es' })
  await bundle.close()
  return path.join(folder, 'types')
}

async function declare(node, folder, outDir) {
  const file = path.join(folder, 'tsconfig.json')
  const compilerOptions = {
    lib: ['es2024', 'dom', 'dom.iterable', 'esnext.disposable'],
    jsx: 'react-jsx',
    module: 'esnext',
    moduleResolution: 'bundler',
    types: ['node'],
    typeRoots: [inRoot('node_modules/@types')],
    incremental: true,
    tsBuildInfoFile: path.join(folder, 'sources.tsbuildinfo'),
    paths: Object.fromEntries(Object.entries(ourEntries()).map(([name, source]) => [name, [inRoot(source)]])),
    noEmit: false,
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: root,
    outDir,
  }
  fs.mkdirSync(folder, { recursive: true })
  const files = [...Object.values(entries), 'node_modules/vite/client.d.ts'].map(name => inRoot(name))
  fs.writeFileSync(file, JSON.stringify({ extends: inRoot('tsconfig.base.json'), compilerOptions, files }))
  const { code, output } = await collect(node, [toolPath('typescript', 'bin/tsc'), '-p', file], {})
  if (code !== 0) throw new Failure(`the types of the plugin API cannot be declared:\n${output.trim()}`)
}

/** What our packages export, and the source of each: `@portico/core/common`. */
function ourEntries() {
  const folders = ['core', 'ui', ...fs.readdirSync(inRoot('plugins')).map(name => `plugins/${name}`)]
  const found = folders.flatMap(folder => {
    const { name, exports = {} } = JSON.parse(fs.readFileSync(inRoot(folder, 'package.json'), 'utf8'))
    return Object.entries(exports).map(([entry, file]) => [path.posix.join(name, entry), path.posix.join(folder, file)])
  })
  return Object.fromEntries(found.filter(([, file]) => /\.tsx?$/.test(file)))
}

const noStyle = path.join(root, 'no-style.d.ts')

/** Finds the declarations of a source, ours by name or path; all else stays an import. */
function declarationsOfOurs(sources) {
  const ours = ourEntries()
  const declarationOf = file => file.replace(/\.tsx?$/, '.d.ts')
  return {
    name: 'portico:declarations-of-ours',
    resolveId(id, importer) {
      if (importer === undefined) return id
      if (id.endsWith('.css')) return noStyle
      if (id.startsWith('.')) return declarationOf(path.resolve(path.dirname(importer), id))
      if (ours[id]) return path.join(sources, declarationOf(ours[id]))
      return { id, external: true }
    },
    load: id => (id === noStyle ? 'export {}' : undefined),
  }
}
