import { usePortal, type Slot } from '@portico/core/web'

/** Something on the page, and the plugin that it comes from. */
export interface Filled<Item> {
  readonly plugin: string
  readonly item: Item
  readonly order: number
}

/** The catalog's own together with what plugins put in a slot, lowest order first. */
export function useFilled<Item>(slot: Slot<Item>, own: readonly (readonly [item: Item, order: number])[]): Filled<Item>[] {
  const { plugins } = usePortal()
  const others = plugins.flatMap(plugin =>
    (plugin.fills ?? []).filter(fill => fill.slot === slot.id).map(({ item, order }) => ({ plugin: plugin.id, item: item as Item, order })),
  )
  return [...own.map(([item, order]) => ({ plugin: 'catalog', item, order })), ...others].sort((a, b) => a.order - b.order)
}
