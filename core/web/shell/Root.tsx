import { DialogHost } from '../dialogs/DialogHost.tsx'
import { useObservable } from '../observable.ts'
import { usePortal } from '../portal.tsx'
import { InactivityGuard } from '../session/InactivityGuard.tsx'
import { LoginRequests } from '../session/LoginRequests.tsx'
import { EnterApp, KeepCookie } from '../session/ProtectedApp.tsx'
import { Frame } from './Frame.tsx'
import { ConnectionNotices } from './notices/Notices.tsx'
import { Splash } from './Splash.tsx'
import { useComponents } from './use-components.ts'

/** Pages are only shown after sign-in. The address stays, so that after signing in the requested page shows. */
export function Root() {
  const { session, mode, facts } = usePortal()
  const { SignInPage } = useComponents()
  const { status } = useObservable(session.state)
  if (status === 'restoring') return <Splash />
  if (status !== 'signed-in') {
    return (
      <>
        <SignInPage title={facts.title} />
        <DialogHost />
        <ConnectionNotices />
      </>
    )
  }
  if (mode === 'sign-in') return <EnterApp />
  return (
    <>
      <Frame />
      <DialogHost />
      <LoginRequests />
      <InactivityGuard />
      {mode === 'protected' && <KeepCookie />}
    </>
  )
}
