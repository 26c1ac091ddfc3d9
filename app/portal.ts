import { fileURLToPath } from 'node:url'
import manifest from './package.json' with { type: 'json' }
import { plugins } from './plugins.ts'

/** What this portal is made of; the server, the command line and the development server all run it. */
export const portal = {
  plugins,
  version: manifest.version,
  firstSteps: {
    'Your own catalog': 'docs/guides/bring-your-own-catalog.md',
    'Run it for others': 'docs/guides/run-it.md',
  },
  webFolder: fileURLToPath(new URL('./dist/', import.meta.url)),
  example: {
    file: fileURLToPath(new URL('../examples/app-config.yaml', import.meta.url)),
    until: ['catalog.locations', 'catalog.providers'],
  },
}
