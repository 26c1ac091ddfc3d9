import { lazyView } from '@portico/ui'
import { Suspense } from 'react'
import { useApi } from '../apis/use-api.ts'
import { useObservable } from '../observable.ts'
import { dialogApiRef } from './dialogs.ts'
import { ShellPart } from '../shell/ShellPart.tsx'

const OpenDialogs = lazyView(async () => (await import('./OpenDialogs.tsx')).OpenDialogs)

/** Renders the open dialogs of the portal. */
export function DialogHost() {
  const dialogs = useObservable(useApi(dialogApiRef).open)
  if (dialogs.length === 0) return undefined
  return (
    <ShellPart retryKey={String(dialogs.length)}>
      <Suspense>
        <OpenDialogs dialogs={dialogs} />
      </Suspense>
    </ShellPart>
  )
}
