import { useEffect, useState, type RefObject } from 'react'

/** The whole screen where the browser supports it, else the whole page. Escape leaves both. */
export function useFullscreen(element: RefObject<HTMLElement | null>) {
  const [full, setFull] = useState<'none' | 'screen' | 'page'>('none')
  useEffect(() => {
    const onChange = () =>
      setFull(last => (document.fullscreenElement === element.current && element.current ? 'screen' : last === 'screen' ? 'none' : last))
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setFull(last => (last === 'page' ? 'none' : last))
    document.addEventListener('fullscreenchange', onChange)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      document.removeEventListener('keydown', onKey)
    }
  }, [element])
  async function toggle() {
    if (full === 'page') return setFull('none')
    if (full === 'screen') return document.exitFullscreen()
    try {
      if (!document.fullscreenEnabled) throw new Error('fullscreen is not available')
      await element.current?.requestFullscreen()
    } catch {
      setFull('page')
    }
  }
  return { full, toggle: () => void toggle() }
}
