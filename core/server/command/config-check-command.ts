import { extensionsSection, toExtensionEntries, unknownExtensions } from '@portico/core/common'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ConfigError } from '../config/config-error.ts'
import type { Config } from '../config/open.ts'
import { entityDirectoryPort } from '../host/entity-directory.ts'
import type { Command, CommandContext } from './command.ts'

/** `portico config check`: all mistakes and warnings of the config. */
export const configCheckCommand: Command = {
  name: 'config check',
  summary: 'Check the config and list every mistake',
  options: [{ flags: '--strict', description: 'treat warnings as mistakes' }],
  async run({ options, print, warn, loadConfig, plugins, webFolder, withService }) {
    try {
      const config = await loadConfig()
      const warnings = [...config.warnings, ...extensionWarnings(config, webFolder)]
      for (const line of warnings) warn(`warning: ${line}`)
      for (const line of await notesOf(config, { plugins, withService })) warn(`note: ${line}`)
      if (warnings.length > 0 && options['strict']) return 1
      print(`The config is valid: ${config.sources.join(', ') || 'only defaults'}`)
      return 0
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      for (const line of error.mistakes) warn(`mistake: ${line}`)
      for (const line of error.warnings) warn(`warning: ${line}`)
      return 1
    }
  },
}

/** Extensions that the config names and the built web app does not have. Without a build nothing is said. */
function extensionWarnings(config: Config, webFolder: string | undefined): string[] {
  const file = webFolder === undefined ? undefined : path.join(webFolder, 'extension-ids.json')
  if (file === undefined || !existsSync(file)) return []
  const entries = toExtensionEntries(extensionsSection.schema.parse(config.get('app.extensions') ?? []))
  return unknownExtensions(entries, JSON.parse(readFileSync(file, 'utf8')) as string[])
}

/** Entities that the config names and the catalog does not have. They may be still to come, so this is no mistake; without a catalog nothing is said. */
async function notesOf(config: Config, { plugins, withService }: Pick<CommandContext, 'plugins' | 'withService'>): Promise<string[]> {
  const named = plugins.flatMap(({ namedEntities }) => namedEntities?.(path => config.get(path)) ?? [])
  if (named.length === 0) return []
  try {
    const missing = new Set(
      await withService(entityDirectoryPort, async directory => (await directory?.missing(named.map(({ ref }) => ref))) ?? []),
    )
    return named.filter(({ ref }) => missing.has(ref)).map(({ key, ref }) => `${key}: ${ref} is not in the catalog`)
  } catch {
    // The database is not there: the config can be checked without it.
    return []
  }
}
