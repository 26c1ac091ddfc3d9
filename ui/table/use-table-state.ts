import { useRef, useState } from 'react'
import { toTableState, type TableState } from './table-state.ts'

/** What the reader has set, begun from what was saved, every change told on. */
export function useTableState(saved: unknown, onChange: ((state: TableState) => void) | undefined) {
  const [state, setState] = useState(() => toTableState(saved))
  const latest = useRef(state)
  function change(part: Partial<TableState>) {
    latest.current = { ...latest.current, ...part }
    setState(latest.current)
    onChange?.(latest.current)
  }
  return [state, change] as const
}
