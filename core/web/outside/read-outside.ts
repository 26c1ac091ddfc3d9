import { outsidePluginsType, type OutsideWebPlugin } from '@portico/core/common'

/** The plugins from outside that the page lists; none in most portals. */
export function readOutsidePlugins(page: Document): readonly OutsideWebPlugin[] {
  const element = page.querySelector(`script[type="${outsidePluginsType}"]`)
  return element ? (JSON.parse(element.textContent ?? '[]') as OutsideWebPlugin[]) : []
}
