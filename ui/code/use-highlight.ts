import { useEffect, useState } from 'react'

type Highlight = (code: string, language: string) => string | undefined

let loaded: Highlight | undefined

/** Highlighted code once the highlighter, a lazy chunk, has loaded; until then, and when it fails to load, undefined. */
export function useHighlight(code: string, language: string | undefined): string | undefined {
  const [highlight, setHighlight] = useState(() => loaded)
  useEffect(() => {
    if (language === undefined || loaded) return
    let gone = false
    import('./highlight.ts').then(
      module => {
        loaded = module.highlight
        if (!gone) setHighlight(() => module.highlight)
      },
      // Plain code is readable too.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [language])
  return language === undefined ? undefined : highlight?.(code, language)
}
