import path from 'node:path'
import manifest from './package.json' with { type: 'json' }
import { pages } from './pages.ts'
import { plugins } from './plugins.ts'
import { shared } from './shared-modules.ts'

/** What this portal is made of; the server, the command line and the development server all run it. */
export const portal = {
  plugins,
  pages,
  shared,
  version: manifest.version,
  webFolder: path.join(import.meta.dirname, 'dist'),
  example: { file: 'examples/app-config.yaml', until: ['catalog.locations', 'catalog.providers'] },
}
