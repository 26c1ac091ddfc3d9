import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { builtName, namedFile, serverBuild } from './module-addresses.ts'
import { packagesOf } from './web/build/bundled-packages.ts'

const root = path.join(import.meta.dirname, '..')
const entry = (name: string) => path.join(import.meta.dirname, name)

/**
 * The server and the command line for production, with everything they can run: worker threads and child processes too. The build can be moved, as
 * long as the files that its notes list lie beside it as they do here.
 */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [addresses(), highlightLanguages()],
  ssr: {
    noExternal: true,
    // It opens a file beside its own as a worker thread.
    external: ['piscina'],
    resolve: { conditions: ['node'], externalConditions: ['node'] },
  },
  build: {
    ssr: true,
    ssrEmitAssets: true,
    outDir: serverBuild,
    emptyOutDir: true,
    target: 'esnext',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { server: entry('server.ts'), cli: entry('cli.ts'), health: entry('health.ts') },
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
 * Files and folders that it names so stay where they are, and are noted.
 */
function addresses(): Plugin {
  const files = new Set<string>()
  return {
    name: 'addresses',
    // Before types are stripped: the code is still as it was written.
    enforce: 'pre',
    transform: {
      filter: { id: /^[^\0].*\.[jt]s$/, code: /import\.meta\.(?:url|dirname|filename)/ },
      handler(code, id) {
        const isOurs = !id.includes('/node_modules/')
        if (isOurs && /import\.meta\.dirname/.test(code))
          this.error(`${id}: name files by new URL('./file', import.meta.url), so that the build finds them`)
        const replace = (text: string, named: string): string => {
          const file = path.resolve(path.dirname(id), named)
          if (/\.[jt]s$/.test(named)) {
            // Comments have examples that name no file.
            if (!existsSync(file)) return text
            const fileName = builtName(file)
            this.emitFile({ type: 'chunk', id: file, fileName })
            return `new URL('./${fileName}', import.meta.url)`
          }
          if (!isOurs) return text
          files.add(path.relative(root, file))
          const address = path.relative(serverBuild, file) + (named.endsWith('/') ? '/' : '')
          return `new URL(${JSON.stringify(address)}, import.meta.url)`
        }
        return { code: code.replaceAll(namedFile, replace), map: null }
      },
    },
    generateBundle(_options, bundle) {
      const notes = { files: [...files].sort(), packages: packagesOf(bundle) }
      this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify(notes, undefined, 1) })
    },
  }
}

/** The languages of code blocks, each of which is loaded when a page uses it: a file of its own, as in its package. */
function highlightLanguages(): Plugin {
  const folder = path.join(path.dirname(createRequire(import.meta.url).resolve('highlight.js/package.json')), 'lib/languages')
  const named = 'highlight.js/lib/languages/${name}'
  return {
    name: 'highlight-languages',
    transform: {
      filter: { code: `require(\`${named}\`)` },
      handler: code => ({ code: code.replace(`\`${named}\``, '`./highlight-${name}.cjs`'), map: null }),
    },
    async generateBundle() {
      for (const name of readdirSync(folder).filter(file => /^[a-z0-9-]+\.js$/.test(file))) {
        const source = await readFile(path.join(folder, name), 'utf8')
        this.emitFile({ type: 'asset', fileName: `highlight-${name.slice(0, -3)}.cjs`, source })
      }
    },
  }
}
