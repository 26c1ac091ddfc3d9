import { sectionClaims } from '../config/core-config.ts'
import { configJsonSchema } from '../config/json-schema.ts'
import type { Command } from './command.ts'

/** `portico config schema`: the JSON Schema of the config, of the core and of every plugin. */
export const configSchemaCommand: Command = {
  name: 'config schema',
  summary: 'Print the JSON Schema of the config, for editors',
  async run({ plugins, print }) {
    print(JSON.stringify(configJsonSchema(sectionClaims(plugins)), undefined, 2))
  },
}
