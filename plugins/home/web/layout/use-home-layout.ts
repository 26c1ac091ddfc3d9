import { type Extension, type HomeWidget, homeWidgets, useConfig, useIdentity, useSlot, useStored } from '@portico/core/web'
import { homeSection } from '@portico/home/common'
import { useMemo } from 'react'
import { placeWidgets } from './arrange.ts'
import { defaultWidgets, sizeOf } from './default-layout.ts'
import { parseLayout, type PlacedWidget, type SavedLayout } from './layout.ts'

export type KnownWidgets = ReadonlyMap<string, Extension<HomeWidget>>

export interface HomeLayout {
  /** Whether it is known what the user has arranged. */
  readonly isLoaded: boolean
  /** Whether the user has arranged anything. */
  readonly isOwn: boolean
  /** Whether the user or the config has given widgets their places. */
  readonly isArranged: boolean
  readonly widgets: readonly PlacedWidget[]
  readonly phone: readonly string[]
  readonly known: KnownWidgets
  save(widgets: readonly PlacedWidget[], phone: readonly string[]): Promise<void>
  /** Back to the default. */
  reset(): Promise<void>
}

/** The home page of the signed-in user: theirs, else the default. */
export function useHomeLayout(): HomeLayout {
  const [stored, setStored] = useStored<unknown>('home', 'layout')
  const { ownershipEntityRefs } = useIdentity()
  const config = useConfig(homeSection)
  const extensions = useSlot(homeWidgets)
  const known: KnownWidgets = useMemo(() => new Map(extensions.map(extension => [extension.id, extension])), [extensions])
  const own = useMemo(() => (stored.presence === 'present' ? parseLayout(stored.value) : undefined), [stored])
  const saved = useMemo(
    () => own?.widgets ?? defaultWidgets(config, ownershipEntityRefs, extensions),
    [own, config, ownershipEntityRefs, extensions],
  )
  const widgets = useMemo(() => placeWidgets(saved, widget => sizeOf(known.get(widget))), [saved, known])
  return {
    isLoaded: stored.presence !== 'unknown',
    isOwn: own !== undefined,
    isArranged: saved.some(({ x }) => x !== undefined),
    widgets,
    phone: own?.phone ?? [],
    known,
    save: (next, phone) => setStored({ version: 1, widgets: next, ...(phone.length > 0 && { phone }) } satisfies SavedLayout),
    reset: () => setStored(undefined),
  }
}
