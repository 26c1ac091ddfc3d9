import react from '@vitejs/plugin-react'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

const root = import.meta.dirname
const outDir = path.join(root, '../dist')

// Common rooms, the web rooms of plugins and the kit's widgets only declare: a page that needs a plugin's paths must not bring along its whole
// contract, nor the first page every widget and every part of a plugin. What imports styles for everyone does more than declare.
const declaresOnly =
  /[\\/](?:core[\\/]common[\\/].+|plugins[\\/][^\\/]+[\\/](?:common|web)[\\/].+|ui[\\/](?!primitives|UiProvider)(?:.+[\\/])?[^\\/]+)\.tsx?$/

const shortName = (name: string) => (name.startsWith('portal~') ? 'portal' : '[name]')

export default defineConfig({
  root,
  // Every address is relative to the page's <base>, so one build serves under any path.
  base: './',
  plugins: [react(), earlyTheme(), preloadFont(), publicFiles(), precompress()],
  build: {
    outDir,
    emptyOutDir: true,
    assetsDir: 'static',
    target: 'baseline-widely-available',
    // Fonts and images stay files: the content security policy knows no data addresses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: [path.join(root, 'index.html'), path.join(root, 'sign-in.html')],
      treeshake: { moduleSideEffects: id => !declaresOnly.test(id) },
      output: {
        // What several pages share is named after all of them, which says nothing.
        chunkFileNames: ({ name }) => `static/${shortName(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `static/${shortName(name)}-[hash][extname]`,
        codeSplitting: {
          // What changes only with the lockfile stays in the browser's cache over releases.
          groups: [
            { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/ },
            { name: 'zod', test: /node_modules[\\/]zod[\\/]/ },
            // What every page needs is in few files: many small ones are as many requests before anything is shown. Nothing of plugins and of
            // the app is in them: the sign-in page shares these files, and everybody may read what it needs.
            {
              name: 'portal',
              tags: ['$initial'],
              test: /[\\/](?:core[\\/]web|ui|node_modules)[\\/](?!.*[\\/]kit[\\/])/,
              entriesAware: true,
              entriesAwareMergeThreshold: 20_000,
            },
          ],
        },
      },
    },
  },
})

/** The small script that sets the theme before the first paint; blocking, and a file because the policy forbids inline ones. */
function earlyTheme(): Plugin {
  const source = path.join(root, 'early-theme.js')
  let reference: string | undefined
  return {
    name: 'portico:early-theme',
    async buildStart() {
      if (this.meta.watchMode || this.environment?.mode === 'dev') return
      reference = this.emitFile({ type: 'asset', name: 'early-theme.js', source: await readFile(source, 'utf8') })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const built = Object.values(bundle ?? {}).find(file => file.type === 'asset' && file.names.includes('early-theme.js'))
        return [{ tag: 'script', attrs: { src: built && reference ? `./${built.fileName}` : './early-theme.js' }, injectTo: 'head' }]
      },
    },
  }
}

/** The body font is asked for together with the script that needs it, not after it. */
function preloadFont(): Plugin {
  return {
    name: 'portico:preload-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const font = Object.keys(bundle ?? {}).find(name => /inter-latin-wght/.test(name))
        if (!font) return []
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${font}` },
            injectTo: 'head',
          },
        ]
      },
    },
  }
}

/** Notes which scripts the sign-in page needs: where the app is protected, those and no others are given to everybody. */
function publicFiles(): Plugin {
  return {
    name: 'portico:public-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const found = new Set<string>()
      const follow = (name: string) => {
        const chunk = bundle[name]
        if (chunk?.type !== 'chunk' || found.has(name)) return
        found.add(name)
        for (const next of [...chunk.imports, ...chunk.dynamicImports]) follow(next)
      }
      const entry = Object.values(bundle).find(file => file.type === 'chunk' && file.facadeModuleId?.endsWith('sign-in.html'))
      if (entry) follow(entry.fileName)
      const early = Object.values(bundle).filter(file => file.type === 'asset' && file.fileName.endsWith('.js'))
      const names = [...found, ...early.map(file => file.fileName)].map(name => path.posix.basename(name))
      this.emitFile({ type: 'asset', fileName: 'public-files.json', source: JSON.stringify(names.sort()) })
    },
  }
}

/** Writes `.br` and `.gz` beside every text file, at the highest level: once here instead of with every request. */
function precompress(): Plugin {
  const brotli = promisify(brotliCompress)
  const gz = promisify(gzip)
  return {
    name: 'portico:precompress',
    apply: 'build',
    closeBundle: {
      order: 'post',
      async handler() {
        const folder = path.join(outDir, 'static')
        for (const name of (await readdir(folder)).filter(file => /\.(js|css|svg|json)$/.test(file))) {
          const file = path.join(folder, name)
          const content = await readFile(file)
          await writeFile(`${file}.br`, await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
          await writeFile(`${file}.gz`, await gz(content, { level: 9 }))
        }
      },
    },
  }
}
