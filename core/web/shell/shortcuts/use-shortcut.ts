import type { Text } from '@portico/ui'
import { useEffect, useEffectEvent } from 'react'
import { usePortal } from '../../portal.tsx'

/** Keys that do something while the component is on the screen: `useShortcut('e', { label: messages.edit, run: edit })`. They are listed under `?`. */
export function useShortcut(keys: string, { label, run, enabled = true }: { label: Text; run: () => void; enabled?: boolean }): void {
  const { shortcuts } = usePortal().shell
  const current = useEffectEvent(run)
  useEffect(() => {
    if (!enabled) return
    return shortcuts.add([{ keys, label, group: 'here', run: () => current() }])
  }, [shortcuts, keys, label, enabled])
}
