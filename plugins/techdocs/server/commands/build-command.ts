import type { Command } from '@portico/core/server'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { builtFiles } from '../publishing/built-files.ts'
import { openFolderSite, renderAll, folderTree } from './folder-site.ts'

/** `portico docs build`: writes a site as files, in the layout that docs are published in. */
export const buildCommand: Command = {
  name: 'docs build',
  summary: 'Writes a docs site as files, in the layout that docs are published in',
  args: [{ name: '[folder]', description: 'the folder with mkdocs.yml or docs; the current one by default' }],
  options: [{ flags: '--out <folder>', description: 'where the files are written; site by default. It must be empty or new' }],
  async run({ args, options, print, warn, cwd }) {
    const folder = path.resolve(cwd, args[0] ?? '.')
    const out = path.resolve(cwd, typeof options['out'] === 'string' ? options['out'] : 'site')
    try {
      const site = openFolderSite(folder)
      mkdirSync(out, { recursive: true })
      if (readdirSync(out).length > 0) throw new Error(`${out} is not empty: files of another build would stay in it`)
      const tree = folderTree(folder)
      const files = builtFiles(site, renderAll(site), source => tree.read(source))
      for (const { path: name, bytes } of files) {
        mkdirSync(path.dirname(path.join(out, name)), { recursive: true })
        writeFileSync(path.join(out, name), bytes)
      }
      print(`${site.pages.length} pages, ${files.length} files in ${out}`)
      return 0
    } catch (error) {
      warn(error instanceof Error ? error.message : String(error))
      return 1
    }
  },
}
