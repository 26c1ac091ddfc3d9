import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { openSite, readPublishedPage, type Site, type SiteOptions, type SourceTree } from '../engine/engine.ts'
import type { ChildMessage, RenderMethods } from './render-protocol.ts'

// The program that renders. It runs in a process of its own, which is ended when it takes too long or too much memory.

const maxOpenSites = 4

function treeOf(folder: string): SourceTree {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const paths = files.map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')).sort()
  const known = new Set(paths)
  return { paths, read: file => (known.has(file) ? readFileSync(path.join(folder, file)) : undefined) }
}

async function load(folder: string, options: SiteOptions): Promise<Site> {
  const tree = treeOf(folder)
  // Half a megabyte of WebAssembly, only for sites with such diagrams.
  const usesGraphviz = tree.paths.some(
    file =>
      file.endsWith('.md') && /^[ >]*(?:```|~~~)\s*\{?\s*\.?(?:graphviz|dot)\b/m.test(readFileSync(path.join(folder, file), 'latin1')),
  )
  const graphviz = usesGraphviz ? await (await import('@viz-js/viz')).instance() : undefined
  const diagrams = {
    ...options.diagrams,
    ...(graphviz && { graphviz: (source: string) => graphviz.renderString(source, { format: 'svg' }) }),
  }
  return openSite(tree, { ...options, diagrams })
}

/** Keeps the sites that were used last open: many pages of one are asked for in a row. */
function createMethods(): RenderMethods {
  const open = new Map<string, Promise<Site>>()

  async function siteOf(folder: string, options: SiteOptions): Promise<Site> {
    const key = JSON.stringify([folder, options])
    const known = open.get(key) ?? load(folder, options)
    open.delete(key)
    open.set(key, known)
    if (open.size > maxOpenSites) open.delete(open.keys().next().value!)
    try {
      return await known
    } catch (error) {
      open.delete(key)
      throw error
    }
  }

  return {
    async open(folder, options) {
      const { site, notices, pages, assets } = await siteOf(folder, options)
      return { site, notices, pages, assets: Object.fromEntries(assets) }
    },
    published: async (html, page, settings) => readPublishedPage(html, page, settings),
    render: async (folder, options, page) => (await siteOf(folder, options)).render(page),
  }
}

const methods = createMethods()

process.on('message', (message: ChildMessage) => {
  const run = methods[message.method] as (...args: unknown[]) => Promise<unknown>
  run(...message.args).then(
    result => process.send!({ id: message.id, result }),
    (error: unknown) => process.send!({ id: message.id, failure: error instanceof Error ? error.message : String(error) }),
  )
})
process.on('disconnect', () => process.exit())
process.send!({ ready: true })
