import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { errorApiRef } from '../../alerts/errors.ts'
import { useApi } from '../../apis/use-api.ts'
import type { CommandPalette } from './CommandPalette.tsx'

/**
 * The open command palette: until its chunk has loaded, keys are kept as its first query and go nowhere else.
 * Not `lazy`: React delays content after a fallback by 300 ms, however soon it loads.
 */
export function OpenPalette({ onClose }: { onClose: () => void }) {
  const { post } = useApi(errorApiRef)
  const [Palette, setPalette] = useState<typeof CommandPalette>()
  const [typed, setTyped] = useState('')
  const fail = useEffectEvent((error: unknown) => {
    onClose()
    post(error)
  })
  useEffect(() => {
    import('./CommandPalette.tsx').then(chunk => setPalette(() => chunk.CommandPalette), fail)
  }, [])

  const listener = useEffectEvent((event: KeyboardEvent) => {
    if (isText(event)) setTyped(before => before + event.key)
    else if (event.key === 'Backspace') setTyped(before => before.slice(0, -1))
    else if (event.key === 'Escape') onClose()
    else if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  })
  const waits = Palette === undefined
  useLayoutEffect(() => {
    if (!waits) return
    const listen = (event: KeyboardEvent) => listener(event)
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [waits])

  return Palette && <Palette typed={typed} onClose={onClose} />
}

/** AltGr counts as Ctrl and Alt, and types text on many keyboards. */
function isText(event: KeyboardEvent): boolean {
  const isCommand = event.ctrlKey || event.metaKey || event.altKey
  return event.key.length === 1 && (!isCommand || event.getModifierState('AltGraph'))
}
