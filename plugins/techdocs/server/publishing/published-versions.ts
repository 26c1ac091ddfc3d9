import { versionName, type DocsVersion } from '@portico/techdocs/common'
import { z } from 'zod'

/** `versions.json`, as mike writes it. */
const VersionsFile = z.array(z.object({ version: z.string(), title: z.string().optional(), aliases: z.array(z.string()).optional() }))

const maxVersions = 200
const maxBytes = 2 ** 20

/** Reads the list of versions that mike keeps at the root of a site; undefined for what is no such list. */
export function readVersionsFile(bytes: Buffer | undefined, rootPage: Buffer | undefined): DocsVersion[] | undefined {
  if (!bytes || bytes.length > maxBytes) return undefined
  let parsed: unknown
  try {
    parsed = JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
  const listed = VersionsFile.safeParse(parsed)
  if (!listed.success) return undefined
  const found = listed.data
    .filter(({ version }) => versionName.test(version))
    .slice(0, maxVersions)
    .map(({ version, title = version, aliases = [] }) => ({ version, title, aliases: aliases.filter(alias => versionName.test(alias)) }))
  const first = defaultOf(found, rootPage)
  if (first === undefined) return undefined
  return found.map(each => ({ ...each, prefix: `${each.version}/`, isDefault: each.version === first }))
}

/** The version that the page at the root leads to; where there is none, that with the alias `latest`, or the newest. */
function defaultOf(versions: readonly Pick<DocsVersion, 'version' | 'aliases'>[], rootPage: Buffer | undefined): string | undefined {
  const target = /http-equiv="?refresh"?[^>]{0,200}?url=(?:\.\/)?([\w.+-]{1,64})\//i.exec(
    rootPage?.subarray(0, 20_000).toString('utf8') ?? '',
  )?.[1]
  const named = (name: string | undefined) => versions.find(({ version, aliases }) => version === name || aliases.includes(name ?? ''))
  return (named(target) ?? named('latest') ?? versions[0])?.version
}
