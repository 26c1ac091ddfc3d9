import react from '@vitejs/plugin-react'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { packagesOf } from './build/bundled-packages.ts'
import { extensionIds } from './build/extension-ids.ts'
import { pageFiles } from './build/page-files.ts'
import { retryImports } from './build/retry-imports.ts'
import { sharedModuleFiles } from './build/shared-modules.ts'
import { stripSchemas } from './build/strip-schemas.ts'

const root = import.meta.dirname
const outDir = path.join(root, '../dist')

// Common layers, the web layers of plugins and the kit's widgets only declare: a page that needs a plugin's paths must not bring along its whole
// contract, nor the first page every widget and every part of a plugin. What imports styles for everyone does more than declare.
const sideEffectFree =
  /[\\/](?:core[\\/]common[\\/].+|plugins[\\/][^\\/]+[\\/](?:common|web)[\\/].+|ui[\\/](?!primitives|UiProvider)(?:.+[\\/])?[^\\/]+)\.tsx?$/

const partsOf = (id: string) => `${/[\\/]plugins[\\/]([^\\/]+)/.exec(id)?.[1]}-parts`

const shortName = (name: string) => (name.startsWith('portal~') ? 'portal' : '[name]')

export default defineConfig({
  root,
  // Every address is relative to the page's <base>, so one build serves under any path.
  base: './',
  plugins: [
    react(),
    plainMarkdown(),
    stripSchemas(),
    retryImports(),
    earlyScript(),
    preloadFont(),
    publicFiles(),
    pageFiles(),
    extensionIds(),
    bundledPackages(),
    sharedModuleFiles(),
    precompress(),
  ],
  build: {
    outDir,
    emptyOutDir: true,
    assetsDir: 'static',
    target: 'baseline-widely-available',
    // Fonts and images stay files: the content security policy allows no data URLs.
    assetsInlineLimit: 0,
    // One style sheet: a page would have four, each of a kilobyte or two.
    cssCodeSplit: false,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [path.join(root, 'index.html'), path.join(root, 'sign-in.html')],
      treeshake: { moduleSideEffects: id => !sideEffectFree.test(id) },
      output: {
        // A chunk that several pages share would be named after all of them.
        chunkFileNames: ({ name }) => `static/${shortName(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `static/${shortName(name)}-[hash][extname]`,
        codeSplitting: {
          groups: [
            // What every page needs is one file: many small ones are as many requests before anything is shown. Of plugins only what signs in is in it:
            // the sign-in page shares this file, and everyone may read what it needs.
            {
              name: 'portal',
              tags: ['$initial'],
              test: /[\\/](?:core[\\/](?:web|common)|ui|node_modules|plugins[\\/]auth)[\\/](?!.*[\\/]kit[\\/])/,
            },
            // What plugins declare, which is there before any of their pages.
            { name: 'plugins', tags: ['$initial'], test: /[\\/]plugins[\\/](?!auth[\\/])/, includeDependenciesRecursively: false },
            // What runs when the first page is on the screen: it counts, records and listens.
            {
              name: 'background',
              test: /[\\/]plugins[\\/](?:home[\\/]web[\\/](?:when-known|start[\\/]start-state|visits[\\/]visit(?:-log|-recorder)?)\.ts|notifications[\\/]web[\\/]live[\\/](?!unread)|signals[\\/](?:common|web[\\/]client)[\\/])/,
              includeDependenciesRecursively: false,
            },
            // What lazy pages share of the kit. Heavy widgets, and the fields of forms, stay alone.
            { name: 'fields', test: /node_modules[\\/]@mantine[\\/]/, minShareCount: 2, includeDependenciesRecursively: false },
            {
              name: 'page',
              test: /[\\/](?:ui[\\/](?:(?:form[\\/]form-schema)?[^\\/]+|(?:pick|table)[\\/].+)|node_modules[\\/]@tabler[\\/].+)$/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // Forms and checks of plugins share it; it must not become part of a form's chunk, nor of what every page loads.
            {
              name: 'json-schema',
              test: /[\\/](?:core[\\/]common[\\/](?:json-schema[\\/]|problem)|node_modules[\\/]@cfworker[\\/]|scaffolder[\\/]common[\\/]parameters)/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // The contracts of plugins and the parts of the catalog, which nearly all pages use. Not with the kit: the sign-in page shares that.
            {
              name: 'shared',
              test: /[\\/](?:plugins[\\/](?:catalog[\\/]web|[^\\/]+[\\/]common)[\\/]|core[\\/]common[\\/]first-requests)/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // The widgets of home.
            {
              name: 'widgets',
              test: /[\\/]plugins[\\/](?:[^\\/]+[\\/]web[\\/]home|home[\\/]web[\\/](?:attention|widgets))[\\/]|[\\/]VisitWidgets\.tsx$/,
              includeDependenciesRecursively: false,
            },
            { name: partsOf, debugName: 'parts', test: /[\\/]plugins[\\/]/, minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})

/** The form library imports its own Markdown for descriptions, which the theme of forms draws with the kit's: 29 kB that nobody would see. */
function plainMarkdown(): Plugin {
  const own = '\0portico:plain-markdown'
  return {
    name: 'portico:plain-markdown',
    enforce: 'pre',
    resolveId: id => (id === 'markdown-to-jsx/react' ? own : undefined),
    load: id => (id === own ? 'export const Markdown = ({ children }) => children' : undefined),
  }
}

/**
 * The small script that sets the theme before the first paint and requests the session. A build puts it into the page, where it runs without a
 * request of its own; the server allows exactly this script in the page's policy, by its hash.
 */
function earlyScript(): Plugin {
  let isBuild = false
  return {
    name: 'portico:early',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    transformIndexHtml: {
      order: 'post',
      handler: async html => {
        const code = await readFile(path.join(root, 'early.js'), 'utf8')
        const element = isBuild ? `<script>${code.replace(/^\s*\/\/.*\n|^\s+/gm, '')}</script>` : '<script src="./early.js"></script>'
        // Before everything but the base: what it requests comes while the rest is on its way.
        return html.replace(/<base [^>]*>/, base => `${base}${element}`)
      },
    },
  }
}

/** The body font is preloaded together with the script that needs it, not after it. */
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

/** Records which scripts the sign-in page needs: where the app is protected, only those are public. */
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
      const names = [...found].map(name => path.posix.basename(name))
      this.emitFile({ type: 'asset', fileName: 'public-files.json', source: JSON.stringify(names.sort()) })
    },
  }
}

/** Notes the packages that are in the page, for the release. */
function bundledPackages(): Plugin {
  return {
    name: 'portico:bundled-packages',
    apply: 'build',
    generateBundle(_options, bundle) {
      this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ packages: packagesOf(bundle) }, undefined, 1) })
    },
  }
}

/** Writes `.br` and `.gz` beside every text file, at the highest level: once here instead of with every request. */
function precompress(): Plugin {
  const brotli = promisify(brotliCompress)
  const gz = promisify(gzip)
  let folder = ''
  return {
    name: 'portico:precompress',
    apply: 'build',
    configResolved({ root: from, build }) {
      folder = path.resolve(from, build.outDir, build.assetsDir)
    },
    closeBundle: {
      order: 'post',
      async handler() {
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
