import { lazyView } from '@portico/ui'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { shellMessages } from '../messages.ts'
import { useObservable } from '../observable.ts'
import { usePortal } from '../portal.tsx'
import type { NavEntry } from './nav-items.ts'
import { OpenPalette } from './palette/OpenPalette.tsx'
import { ShellPart } from './ShellPart.tsx'
import type { SidebarState } from './sidebar/sidebar-state.ts'

const ShortcutSheet = lazyView(async () => (await import('./shortcuts/ShortcutSheet.tsx')).ShortcutSheet)

/** What opens above the page from the keyboard: the command palette and the list of shortcuts. */
export function ShellOverlays({ items, sidebar }: { items: readonly NavEntry[]; sidebar: SidebarState }) {
  const { palette, shortcutSheet, shortcuts } = usePortal().shell
  const paletteOpen = useObservable(palette)
  const sheetOpen = useObservable(shortcutSheet)
  useShellShortcuts(items, sidebar)
  return (
    <>
      {paletteOpen && <OpenPalette onClose={() => palette.set(false)} />}
      <ShellPart retryKey={String(sheetOpen)}>
        <Suspense>{sheetOpen && <ShortcutSheet shortcuts={shortcuts} onClose={() => shortcutSheet.set(false)} />}</Suspense>
      </ShellPart>
    </>
  )
}

function useShellShortcuts(items: readonly NavEntry[], sidebar: SidebarState): void {
  const { palette, shortcutSheet, shortcuts } = usePortal().shell
  const navigate = useNavigate()
  const go = useEffectEvent((path: string) => void navigate(path))

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && shortcuts.press(event)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [shortcuts])

  useEffect(
    () =>
      shortcuts.add([
        { keys: 'mod+k', label: shellMessages.palette, group: 'general', run: () => palette.set(!palette.get()) },
        { keys: '?', label: shellMessages.shortcuts, group: 'general', run: () => shortcutSheet.set(true) },
        { keys: '[', label: shellMessages.togglePin, group: 'general', run: sidebar.togglePin },
      ]),
    [shortcuts, palette, shortcutSheet, sidebar],
  )

  const pages = items.flatMap(({ shortcut, label, path }) => (shortcut ? [{ keys: shortcut, label, path }] : []))
  const addPages = useEffectEvent(() =>
    shortcuts.add(pages.map(({ keys, label, path }) => ({ keys, label, group: 'pages' as const, run: () => go(path) }))),
  )
  const pageKeys = pages.map(({ keys, path }) => `${keys} ${path}`).join('\n')
  useEffect(() => addPages(), [pageKeys])
}
