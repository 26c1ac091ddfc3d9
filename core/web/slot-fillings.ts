import type { Slot, WebPlugin } from './plugin.ts'

interface Filled<Item> {
  readonly plugin: string
  readonly item: Item
}

/** What plugins put in a slot, lowest order first, else as the app lists the plugins. */
export function fillingsOf<Item>(plugins: readonly WebPlugin[], slot: Slot<Item>): Filled<Item>[] {
  return plugins
    .flatMap(plugin => (plugin.fills ?? []).map(fill => ({ ...fill, plugin: plugin.id })))
    .filter(fill => fill.slot === slot.id)
    .sort((a, b) => a.order - b.order)
    .map(({ plugin, item }) => ({ plugin, item: item as Item }))
}
