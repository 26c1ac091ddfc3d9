import { existsSync } from 'node:fs'
import path from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { builtName, namedModule, serverBuild } from './module-addresses.ts'

const root = path.join(import.meta.dirname, '..')

/** The server as one program for production, with everything it can run: its worker threads and child processes too. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [moduleAddresses()],
  ssr: {
    noExternal: true,
    // It opens a file beside its own as a worker thread.
    external: ['piscina'],
    resolve: { conditions: ['node'], externalConditions: ['node'] },
  },
  build: {
    ssr: path.join(import.meta.dirname, 'server.ts'),
    outDir: serverBuild,
    emptyOutDir: true,
    target: 'esnext',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // All in one folder: from there the way to a source is the same for every file. Without hashes: the cache of compiled code does not grow.
        entryFileNames: '[name].mjs',
        chunkFileNames: '[name].mjs',
        sourcemapExcludeSources: true,
      },
    },
  },
})

/**
 * A module that names another by `new URL('./x.ts', import.meta.url)`, to run it in a thread or a process, gets the address of that one's build.
 * Elsewhere `import.meta` stays that of the source, beside which files and packages are found.
 */
function moduleAddresses(): Plugin {
  const mentioned = new RegExp(`${namedModule.source}|import\\.meta\\.(?:url|dirname|filename)\\b`, 'g')
  return {
    name: 'module-addresses',
    // Before types are stripped: the code is still as it was written.
    enforce: 'pre',
    transform: {
      filter: { id: /^[^\0].*\.[jt]s$/, code: /import\.meta\.(?:url|dirname|filename)/ },
      handler(code, id) {
        const emit = (module: string): string => {
          const fileName = builtName(module)
          this.emitFile({ type: 'chunk', id: module, fileName })
          return `new URL('./${fileName}', import.meta.url)`
        }
        const replace = (text: string, named: string | undefined): string => {
          const module = named && path.resolve(path.dirname(id), named)
          // Comments have examples that name no file.
          if (module) return existsSync(module) ? emit(module) : text
          if (text === 'import.meta.url') return `new URL(${fromBuild(id)}, import.meta.url).href`
          const file = text === 'import.meta.filename' ? id : path.dirname(id)
          return `process.getBuiltinModule('node:path').join(import.meta.dirname, ${fromBuild(file)})`
        }
        return { code: code.replaceAll(mentioned, replace), map: null }
      },
    },
  }
}

function fromBuild(file: string): string {
  return JSON.stringify(path.relative(serverBuild, file))
}
