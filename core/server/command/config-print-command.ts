import { dump } from 'js-yaml'
import type { Command } from './command.ts'

/** `portico config print`: the merged config, secrets hidden. */
export const configPrintCommand: Command = {
  name: 'config print',
  summary: 'Print the merged config',
  options: [
    { flags: '--frontend', description: 'only the keys that are visible to the browser' },
    { flags: '--defaults', description: 'include default values' },
    { flags: '--show-secrets', description: 'do not hide secrets' },
    { flags: '--format <format>', description: 'yaml (default) or json' },
  ],
  async run({ options, print, warn, loadConfig }) {
    const format = options['format'] ?? 'yaml'
    if (format !== 'yaml' && format !== 'json') {
      warn(`error: the format is yaml or json, not '${String(format)}'`)
      return 2
    }
    const config = await loadConfig()
    const data = config.print({
      frontend: options['frontend'] === true,
      defaults: options['defaults'] === true,
      redacted: options['showSecrets'] !== true,
    })
    print(format === 'json' ? JSON.stringify(data, undefined, 2) : dump(data, { noRefs: true, lineWidth: 120 }).trimEnd())
    return 0
  },
}
