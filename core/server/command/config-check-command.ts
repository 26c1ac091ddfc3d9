import { ConfigError } from '../config/config-error.ts'
import type { Command } from './command.ts'

/** `portico config check`: all mistakes and warnings of the config. */
export const configCheckCommand: Command = {
  name: 'config check',
  summary: 'Check the config and list every mistake',
  options: [{ flags: '--strict', description: 'treat warnings as mistakes' }],
  async run({ options, print, warn, loadConfig }) {
    try {
      const config = await loadConfig()
      for (const line of config.warnings) warn(`warning: ${line}`)
      if (config.warnings.length > 0 && options['strict']) return 1
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
