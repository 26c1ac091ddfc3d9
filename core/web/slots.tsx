import { Fragment, type ReactNode } from 'react'
import type { Slot } from './plugin.ts'
import { PluginBoundary } from './PluginBoundary.tsx'
import { usePortal } from './portal.tsx'
import { fillingsOf } from './slot-fillings.ts'

/** What plugins put in a slot, lowest order first, else as the app lists the plugins. */
export function useSlot<Item>(slot: Slot<Item>): Item[] {
  return fillingsOf(usePortal().plugins, slot).map(({ item }) => item)
}

/** Shows what is in a slot. One that throws shows as its own plugin's error, and the others stay. */
export function SlotItems<Item>({ slot, children }: { slot: Slot<Item>; children: (item: Item) => ReactNode }) {
  return fillingsOf(usePortal().plugins, slot).map(({ plugin, item }, index) => (
    <PluginBoundary key={`${plugin}.${index}`} plugin={plugin}>
      <Render show={() => children(item)} />
    </PluginBoundary>
  ))
}

/** Calls the render function inside the boundary, so that the boundary catches what it throws. */
function Render({ show }: { show: () => ReactNode }) {
  return <Fragment>{show()}</Fragment>
}
