import type { Text } from '@portico/ui'
import type { ComponentType, ReactNode } from 'react'

export interface NavItem {
  readonly label: Text
  readonly icon: ReactNode
  /** `main` (default) stands at the top; `admin` lower down, for those who run the portal. */
  readonly group?: 'main' | 'admin'
  /** Lower comes first; 100 where nothing is said. */
  readonly order?: number
}

export interface Page {
  /** Below the portal's base path: `/`, `/catalog/:kind`, `/docs/*`. */
  readonly path: string
  readonly title: Text
  /** `() => import('./views/HomePage.tsx')`: the view is a default export and a chunk of its own. */
  readonly load: () => Promise<{ readonly default: ComponentType }>
  /** Present when the page has a place in the navigation. */
  readonly nav?: NavItem
}

/** What one plugin puts in another's slot. */
export interface Filling {
  readonly slot: string
  readonly item: unknown
  readonly order: number
}

/** A place on a plugin's page that other plugins fill. `Item` is what one filling looks like. */
export interface Slot<Item> {
  readonly id: string
  /** Lower order comes first; equal ones stand in the order the app lists the plugins. */
  readonly fill: (item: Item, options?: { order?: number }) => Filling
}

export function defineSlot<Item>(id: string): Slot<Item> {
  return { id, fill: (item, { order = 100 } = {}) => ({ slot: id, item, order }) }
}

export interface WebPlugin {
  readonly id: string
  readonly pages?: readonly Page[]
  readonly fills?: readonly Filling[]
}

export function defineWebPlugin(plugin: WebPlugin): WebPlugin {
  return plugin
}

/** Refuses what could only be a mistake, by name: two plugins of one id, two pages at one path. */
export function checkPlugins(plugins: readonly WebPlugin[]): void {
  refuseTwice(
    plugins.map(plugin => plugin.id),
    id => `Duplicate plugin id '${id}'`,
  )
  const paths = plugins.flatMap(plugin => plugin.pages ?? []).map(page => page.path.replace(/:\w+/g, ':'))
  refuseTwice(paths, path => `Duplicate route '${path}'`)
}

function refuseTwice(names: readonly string[], message: (name: string) => string): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(message(twice))
}
