import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from '../figure.ts'
import { measureBundle } from '../web-bundle.ts'

/** What a browser fetches and runs. */
export const bundle: Figure = {
  id: 'bundle',
  about: 'JavaScript of the first page and of the whole web app, compressed with brotli',
  async measure({ root }) {
    const folder = join(root, 'app', 'dist')
    if (!existsSync(join(folder, 'index.html'))) throw new Error('the web app is not built: run it through npm run bench, which builds it')
    const size = measureBundle(folder)
    return [
      { name: 'JavaScript of the first page, compressed', value: size.initialCompressedBytes / 1e3, unit: 'kB', limit: 220 },
      { name: 'JavaScript of the first page, as run', value: size.initialBytes / 1e3, unit: 'kB' },
      { name: 'JavaScript of all pages, compressed', value: size.totalCompressedBytes / 1e3, unit: 'kB' },
    ]
  },
}
