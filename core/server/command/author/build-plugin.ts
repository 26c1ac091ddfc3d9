import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createRequire, isBuiltin } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { PackageProblem } from '../../packages/package-problem.ts'
import { readPluginPackage, type PluginPackage } from '../../packages/plugin-package.ts'

/** What each half of a plugin imports from the portal, instead of bringing it along. */
export const promised = {
  server: ['@portico/plugin/common', '@portico/plugin/server', 'zod', 'kysely'],
  web: [
    '@portico/plugin/common',
    '@portico/plugin/web',
    'react',
    'react/jsx-runtime',
    'react-dom',
    'react-router',
    '@tanstack/react-query',
  ],
} as const

type Half = keyof typeof promised

/** What we use of the plugin's own Vite. */
interface Vite {
  readonly build: (config: Readonly<Record<string, unknown>>) => Promise<unknown>
}

/** Builds the plugin in a folder into its `dist`, with the Vite that it has installed, and checks the package that it has become. */
export async function buildPlugin(folder: string): Promise<PluginPackage> {
  const { portico } = await readManifest(folder)
  const vite = await loadVite(folder)
  await rm(path.join(folder, 'dist'), { recursive: true, force: true })
  await inProduction(async () => {
    if (portico.server !== undefined) await build(vite, folder, 'server')
    if (portico.web !== undefined) await build(vite, folder, 'web')
  })
  const styles = 'dist/web.css'
  if (existsSync(path.join(folder, styles)) && !portico.styles?.includes(`./${styles}`))
    throw new PackageProblem(`The pages have styles: add "styles": ["./${styles}"] to 'portico' in package.json`)
  return readPluginPackage(folder)
}

/** Vite looks at NODE_ENV of the process. A portal that is started afterwards must not take itself for one in production. */
async function inProduction(run: () => Promise<void>): Promise<void> {
  const { NODE_ENV: before } = process.env
  process.env['NODE_ENV'] = 'production'
  try {
    await run()
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}

interface Manifest {
  readonly portico: { readonly server?: string; readonly web?: string; readonly styles?: readonly string[] }
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => {
    throw new PackageProblem(`There is no package.json in ${folder}: go to the folder of the plugin`)
  })
  const manifest = JSON.parse(text) as Partial<Manifest>
  if (typeof manifest.portico !== 'object') throw new PackageProblem("This is no plugin: its package.json has no field 'portico'")
  return manifest as Manifest
}

async function loadVite(folder: string): Promise<Vite> {
  let file: string
  try {
    file = createRequire(path.join(folder, 'package.json')).resolve('vite')
  } catch {
    throw new PackageProblem('Vite builds plugins, and is not installed here: npm install --save-dev vite')
  }
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Vite
}

async function build(vite: Vite, folder: string, half: Half): Promise<void> {
  const entry = ['ts', 'tsx', 'js', 'mjs'].map(ending => path.join(folder, half, `index.${ending}`)).find(file => existsSync(file))
  if (entry === undefined) throw new PackageProblem(`package.json names a ${half} module, and there is no ${half}/index.ts`)
  const output = { entryFileNames: `${half}.mjs`, chunkFileNames: `${half}/[name]-[hash].mjs` }
  await vite.build({
    root: folder,
    configFile: false,
    mode: 'production',
    logLevel: 'silent',
    publicDir: false,
    plugins: [onlyPromised(half, folder)],
    oxc: { jsx: { runtime: 'automatic' } },
    define: half === 'web' ? { 'process.env.NODE_ENV': '"production"' } : {},
    ...(half === 'server' && { ssr: { noExternal: true } }),
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      reportCompressedSize: false,
      target: half === 'server' ? 'es2024' : 'baseline-widely-available',
      ...(half === 'server'
        ? { ssr: entry, minify: false }
        : { lib: { entry, formats: ['es'], fileName: () => 'web.mjs', cssFileName: 'web' }, modulePreload: false }),
      rolldownOptions: { output },
    },
  })
}

/** Leaves what is shared to the portal, and refuses what no portal promises. */
function onlyPromised(half: Half, folder: string) {
  const own: readonly string[] = promised[half]
  const roots = new Set(Object.values(promised).flat().map(rootOf))
  return {
    name: 'portico:only-promised',
    enforce: 'pre',
    resolveId(id: string, importer: string | undefined) {
      const isPath = importer === undefined || id.startsWith('.') || id.startsWith('\0') || path.isAbsolute(id)
      if (isPath) return undefined
      if (own.includes(id)) return { id, external: true }
      const from = path.relative(folder, importer.replace(/\?.*$/, ''))
      if (isBuiltin(id)) {
        if (half === 'server') return { id, external: true }
        throw new PackageProblem(`${from} imports '${id}', which browsers have not: that is work for the server`)
      }
      if (id.startsWith('@portico/'))
        throw new PackageProblem(
          `${from} imports '${id}', which is not promised to the ${half} half of plugins. Promised are ${own.join(', ')}`,
        )
      const isElsewhere = (promised.server as readonly string[]).includes(id)
      if (roots.has(rootOf(id)) && !isElsewhere && id !== 'react/jsx-dev-runtime' && half === 'web')
        throw new PackageProblem(`${from} imports '${id}', which the portal does not share. It shares ${own.join(', ')}`)
      return undefined
    },
  }
}

function rootOf(id: string): string {
  return id.split('/', id.startsWith('@') ? 2 : 1).join('/')
}
