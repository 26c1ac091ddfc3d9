import type { ExtensionConfig, ExtensionSettings } from '@portico/core/common'
import { createContext, Fragment, use, useMemo, type ReactNode } from 'react'
import { useApi } from '../apis/use-api.ts'
import { PluginBoundary } from '../PluginBoundary.tsx'
import { extensionsApiRef, type Extension, type SlotArgs } from './extensions.ts'
import type { Slot } from './slot.ts'

const ShownExtension = createContext<Pick<Extension<unknown>, 'id' | 'config'> | undefined>(undefined)

/** What is in a slot, lowest order first, as `app.extensions` has it. Show each inside an `ExtensionBoundary`. */
export function useSlot<Item, Context, Place extends string>(slot: Slot<Item, Context, Place>, ...[given]: SlotArgs<Context>) {
  const extensions = useApi(extensionsApiRef)
  const { context, own } = { context: undefined, own: undefined, ...given }
  return useMemo(
    () => extensions.of(slot, ...([{ context, own: own ?? [] }] as unknown as SlotArgs<Context>)),
    [extensions, slot, context, own],
  )
}

/** The extensions in one place of a slot. */
export function inPlace<E extends Pick<Extension<unknown>, 'place'>>(extensions: readonly E[], place: NonNullable<E['place']>): E[] {
  return extensions.filter(extension => extension.place === place)
}

/** Contains the errors of one extension, and gives it its settings. */
export function ExtensionBoundary({
  extension,
  children,
}: {
  extension: Pick<Extension<unknown>, 'id' | 'plugin' | 'config'>
  children: ReactNode
}) {
  return (
    <ShownExtension value={extension}>
      <PluginBoundary plugin={extension.plugin}>{children}</PluginBoundary>
    </ShownExtension>
  )
}

/** The settings of the extension that a component is part of, defaults included. */
export function useExtensionConfig<C extends ExtensionConfig>(_declared: C): ExtensionSettings<C> {
  const shown = use(ShownExtension)
  if (!shown) throw new Error('useExtensionConfig can only be used in what is shown in a slot')
  return shown.config as ExtensionSettings<C>
}

export type SlotItemsProps<Item, Context, Place extends string> = { readonly slot: Slot<Item, Context, Place> } & NonNullable<
  SlotArgs<Context>[0]
> & { readonly children: (item: Item) => ReactNode }

/** Shows what is in a slot. One that throws shows as its own plugin's error, and the others stay. */
export function SlotItems<Item, Context, Place extends string>({ slot, children, ...given }: SlotItemsProps<Item, Context, Place>) {
  const extensions = useSlot(slot, ...([given] as unknown as SlotArgs<Context>))
  return extensions.map(extension => (
    <ExtensionBoundary key={extension.id} extension={extension}>
      <Render show={() => children(extension.item)} />
    </ExtensionBoundary>
  ))
}

/** Calls the render function inside the boundary, so that the boundary catches what it throws. */
function Render({ show }: { show: () => ReactNode }) {
  return <Fragment>{show()}</Fragment>
}
