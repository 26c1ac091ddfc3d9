import type { Command } from '@portico/core/server'
import type { DocsNotice } from '@portico/techdocs/common'
import path from 'node:path'
import { checkSite } from '../mkdocs/mkdocs.ts'
import { openFolderSite, renderAll } from './folder-site.ts'

/** `portico docs check`: what is wrong with a site, for CI. */
export const checkCommand: Command = {
  name: 'docs check',
  summary: 'Finds broken links, missing pages and unsupported parts of a docs site; fails where readers would notice',
  args: [{ name: '[folder]', description: 'the folder with mkdocs.yml or docs; the current one by default' }],
  options: [
    { flags: '--json', description: 'prints the notices as JSON' },
    { flags: '--strict', description: 'fails for infos too' },
  ],
  async run({ args, options, print, warn, cwd }) {
    const folder = path.resolve(cwd, args[0] ?? '.')
    try {
      const site = openFolderSite(folder)
      const pages = renderAll(site)
      const { notices, unlisted } = checkSite(site, pages)
      const failing = notices.filter(({ level }) => level !== 'info' || options['strict'] === true)
      if (options['json'] === true) print(JSON.stringify({ pages: pages.length, notices, unlisted }, undefined, 2))
      else {
        for (const notice of notices) print(toLine(notice))
        for (const [code, count] of Object.entries(unlisted)) print(`and ${count} more of '${code}'`)
        print(`${pages.length} pages, ${failing.length} problems, ${notices.length - failing.length} hints`)
      }
      return failing.length > 0 ? 1 : 0
    } catch (error) {
      warn(error instanceof Error ? error.message : String(error))
      return 1
    }
  },
}

function toLine({ level, file, line, message, fix }: DocsNotice): string {
  const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}: `
  return `${level.padEnd(7)} ${place}${message}${fix === undefined ? '' : `. ${fix}`}`
}
