import { toRecord } from '@portico/core/common'
import { versionName } from '@portico/techdocs/common'
import type { Notices } from '../notices.ts'
import { toText, toTexts } from './config-values.ts'
import { normalise } from './inner-path.ts'
import type { SiteConfig } from './site-config.ts'

/** A version of a site, and where its source is: in a branch, in a folder, or, with neither, the source itself. */
export interface ListedVersion {
  readonly version: string
  readonly title: string
  readonly aliases: readonly string[]
  /** A branch or a tag of the same repository. */
  readonly branch?: string
  /** Below the folder of the config, with a config of its own. */
  readonly folder?: string
}

/** Each one is read and kept like a site of its own. */
export const maxVersions = 20

/** The versions that `extra.version.versions` lists; undefined for a site that lists none. */
export function readVersions({ extra, file }: SiteConfig, notices: Notices): ListedVersion[] | undefined {
  const options = toRecord(extra['version'])
  const written: unknown = options['versions']
  if (written === undefined || written === null) return undefined
  const warn = (message: string) => notices.add({ level: 'warning', code: 'versions', message, ...(file !== undefined && { file }) })
  if (!Array.isArray(written)) {
    warn('extra.version.versions is not a list')
    return undefined
  }
  const found: ListedVersion[] = []
  const names = new Set<string>()
  for (const entry of (written as unknown[]).slice(0, maxVersions)) {
    const version = toVersion(entry, warn)
    const own = version ? [version.version, ...version.aliases] : []
    const twice = own.find(name => names.has(name))
    if (twice !== undefined) warn(`extra.version.versions has the name '${twice}' twice; the second is left out`)
    if (!version || twice !== undefined) continue
    own.forEach(name => names.add(name))
    found.push(version)
  }
  if (written.length > maxVersions) warn(`extra.version.versions has more than ${maxVersions} versions; the rest is left out`)
  return found.length === 0 ? undefined : withSource(found, warn)
}

function toVersion(entry: unknown, warn: (message: string) => void): ListedVersion | undefined {
  const options = toRecord(entry)
  const version = toText(options['version']) ?? ''
  const aliases = toTexts(options['aliases'])
  const wrong = [version, ...aliases].find(name => !versionName.test(name))
  if (wrong !== undefined) {
    warn(`extra.version.versions has '${wrong}', which cannot be part of an address; the version is left out`)
    return undefined
  }
  const branch = toText(options['branch'])
  const written = toText(options['folder'])
  const folder = written === undefined ? undefined : normalise(written)
  if (written !== undefined && (folder === undefined || folder === '')) {
    warn(`The folder '${written}' of version '${version}' is not below that of the config; the version is left out`)
    return undefined
  }
  const title = toText(options['title']) ?? version
  return { version, title, aliases, ...(branch !== undefined && { branch }), ...(folder !== undefined && { folder }) }
}

/** One version is the source itself: the default one. */
function withSource(versions: readonly ListedVersion[], warn: (message: string) => void): ListedVersion[] {
  const [first, ...others] = versions.filter(isSource)
  if (first && others.length === 0) return [...versions]
  if (first) {
    warn(`Of extra.version.versions only '${first.version}' can be without branch and folder; others are left out`)
    return versions.filter(version => version === first || !isSource(version))
  }
  warn("extra.version.versions names no version without branch and folder; the source itself is called 'latest'")
  return [{ version: 'latest', title: 'latest', aliases: [] }, ...versions.filter(({ version }) => version !== 'latest')]
}

export function isSource({ branch, folder }: ListedVersion): boolean {
  return branch === undefined && folder === undefined
}
