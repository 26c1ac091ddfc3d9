import { authenticationError, configAt } from '@portico/core/common'
import { Button, Stack, TextInput, useText } from '@portico/ui'
import IconUserEdit from '@tabler/icons-react/dist/esm/icons/IconUserEdit.mjs'
import { useState } from 'react'
import { shellMessages } from '../messages.ts'
import type { SignInProvider } from './providers.ts'
import { checkUserRef, tokenClaims, tokenExpiry, type SessionValue } from './session-value.ts'

const tokenShape = /^[a-z0-9_-]+\.[a-z0-9_-]+\.[a-z0-9_-]+$/i

/** Somebody says who they are, with or without a token that proves it. For trying things out: an app lists it in `signIn` itself. */
export const customProvider: SignInProvider = {
  id: 'custom',
  title: shellMessages.customTitle,
  message: shellMessages.customMessage,
  action: shellMessages.continue,
  icon: IconUserEdit,
  remembered: false,
  Form: CustomForm,
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

/** A name alone is a user of the default namespace; a ref says more. */
function toUserRef(userId: string): string {
  if (/[:/]/.test(userId)) return userId.toLowerCase()
  return `user:default/${userId.toLowerCase()}`
}

function CustomForm({ busy, onSubmit }: { busy: boolean; onSubmit: (input: unknown) => void }) {
  const text = useText()
  const [values, setValues] = useState({ userId: '', idToken: '' })
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set())
  const errors = {
    userId: values.userId.trim() === '' ? text(shellMessages.customUserIdNeeded) : undefined,
    idToken: values.idToken !== '' && !tokenShape.test(values.idToken) ? text(shellMessages.customTokenInvalid) : undefined,
  }
  function change(field: keyof typeof values, value: string) {
    setValues({ ...values, [field]: value })
    setEdited(new Set([...edited, field]))
  }
  const ready = edited.size > 0 && !errors.userId && !errors.idToken
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (ready) onSubmit({ ...values, userId: values.userId.trim() })
      }}
    >
      <Stack>
        <TextInput
          label={text(shellMessages.customUserId)}
          value={values.userId}
          autoComplete="username"
          error={edited.has('userId') && errors.userId}
          onChange={event => change('userId', event.currentTarget.value)}
        />
        <TextInput
          label={text(shellMessages.customIdToken)}
          value={values.idToken}
          autoComplete="off"
          error={edited.has('idToken') && errors.idToken}
          onChange={event => change('idToken', event.currentTarget.value)}
        />
        <Button type="submit" fullWidth size="md" loading={busy} disabled={!ready}>
          {text(shellMessages.continue)}
        </Button>
      </Stack>
    </form>
  )
}
