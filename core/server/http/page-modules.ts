import { escapeHtml, outsidePluginsType, type OutsideWebPlugin } from '@portico/core/common'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { WebPackage } from '../packages/web-packages.ts'

/** What a page carries for plugins from outside. Each part is empty where there are none. */
export interface PageModules {
  /** The import map, which stands before every module. */
  readonly importMap: string
  /** The hash by which the policy allows the import map. */
  readonly scripts: readonly string[]
  /** The list of the plugins, and the elements that preload their modules. */
  readonly links: string
}

/** A module of the build that plugins import by name. */
interface SharedModule {
  readonly file: string
  /** What it imports, and they in turn. */
  readonly imports: readonly string[]
}

/** The name of the manifest of shared modules. */
export const sharedModulesName = 'shared-modules.json'

const none: PageModules = { importMap: '', scripts: [], links: '' }

/** Names in the page what plugins from outside consist of, and what they share with the portal. Made anew when the plugins have changed. */
export function createPageModules(options: {
  readonly folder: string
  readonly basePath: string
  readonly packages: () => readonly WebPackage[]
  /** In development: where the shared modules are, by their names. Nothing else is known of them. */
  readonly sources?: Readonly<Record<string, string>> | undefined
}): () => PageModules {
  const { folder, basePath, packages, sources } = options
  let madeFor: readonly WebPackage[] = []
  let made = none
  return () => {
    const current = packages()
    if (current !== madeFor) {
      made = current.length === 0 ? none : toPageModules(current, sources ? fromSources(sources) : readShared(folder), basePath)
      madeFor = current
    }
    return made
  }
}

interface Shared {
  readonly modules: Readonly<Record<string, SharedModule>>
  readonly integrity: Readonly<Record<string, string>>
}

function readShared(folder: string): Shared {
  const file = path.join(folder, sharedModulesName)
  if (!existsSync(file)) return { modules: {}, integrity: {} }
  const modules = JSON.parse(readFileSync(file, 'utf8')) as Shared['modules']
  const files = new Set(Object.values(modules).map(each => each.file))
  return { modules, integrity: Object.fromEntries([...files].map(name => [name, integrityOf(path.join(folder, name))])) }
}

function fromSources(sources: Readonly<Record<string, string>>): Shared {
  return { modules: Object.fromEntries(Object.entries(sources).map(([name, file]) => [name, { file, imports: [] }])), integrity: {} }
}

function integrityOf(file: string): string {
  return `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`
}

function toPageModules(packages: readonly WebPackage[], shared: Shared, basePath: string): PageModules {
  const own = (file: string) => `${basePath}/${file}`
  const outside = (file: string) => `${basePath}${file}`
  const modules = Object.entries(shared.modules)
  const integrity = [
    ...Object.entries(shared.integrity).map(([file, hash]) => [own(file), hash]),
    ...packages.flatMap(each => each.modules.map(file => [outside(file.path), file.integrity])),
  ]
  const map = asData({
    imports: Object.fromEntries(modules.map(([name, { file }]) => [name, own(file)])),
    integrity: Object.fromEntries(integrity),
  })
  const listed = packages.map(({ id, version, module, styles }): OutsideWebPlugin => ({
    id,
    version,
    module: outside(module.path),
    styles: styles.map(style => ({ url: outside(style.path), integrity: style.integrity })),
  }))
  const preloaded = new Set(modules.flatMap(([, { file, imports }]) => [file, ...imports]))
  const links = [
    ...packages.map(({ module }) => preload(outside(module.path), module.integrity)),
    ...[...preloaded].map(file => preload(own(file), shared.integrity[file])),
  ]
  return {
    importMap: `<script type="importmap">${map}</script>`,
    scripts: [`'sha256-${createHash('sha256').update(map).digest('base64')}'`],
    links: `<script type="${outsidePluginsType}">${asData(listed)}</script>${links.join('')}`,
  }
}

function preload(address: string, integrity: string | undefined): string {
  const hash = integrity === undefined ? '' : ` integrity="${escapeHtml(integrity)}"`
  return `<link rel="modulepreload" crossorigin href="${escapeHtml(address)}"${hash}>`
}

/** Nothing in it can close the element early. */
function asData(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
