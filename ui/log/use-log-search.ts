import { useDeferredValue, useMemo, useState } from 'react'
import { findInLines } from './log-lines.ts'

/** Searching in a log: which lines have the words, and at which of them one is. */
export function useLogSearch(lines: readonly string[], onShow: (line: number) => void) {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  // Typing stays quick in a long log: the search follows when there is time.
  const settled = useDeferredValue(words)
  const found = useMemo(() => findInLines(lines, settled), [lines, settled])
  const place = Math.min(at, Math.max(0, found.length - 1))
  function move(by: 1 | -1) {
    if (found.length === 0) return
    const next = (place + by + found.length) % found.length
    setAt(next)
    onShow(found[next] ?? 0)
  }
  return {
    words,
    settled,
    setWords: (next: string) => {
      setWords(next)
      setAt(0)
      const first = findInLines(lines, next)[0]
      if (first !== undefined) onShow(first)
    },
    count: found.length,
    at: place,
    line: words === '' ? undefined : found[place],
    move,
  }
}
