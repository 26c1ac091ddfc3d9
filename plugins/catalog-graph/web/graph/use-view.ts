import { useLocation, useNavigate } from '@portico/core/web'
import { useCallback, useMemo } from 'react'
import { readView, writeView, type ViewState } from './view-state.ts'

/** The view that the address describes, and a function that changes it. Another start or path is a history entry that Back undoes; other changes replace the current entry. */
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
