import { useRef, useState } from 'react'
import type { Column } from './column.ts'
import { toTableState, type TableState } from './table-state.ts'

/** The state of a table, restored from what was saved; every change is reported. */
export function useTableState<Row>(saved: unknown, columns: readonly Column<Row>[], onChange: ((state: TableState) => void) | undefined) {
  const [state, setState] = useState(() => toTableState(saved, columns))
  const latest = useRef(state)
  function change(part: Partial<TableState>) {
    latest.current = { ...latest.current, ...part }
    setState(latest.current)
    onChange?.(latest.current)
  }
  return [state, change] as const
}
