import { signedInUserApiRef, useApi, useObservable, type SignedInUser } from '@portico/core/web'

/** Who is signed in, and whether as a guest. */
export function useSignedInUser(): SignedInUser | undefined {
  return useObservable(useApi(signedInUserApiRef))
}
