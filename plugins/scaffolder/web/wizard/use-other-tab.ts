import { useEffect, useState } from 'react'
import type { FormStore } from '../form/form-values.tsx'
import type { DraftStore } from './draft.ts'

/** When the draft of this form was changed in another tab, in milliseconds; undefined while nothing there differs from here. */
export function useOtherTab(drafts: DraftStore, store: FormStore): number | undefined {
  const [changedAt, setChangedAt] = useState<number>()
  useEffect(
    () =>
      drafts.onOtherTab(() => {
        const draft = drafts.read()
        const isOther = draft !== undefined && JSON.stringify(draft.values) !== JSON.stringify(store.values.get())
        setChangedAt(isOther ? draft.at : undefined)
      }),
    [drafts, store],
  )
  return changedAt
}
