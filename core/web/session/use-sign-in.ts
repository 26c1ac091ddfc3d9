import type { AppError } from '@portico/core/common'
import { useObservable } from '../observable.ts'
import { usePortal } from '../portal.tsx'
import type { SignInProvider } from './providers.ts'

/** What a sign-in page of one's own needs: the ways in, how to take one, and why the last attempt failed. */
export interface SignIn {
  providers(): Promise<readonly SignInProvider[]>
  signIn(provider: SignInProvider, input?: unknown): Promise<void>
  readonly error: AppError | undefined
}

/** For an app's own `SignInPage`. */
export function useSignIn(): SignIn {
  const { session, ways } = usePortal()
  const state = useObservable(session.state)
  return {
    providers: () => ways().signInProviders(),
    signIn: session.signIn,
    error: state.status === 'signed-out' ? state.error : undefined,
  }
}
