import { useDeferredValue, useMemo, useState } from 'react'
import { createLineSearch } from './log-lines.ts'

/** The search in a log: the matching lines, and the current match. */
export function useLogSearch(lines: readonly string[], onShow: (line: number) => void) {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  // Typing stays quick in a long log: the search is deferred.
  const settled = useDeferredValue(words)
  const searched = useMemo(() => createLineSearch(lines), [lines])
  const found = useMemo(() => searched.find(settled), [searched, settled])
  const current = Math.min(at, Math.max(0, found.length - 1))
  function move(by: 1 | -1) {
    if (found.length === 0) return
    const next = (current + by + found.length) % found.length
    setAt(next)
    onShow(found[next] ?? 0)
  }
  return {
    words,
    settled,
    setWords: (next: string) => {
      setWords(next)
      setAt(0)
      const first = searched.first(next)
      if (first !== undefined) onShow(first)
    },
    count: found.length,
    at: current,
    line: words === '' ? undefined : found[current],
    move,
  }
}
