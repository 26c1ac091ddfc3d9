import { lazyView } from '@portico/ui'
import { Suspense, useEffect } from 'react'
import { useObservable } from '../observable.ts'
import { usePortal } from '../portal.tsx'
import type { Inactivity } from './inactivity.ts'
import { ShellPart } from '../shell/ShellPart.tsx'

const InactivityDialog = lazyView(async () => (await import('./InactivityDialog.tsx')).InactivityDialog)

/** Signs out inactive users, where that is configured, and asks them first. */
export function InactivityGuard() {
  const { inactivity } = usePortal()
  return inactivity && <Watching inactivity={inactivity} />
}

function Watching({ inactivity }: { inactivity: Inactivity }) {
  const { session } = usePortal()
  const secondsLeft = useObservable(inactivity.secondsLeft)
  useEffect(() => inactivity.start(window, () => void session.signOut()), [inactivity, session])
  if (secondsLeft === undefined) return undefined
  return (
    <ShellPart>
      <Suspense>
        <InactivityDialog secondsLeft={secondsLeft} onStay={inactivity.stay} />
      </Suspense>
    </ShellPart>
  )
}
