import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import manifest from './package.json' with { type: 'json' }
import { pages } from './pages.ts'
import { plugins } from './plugins.ts'
import { isolated, shared } from './shared-modules.ts'

/** A checkout has the guides beside it, the package has not. */
const hasGuides = existsSync(fileURLToPath(new URL('../docs/guides/bring-your-own-catalog.md', import.meta.url)))

/** What this portal is made of; the server, the command line and the development server all run it. */
export const portal = {
  plugins,
  pages,
  shared,
  isolated,
  version: manifest.version,
  firstSteps: hasGuides
    ? { 'Your own catalog': 'docs/guides/bring-your-own-catalog.md', 'Run it for others': 'docs/guides/run-it.md' }
    : { 'Your own catalog': 'portico init, in an empty folder' },
  webFolder: fileURLToPath(new URL('./dist/', import.meta.url)),
  example: {
    file: fileURLToPath(new URL('../examples/app-config.yaml', import.meta.url)),
    until: ['catalog.locations', 'catalog.providers'],
  },
}
