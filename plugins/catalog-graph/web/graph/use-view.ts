import { useLocation, useNavigate } from '@portico/core/web'
import { useCallback, useMemo } from 'react'
import { readView, writeView, type ViewState } from './view-state.ts'

/** What the address asks to see, and how to ask for something else. Another start is a step that Back undoes; the rest is not. */
export function useView() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const view = useMemo(() => readView(search), [search])
  const change = useCallback(
    (part: Partial<ViewState>) => {
      const isStep = part.rootEntityRefs !== undefined || 'pathTo' in part
      void navigate({ search: writeView({ ...view, ...part }) }, { replace: !isStep, preventScrollReset: true })
    },
    [navigate, view],
  )
  return [view, change] as const
}
