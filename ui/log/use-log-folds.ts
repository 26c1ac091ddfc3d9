import { useCallback, useMemo, useState } from 'react'
import { groupsAround, toVisibleLines, type LogGroup } from './log-folds.ts'

/** Which groups of a log are open. All are folded at first but those around the line that is shown first. */
export function useLogFolds(count: number, groups: readonly LogGroup[], initial: number | undefined) {
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () => new Set(initial === undefined ? [] : groupsAround(groups, initial).map(({ start }) => start)),
  )
  const lines = useMemo(() => toVisibleLines(count, groups, open), [count, groups, open])
  const byStart = useMemo(() => new Map(groups.filter(({ start, end }) => end > start).map(group => [group.start, group])), [groups])
  /** Opens the groups around a line. */
  const reveal = useCallback(
    (line: number) => setOpen(known => new Set([...known, ...groupsAround(groups, line).map(({ start }) => start)])),
    [groups],
  )
  const toggle = useCallback(
    (start: number) =>
      setOpen(known => {
        const next = new Set(known)
        if (!next.delete(start)) next.add(start)
        return next
      }),
    [],
  )
  return { lines, byStart, open, reveal, toggle }
}
