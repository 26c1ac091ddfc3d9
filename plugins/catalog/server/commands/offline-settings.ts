import { toKinds, type KindDefinition } from '@portico/catalog/common'
import { readCoreConfig, type CommandContext } from '@portico/core/server'
import type { CatalogSection } from '../config.ts'
import { createGitReader } from '../sources/git-reader.ts'
import type { SourceReader } from '../sources/source-reader.ts'
import { createUrlReader } from '../sources/url-reader.ts'
import { createPaint, type Paint } from './findings.ts'

/** What commands that run without a server take from the config. */
export interface OfflineSettings {
  readonly catalog: CatalogSection
  readonly kinds: readonly KindDefinition[]
  readonly remoteReaders: readonly SourceReader[]
}

export async function readOfflineSettings({ loadConfig }: Pick<CommandContext, 'loadConfig'>): Promise<OfflineSettings> {
  const config = await loadConfig()
  const catalog = config.get('catalog') as CatalogSection
  const { allow } = readCoreConfig(config).backend.reading
  return { catalog, kinds: toKinds(catalog.kinds), remoteReaders: [createGitReader({ allow, ...catalog.git }), createUrlReader({ allow })] }
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
