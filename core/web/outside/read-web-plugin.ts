import { isRecord } from '@portico/core/common'
import { loadFile } from '../files/load-file.ts'
import type { Page, WebPlugin } from '../plugin.ts'

const lists = ['pages', 'slots', 'fills', 'apis', 'featureFlags', 'themes'] as const

/** The plugin that a module exports, with its mistakes refused by name. */
export function readWebPlugin(id: string, module: unknown): WebPlugin {
  const plugin = isRecord(module) ? module['default'] : undefined
  if (!isRecord(plugin)) throw new Error('The default export of its module is no plugin: it has to be the value of defineWebPlugin')
  if (plugin['id'] !== id) throw new Error(`Its module is of the plugin '${String(plugin['id'])}'`)
  for (const name of lists) {
    if (plugin[name] !== undefined && !Array.isArray(plugin[name])) throw new Error(`'${name}' has to be a list`)
  }
  const read = plugin as unknown as WebPlugin
  for (const page of read.pages ?? []) checkPage(page)
  for (const filling of read.fills ?? []) {
    if (typeof filling?.slot?.id !== 'string') throw new Error("Each of 'fills' has to be made by the fill of a slot")
  }
  for (const theme of read.themes ?? []) {
    if (typeof theme?.id !== 'string') throw new Error("Each of 'themes' needs an id")
  }
  for (const factory of read.apis ?? []) {
    if (typeof factory?.api?.id !== 'string' || typeof factory.create !== 'function' || !isRecord(factory.uses))
      throw new Error("Each of 'apis' has to be made by defineApi")
  }
  return { ...read, ...(read.pages && { pages: read.pages.map(withRetries) }) }
}

function checkPage(page: unknown): void {
  const path = isRecord(page) ? page['path'] : undefined
  if (!isRecord(page) || typeof path !== 'string' || !path.startsWith('/'))
    throw new Error("Each of 'pages' needs a path that begins with '/'")
  if (path === '/' || path.startsWith('/*')) throw new Error(`The page '${path}' would stand in place of the portal's own`)
  if (typeof page['load'] !== 'function') throw new Error(`The page '${path}' has no function 'load'`)
  for (const text of [page['title'], ...(isRecord(page['nav']) ? [page['nav']['label']] : [])]) {
    if (typeof text !== 'string' && !(isRecord(text) && typeof text['text'] === 'string'))
      throw new Error(`The page '${path}' needs a title, and its entry a label`)
  }
}

/** Their files are requested again like those of the portal, and the page is loaded anew where the plugin was changed. */
function withRetries(page: Page): Page {
  return { ...page, load: () => loadFile(page.load) }
}
