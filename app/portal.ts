import path from 'node:path'
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
  webFolder: path.join(import.meta.dirname, 'dist'),
  example: { file: 'examples/app-config.yaml', until: ['catalog.locations', 'catalog.providers'] },
}
