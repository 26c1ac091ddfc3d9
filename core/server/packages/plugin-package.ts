import { pluginApiMajors, PluginManifest } from '@portico/core/common/plugin-manifest'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import semver from 'semver'
import { z } from 'zod'
import { digestOfFolder, listPackageFiles } from './package-files.ts'
import { PackageProblem, problemText } from './package-problem.ts'

/** A plugin from outside, as it lies in a folder of this machine. */
export interface PluginPackage {
  /** The name of the npm package. */
  readonly name: string
  readonly version: string
  readonly manifest: PluginManifest
  /** Where it lies, without links. */
  readonly folder: string
  /** The sha512 of its archive, or of its files where it is a folder, as hex. */
  readonly digest: string
}

const maxPackageJson = 200_000

const PackageJson = z.looseObject({
  name: z.string().min(1).max(214),
  version: z.string().refine(version => semver.valid(version) !== null, 'expected a version such as 1.2.0'),
  portico: z.unknown().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  bundledDependencies: z.unknown().optional(),
  bundleDependencies: z.unknown().optional(),
})

/** Modules that the portal has, and a plugin needs not bring. */
export const sharedModules = ['@portico/plugin', 'zod', 'kysely', 'react', 'react-dom', 'react-router', '@tanstack/react-query'] as const

/** Reads and checks a package in a folder. Nothing of it runs. */
export async function readPluginPackage(folder: string, digest?: string): Promise<PluginPackage> {
  const json = await readPackageJson(folder)
  const { name, version } = json
  if (json.portico === undefined) throw new PackageProblem(`${name} is no plugin: its package.json has no field 'portico'`)
  const parsed = PluginManifest.safeParse(json.portico)
  if (!parsed.success) throw new PackageProblem(`The field 'portico' in the package.json of ${name}: ${issuesText(parsed.error)}`)
  const manifest = parsed.data
  refuseOtherApi(name, manifest)
  refuseDependencies(name, json)
  if (!manifest.server && !manifest.web) throw new PackageProblem(`${name} names neither a 'server' nor a 'web' module in 'portico'`)
  for (const file of [manifest.server, manifest.web, ...manifest.styles]) {
    if (file !== undefined && !existsSync(path.join(folder, file)))
      throw new PackageProblem(`${name} has no file ${file}, which its package.json names: was it built?`)
  }
  return { name, version, manifest, folder, digest: digest ?? (await digestOfFolder(folder, await listPackageFiles(folder))) }
}

async function readPackageJson(folder: string): Promise<z.output<typeof PackageJson>> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => {
    throw new PackageProblem(`There is no package.json in ${folder}`)
  })
  if (text.length > maxPackageJson) throw new PackageProblem(`The package.json has more than ${maxPackageJson} characters`)
  try {
    const result = PackageJson.safeParse(JSON.parse(text))
    if (result.success) return result.data
    throw new PackageProblem(issuesText(result.error))
  } catch (error) {
    throw new PackageProblem(`The package.json cannot be used: ${problemText(error)}`)
  }
}

function issuesText({ issues }: z.ZodError): string {
  return issues
    .slice(0, 5)
    .map(({ path: at, message }) => `${at.length > 0 ? `${at.join('.')}: ` : ''}${message}`)
    .join('; ')
}

/** A range fits where it has some version of a major that this portal has. */
function refuseOtherApi(name: string, { api }: PluginManifest): void {
  const range = semver.validRange(api)
  if (range === null) throw new PackageProblem(`${name} has the api range '${api}', which is no range of versions`)
  if (pluginApiMajors.some(major => semver.intersects(range, `^${major}.0.0`))) return
  const majors = pluginApiMajors.join(' and ')
  throw new PackageProblem(
    `${name} needs version ${api} of the plugin API, and this portal has ${majors}: take another version of one of them`,
  )
}

/** Nothing is installed for a plugin, so it brings along whatever it needs. */
function refuseDependencies(name: string, json: z.output<typeof PackageJson>): void {
  const bundled = json.bundledDependencies ?? json.bundleDependencies
  const inside = Array.isArray(bundled) ? bundled : []
  const missing = Object.keys(json.dependencies).filter(each => !inside.includes(each) && !sharedModules.some(shared => shared === each))
  if (missing.length === 0) return
  throw new PackageProblem(
    `${name} depends on ${missing.slice(0, 5).join(', ')}, which nobody installs for it. Bundle it with the plugin, and move it to devDependencies`,
  )
}

/** `sha384-…` of a file, for the browser. */
export async function integrityOf(file: string): Promise<string> {
  return `sha384-${createHash('sha384')
    .update(await readFile(file))
    .digest('base64')}`
}
