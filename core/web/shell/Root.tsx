import { useObservable } from '../observable.ts'
import { usePortal } from '../portal.tsx'
import { SignInPage } from '../session/SignInPage.tsx'
import { Frame } from './Frame.tsx'
import { Splash } from './Splash.tsx'

/** Nobody sees a page before they are someone. The address stays, so that after signing in the page asked for shows. */
export function Root() {
  const { session } = usePortal()
  const { status } = useObservable(session.state)
  if (status === 'restoring') return <Splash />
  return status === 'signed-in' ? <Frame /> : <SignInPage />
}
