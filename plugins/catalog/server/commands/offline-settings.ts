import { toKinds, type KindDefinition } from '@portico/catalog/common'
import { BackendSection, type CommandContext } from '@portico/core/server'
import { IntegrationsSection, toReadingSettings, type ReadingSettings } from '@portico/integrations/server'
import { CatalogSection } from '../config.ts'
import type { DocumentLimits } from '../processing/read/document-limits.ts'
import { createPaint, type Paint } from './findings.ts'

/** What commands that run without a server take from the config. */
export interface OfflineSettings {
  readonly catalog: Pick<CatalogSection, 'rules' | 'locations'>
  readonly kinds: readonly KindDefinition[]
  readonly limits: DocumentLimits
  /** How web addresses and repositories are read, where that is asked for. */
  readonly reading: Omit<ReadingSettings, 'folder'>
}

const localSections = { catalog: CatalogSection.pick({ kinds: true, rules: true, locations: true, limits: true }).prefault({}) }
const remoteSections = {
  integrations: IntegrationsSection.prefault({}),
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
  const kinds = toKinds(catalog.kinds)
  const { limits } = catalog
  if (!remote) return { catalog, kinds, limits, reading: { allow: [] } }
  const { integrations, 'backend.reading': reading } = remote.values
  return { catalog, kinds, limits, reading: toReadingSettings({ integrations, allow: reading.allow, folder: '.' }) }
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
