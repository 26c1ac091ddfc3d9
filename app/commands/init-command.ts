import type { Command } from '@portico/core/server'
import { cpSync, existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const starter = fileURLToPath(new URL('../starter/', import.meta.url))

/** Files that have another name here: npm takes `.gitignore` for its own. */
const renamed: Readonly<Record<string, string>> = { gitignore: '.gitignore' }

/** `portico init`: a folder becomes the repository of a portal of one's own. */
export const initCommand: Command = {
  name: 'init',
  summary: 'Write app-config.yaml, a catalog with one example of each kind and a README into this folder',
  async run({ cwd, print, warn }) {
    const files = globSync('**/*', { cwd: starter, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => path.relative(starter, path.join(entry.parentPath, entry.name)))
      .map(source => ({ source, target: renamed[source] ?? source }))
      .sort((a, b) => (a.target < b.target ? -1 : 1))
    const present = files.filter(({ target }) => existsSync(path.join(cwd, target)))
    if (present.length > 0) {
      for (const { target } of present) warn(`${target} is here already`)
      warn('Nothing was written. Choose an empty folder, or move these files away')
      return 1
    }
    for (const { source, target } of files) cpSync(path.join(starter, source), path.join(cwd, target), { errorOnExist: true, force: false })
    for (const { target } of files) print(target)
    print('')
    print('Start it with: npx portico start')
    return 0
  },
}
