import { serveProcess } from '@portico/core/server/serve-process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import {
  openSite,
  readPublishedIndex,
  readPublishedPage,
  type RenderedPage,
  type Site,
  type SiteOptions,
  type SourceTree,
} from '../mkdocs/mkdocs.ts'
import { readStart } from '../sources/read-start.ts'
import type { ChildMessage, PageTexts, RenderMethods } from './render-protocol.ts'

// The program that renders. It runs in a process of its own, which is ended when it takes too long or too much memory.

const maxOpenSites = 4

function treeOf(folder: string): SourceTree {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const paths = files.map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')).sort()
  const known = new Set(paths)
  return { paths, read: (file, maxBytes) => (known.has(file) ? readStart(path.join(folder, file), maxBytes) : undefined) }
}

interface OpenSite {
  readonly site: Site
  /** Renders a page; Graphviz is loaded when a page has such a diagram: half a megabyte of WebAssembly. */
  render(page: string): Promise<PageTexts | undefined>
}

function open(folder: string, options: SiteOptions): OpenSite {
  let isMissed = false
  let graphviz: { renderString(source: string, options: { format: 'svg' }): string } | undefined
  const draw = (source: string) => {
    isMissed = graphviz === undefined
    return graphviz?.renderString(source, { format: 'svg' }) ?? ''
  }
  const site = openSite(treeOf(folder), { ...options, diagrams: { ...options.diagrams, graphviz: draw } })
  return {
    site,
    async render(page) {
      const rendered = site.render(page)
      if (!isMissed) return rendered && toTexts(rendered)
      isMissed = false
      graphviz = await (await import('@viz-js/viz')).instance()
      const drawn = site.render(page)
      return drawn && toTexts(drawn)
    },
  }
}

function toTexts(rendered: RenderedPage): PageTexts {
  return { page: JSON.stringify(rendered.page), facts: JSON.stringify({ ...rendered, page: { ...rendered.page, html: '' } }) }
}

/** Keeps the sites that were used last open: many pages of one are asked for in a row. */
function createMethods(): RenderMethods {
  const opened = new Map<string, OpenSite>()

  function siteOf(folder: string, options: SiteOptions): OpenSite {
    const key = JSON.stringify([folder, options])
    const found = opened.get(key) ?? open(folder, options)
    opened.delete(key)
    opened.set(key, found)
    if (opened.size > maxOpenSites) opened.delete(opened.keys().next().value!)
    return found
  }

  return {
    async open(folder, options) {
      const { assets, render: _, ...opened } = siteOf(folder, options).site
      return { ...opened, assets: Object.fromEntries(assets) }
    },
    published: async (html, page, settings) => readPublishedPage(html, page, settings),
    publishedIndex: async text => readPublishedIndex(text),
    render: async (folder, options, page) => siteOf(folder, options).render(page),
  }
}

const methods = createMethods()

serveProcess(({ method, args }: ChildMessage) => (methods[method] as (...args: readonly unknown[]) => Promise<unknown>)(...args))
