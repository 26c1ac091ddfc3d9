import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure, Row } from '../figure.ts'
import { folderSize } from '../folder-size.ts'
import { installedSize } from '../installed-size.ts'

/** What an installation takes on disk. */
export const disk: Figure = {
  id: 'disk',
  about: 'size on disk of the installed packages, the built web app and a data folder',
  async measure(bench) {
    const { totalBytes, toRunBytes } = installedSize(bench.root)
    const webApp = join(bench.root, 'app', 'dist')
    const needed: Row[] = [
      { name: 'Packages that npm start installs', value: toRunBytes / 1e6, unit: 'MB' },
      ...(existsSync(webApp) ? [{ name: 'Built web app (app/dist)', value: folderSize(webApp) / 1e6, unit: 'MB' } as const] : []),
      { name: 'Data folder after the first start', value: folderSize(await bench.warmFolder()) / 1e6, unit: 'MB' },
    ]
    const total = needed.reduce((sum, row) => sum + row.value, 0)
    return [
      ...needed,
      { name: 'A running portal: these together', value: total, unit: 'MB', limit: 700 },
      { name: 'Packages with the tools for tests', value: totalBytes / 1e6, unit: 'MB' },
    ]
  },
}
