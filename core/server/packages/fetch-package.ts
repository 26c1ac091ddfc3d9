import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import semver from 'semver'
import { z } from 'zod'
import type { Environment } from '../config/environment.ts'
import type { AllowedHost } from '../outbound/allow-list.ts'
import { createGuardedRequest, refuseStatus, toWebAddress } from '../outbound/guarded-request.ts'
import { sourceOf, type PackageSource } from './package-source.ts'
import { readNpmConfig, type RegistryAccess } from './npm-config.ts'
import { fromIntegrity, packageLimits, toIntegrity } from './package-files.ts'
import { PackageProblem } from './package-problem.ts'
import type { PluginPackage } from './plugin-package.ts'
import type { PluginStore } from './store.ts'
import { digestOfArchive } from './unpack.ts'

const timeoutMs = 60_000
const maxListBytes = 20 * 2 ** 20

/** A package that is now in the store, and where it was found. */
export interface FetchedPackage {
  readonly package: PluginPackage
  readonly source: PackageSource
  readonly resolved: string
}

export interface FetchOptions {
  readonly store: PluginStore
  /** Relative paths begin there, and `.npmrc` may lie there. */
  readonly folder: string
  readonly env: Environment
  /** `backend.reading.allow`. */
  readonly allow: readonly AllowedHost[]
}

const Versions = z.object({
  'dist-tags': z.record(z.string(), z.string()).default({}),
  versions: z.record(z.string(), z.object({ dist: z.object({ tarball: z.string(), integrity: z.string().optional() }) })),
})

/** Fetches packages into the store: from a registry, an address, an archive or a folder. No script of theirs ever runs. */
export function createPackageFetch({ store, folder, env, allow }: FetchOptions) {
  async function fetchPackage(written: string, integrity?: string): Promise<FetchedPackage> {
    const source = sourceOf(written)
    if (source === 'registry') return fromRegistry(written, integrity)
    if (source === 'address') return fromAddress(toWebAddress(written), { url: toWebAddress(written), headers: {} }, integrity, source)
    const place = path.resolve(folder, written)
    const found = await stat(place).catch(() => undefined)
    if (!found || found.isDirectory() !== (source === 'folder')) throw new PackageProblem(`There is no ${source} '${written}'`)
    if (source === 'folder') return expect(await store.addFolder(place), integrity, source, written)
    if (found.size > packageLimits.bytes) throw new PackageProblem(`'${written}' has more than ${packageLimits.bytes / 2 ** 20} MB`)
    return addArchive(await readFile(place), integrity, source, written)
  }

  async function fromRegistry(written: string, integrity: string | undefined): Promise<FetchedPackage> {
    const { name, range } = parseName(written)
    const registry = await (await readNpmConfig(folder, env)).registryOf(name)
    const list = await read(new URL(name.replace('/', '%2f'), registry.url), registry, maxListBytes, 'application/vnd.npm.install-v1+json')
    const { versions, 'dist-tags': tags } = Versions.parse(JSON.parse(list.toString('utf8')))
    const version = tags[range] ?? semver.maxSatisfying(Object.keys(versions), range) ?? undefined
    const dist = version === undefined ? undefined : versions[version]?.dist
    if (!dist) throw new PackageProblem(`The registry has no version '${range}' of ${name}`)
    return fromAddress(toWebAddress(dist.tarball), registry, integrity ?? dist.integrity, 'registry')
  }

  async function fromAddress(
    url: URL,
    registry: RegistryAccess,
    integrity: string | undefined,
    source: PackageSource,
  ): Promise<FetchedPackage> {
    return addArchive(
      await read(url, registry, packageLimits.bytes, 'application/octet-stream', source === 'registry'),
      integrity,
      source,
      url.href,
    )
  }

  async function read(
    url: URL,
    { url: home, headers }: RegistryAccess,
    maxBytes: number,
    accept: string,
    isRegistry = true,
  ): Promise<Buffer> {
    // The operator has named the registry; other addresses only where reading is allowed.
    const hosts = isRegistry ? [...allow, { host: home.host }] : allow
    const request = createGuardedRequest({ allow: hosts, timeoutMs, maxBytes, env })
    const { answer } = await request(url, { headers: to => ({ accept, ...(to.origin === home.origin && headers) }) })
    refuseStatus(answer, url.href)
    return answer.bytes
  }

  async function addArchive(
    archive: Buffer,
    integrity: string | undefined,
    source: PackageSource,
    resolved: string,
  ): Promise<FetchedPackage> {
    // Before anything is unpacked.
    refuseOther(digestOfArchive(archive), integrity, resolved)
    return { package: await store.addArchive(archive), source, resolved }
  }

  return {
    fetch: fetchPackage,
    /** The very archive that a lock file names. */
    async fetchLocked({ source, resolved, integrity, name }: { source: PackageSource; resolved: string; integrity: string; name: string }) {
      if (source !== 'registry') return (await fetchPackage(resolved, integrity)).package
      const registry = await (await readNpmConfig(folder, env)).registryOf(name)
      return (await fromAddress(toWebAddress(resolved), registry, integrity, 'registry')).package
    },
  }
}

export type PackageFetch = ReturnType<typeof createPackageFetch>

function expect(found: PluginPackage, integrity: string | undefined, source: PackageSource, resolved: string): FetchedPackage {
  refuseOther(found.digest, integrity, resolved)
  return { package: found, source, resolved }
}

function refuseOther(digest: string, integrity: string | undefined, what: string): void {
  if (integrity === undefined || !integrity.startsWith('sha512-') || fromIntegrity(integrity) === digest) return
  throw new PackageProblem(`${what} has another digest than expected: it has ${toIntegrity(digest)}, expected is ${integrity}`)
}

/** `@acme/radar@^1.2` as name and range; the newest release where there is none. */
export function parseName(written: string): { readonly name: string; readonly range: string } {
  const [, name = '', range = 'latest'] = /^((?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*)(?:@([^@/\s]+))?$/.exec(written) ?? []
  if (name === '') throw new PackageProblem(`'${written}' is no name of a package, such as @acme/radar@1.2.0`)
  return { name, range }
}
