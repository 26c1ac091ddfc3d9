import { lazyView } from '@portico/ui'
import { authenticationError, configAt } from '@portico/core/common'
import IconUserEdit from '@tabler/icons-react/dist/esm/icons/IconUserEdit.mjs'
import { Suspense } from 'react'
import { shellMessages } from '../messages.ts'
import type { SignInProvider } from './providers.ts'
import { checkUserRef, tokenClaims, tokenExpiry, type SessionValue } from './session-value.ts'

const CustomForm = lazyView(async () => (await import('./CustomForm.tsx')).CustomForm)

/** Signs in the user it is given, with or without a token that proves it. For development: an app lists it in `signIn` itself. */
export const customProvider: SignInProvider = {
  id: 'custom',
  title: shellMessages.customTitle,
  message: shellMessages.customMessage,
  action: shellMessages.continue,
  icon: IconUserEdit,
  restorable: false,
  Form: props => (
    <Suspense>
      <CustomForm {...props} />
    </Suspense>
  ),
  signIn: async (_auth, { input }) => toCustomSession(configAt(input, ['userId']), configAt(input, ['idToken'])),
}

function toCustomSession(userId: unknown, idToken: unknown): SessionValue {
  if (typeof userId !== 'string' || userId === '') throw authenticationError('A user id is needed', { code: 'core.user-id' })
  const token = typeof idToken === 'string' && idToken !== '' ? idToken : undefined
  const claims = token === undefined ? undefined : tokenClaims(token)
  const subject = configAt(claims, ['sub'])
  const userEntityRef = typeof subject === 'string' ? subject : toUserRef(userId)
  checkUserRef(userEntityRef)
  const owned = configAt(claims, ['ent'])
  const expiresAt = token === undefined ? undefined : tokenExpiry(token)
  const ownershipEntityRefs = Array.isArray(owned) ? owned.filter(ref => typeof ref === 'string') : [userEntityRef]
  return {
    profile: { email: userId, displayName: userId },
    backstageIdentity: {
      ...(token !== undefined && { token }),
      ...(expiresAt && { expiresAt }),
      identity: { type: 'user', userEntityRef, ownershipEntityRefs },
    },
  }
}

/** A name alone is a user of the default namespace; a ref is used as given. */
function toUserRef(userId: string): string {
  if (/[:/]/.test(userId)) return userId.toLowerCase()
  return `user:default/${userId.toLowerCase()}`
}
