import type { AppError } from '@portico/core/common'
import { useObservable } from '../observable.ts'
import { usePortal } from '../portal.tsx'
import type { SignInProvider } from './providers.ts'

/** What a custom sign-in page needs: the providers, how to sign in, and why the last attempt failed. */
export interface SignIn {
  providers(): Promise<readonly SignInProvider[]>
  signIn(provider: SignInProvider, input?: unknown): Promise<void>
  readonly error: AppError | undefined
}

/** For an app's own `SignInPage`. */
export function useSignIn(): SignIn {
  const { session, authProviders } = usePortal()
  const state = useObservable(session.state)
  return {
    providers: () => authProviders().signInProviders(),
    signIn: session.signIn,
    error: state.status === 'signed-out' ? state.error : undefined,
  }
}
