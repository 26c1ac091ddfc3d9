import { parseEntityRef } from '@portico/catalog/common'
import type { Command } from '@portico/core/server'
import path from 'node:path'
import { techdocsSections } from '../config.ts'
import { builtFiles } from '../publishing/built-files.ts'
import { openStorage } from '../publishing/open-storage.ts'
import { contentTypeOf } from '../sites/static-files.ts'
import { folderTree, openFolderSite, renderAll } from './folder-site.ts'

/** `portico docs publish`: builds a site and writes it where `techdocs.publisher` says. */
export const publishCommand: Command = {
  name: 'docs publish',
  summary: 'Builds a docs site and writes it to the storage of techdocs.publisher, for portals with builder external',
  args: [
    { name: '<entity>', description: 'whose docs they are: component:default/name' },
    { name: '[folder]', description: 'the folder with mkdocs.yml or docs; the current one by default' },
  ],
  async run({ args, print, warn, cwd, readSections }) {
    try {
      const { kind, namespace, name } = parseEntityRef(args[0] ?? '')
      const { values } = await readSections(techdocsSections)
      const { publisher, legacyUseCaseSensitiveTripletPaths: keepsLetterCase } = values.techdocs
      const storage = openStorage(publisher, cwd)
      const folder = path.resolve(cwd, args[1] ?? '.')
      const site = openFolderSite(folder)
      const tree = folderTree(folder)
      const triplet = [namespace, kind, name].join('/')
      const prefix = keepsLetterCase ? triplet : triplet.toLowerCase()
      const files = builtFiles(site, renderAll(site), source => tree.read(source))
      // The metadata come last: who sees them finds everything else there.
      for (const file of files) await storage.write(`${prefix}/${file.path}`, file.bytes, contentTypeOf(file.path))
      print(`${site.pages.length} pages, ${files.length} files published as ${prefix}`)
      return 0
    } catch (error) {
      warn(error instanceof Error ? error.message : String(error))
      return 1
    }
  },
}
