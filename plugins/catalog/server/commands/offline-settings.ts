import { toKinds, type KindDefinition } from '@portico/catalog/common'
import { BackendSection, type CommandContext } from '@portico/core/server'
import { CatalogSection } from '../config.ts'
import { createGitReader } from '../sources/git-reader.ts'
import type { SourceReader } from '../sources/source-reader.ts'
import { createUrlReader } from '../sources/url-reader.ts'
import { createPaint, type Paint } from './findings.ts'

/** What commands that run without a server take from the config. */
export interface OfflineSettings {
  readonly catalog: Pick<CatalogSection, 'rules' | 'locations'>
  readonly kinds: readonly KindDefinition[]
  /** They read nothing unless that is asked for. */
  readonly remoteReaders: readonly SourceReader[]
}

const localSections = { catalog: CatalogSection.pick({ kinds: true, rules: true, locations: true }).prefault({}) }
const remoteSections = {
  'catalog.git': CatalogSection.shape.git,
  'backend.reading': BackendSection.shape.reading,
}

/** Reads what is needed and nothing else: where files are checked, most variables of the config are not set. */
export async function readOfflineSettings(
  { readSections, warn }: Pick<CommandContext, 'readSections' | 'warn'>,
  { isRemote }: { readonly isRemote: boolean },
): Promise<OfflineSettings> {
  const local = await readSections(localSections)
  const remote = isRemote ? await readSections(remoteSections) : undefined
  for (const line of [...local.leftOut, ...(remote?.leftOut ?? [])]) warn(`warning: left out of the config: ${line}`)
  const { catalog } = local.values
  const git = remote?.values['catalog.git'] ?? CatalogSection.shape.git.parse(undefined)
  const { allow } = remote?.values['backend.reading'] ?? { allow: [] }
  return { catalog, kinds: toKinds(catalog.kinds), remoteReaders: [createGitReader({ allow, ...git }), createUrlReader({ allow })] }
}

/** The texts of an option that may be given several times, or once with commas. */
export function textsOf(option: CommandContext['options'][string]): string[] {
  return [option ?? []]
    .flat()
    .flatMap(each => (typeof each === 'string' ? each.split(',') : []))
    .filter(each => each !== '')
}

/** Colours are for people who watch. */
export function paintFor({ env }: Pick<CommandContext, 'env'>): Paint {
  return createPaint(Boolean(process.stdout.isTTY) && !env['NO_COLOR'])
}
