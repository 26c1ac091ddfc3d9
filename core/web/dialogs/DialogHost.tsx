import { lazy, Suspense } from 'react'
import { useApi } from '../apis/use-api.ts'
import { useObservable } from '../observable.ts'
import { dialogApiRef } from './dialogs.ts'

const OpenDialogs = lazy(async () => ({ default: (await import('./OpenDialogs.tsx')).OpenDialogs }))

/** Renders the open dialogs of the portal. */
export function DialogHost() {
  const dialogs = useObservable(useApi(dialogApiRef).open)
  if (dialogs.length === 0) return undefined
  return (
    <Suspense>
      <OpenDialogs dialogs={dialogs} />
    </Suspense>
  )
}
