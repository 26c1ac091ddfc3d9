import { alertApiRef, identityApiRef, useApi, useText, type SignedInIdentity } from '@portico/core/web'
import { useEffect, useMemo } from 'react'
import { settingsMessages } from '../messages.ts'

type Profile = ReturnType<SignedInIdentity['getProfile']>
type Identity = ReturnType<SignedInIdentity['getIdentity']>

export interface UserProfile {
  readonly profile: Profile
  /** The name to show: that of the profile, else that of the ref. */
  readonly displayName: string
  readonly identity: Identity | undefined
  readonly error: Error | undefined
}

/** Profile and identity of who is signed in, from the identity service. A failure is reported in the alert bar. */
export function useUserProfile(): UserProfile {
  const text = useText()
  const signedIn = useApi(identityApiRef)
  const alerts = useApi(alertApiRef)
  const { profile, identity, error } = useMemo(() => read(signedIn), [signedIn])
  const message = error && text(settingsMessages.identityFailed, { error: String(error) })
  useEffect(() => {
    if (message !== undefined) alerts.post({ message, severity: 'error' })
  }, [alerts, message])
  const name = identity?.userEntityRef?.split('/').at(-1) ?? ''
  return { profile, displayName: profile.displayName ?? name, identity, error }
}

function read(api: SignedInIdentity): { readonly profile: Profile; readonly identity?: Identity; readonly error?: Error } {
  try {
    return { profile: api.getProfile(), identity: api.getIdentity() }
  } catch (error) {
    return { profile: {}, error: error instanceof Error ? error : new Error(String(error)) }
  }
}
