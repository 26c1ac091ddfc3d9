import { useEffect, useState } from 'react'
import type { FormState } from '../form/use-form.ts'
import { withoutSecrets, type DraftStore } from './draft.ts'

/** When the draft of this form was changed in another tab, in milliseconds; undefined while nothing there differs from here. */
export function useOtherTab(drafts: DraftStore, { store, pages }: FormState): number | undefined {
  const [changedAt, setChangedAt] = useState<number>()
  useEffect(
    () =>
      drafts.onOtherTab(() => {
        const draft = drafts.read()
        const own = withoutSecrets(pages, store.values.get())
        const isOther = draft !== undefined && JSON.stringify(draft.values) !== JSON.stringify(own)
        setChangedAt(isOther ? draft.at : undefined)
      }),
    [drafts, store, pages],
  )
  return changedAt
}
