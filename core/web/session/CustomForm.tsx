import { Button, Stack, TextInput, useText } from '@portico/ui'
import { useState } from 'react'
import { shellMessages } from '../messages.ts'

const tokenShape = /^[a-z0-9_-]+\.[a-z0-9_-]+\.[a-z0-9_-]+$/i

/** The form of the custom sign-in, validated while typing. */
export function CustomForm({ busy, onSubmit }: { busy: boolean; onSubmit: (input: unknown) => void }) {
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
