import { useApi } from '@portico/core/web'
import { useEffect, useEffectEvent, useState } from 'react'
import { isFields, mapFields, textOf, textsOf } from '../form/json-fields.ts'
import { useFormSecrets } from '../form/form-values.tsx'
import { scmAuthApiRef } from '../apis.ts'

/** `requestUserCredentials` of a field: under which name the token goes to the task, and further scopes by platform. */
export function requestedCredentials(
  options: Readonly<Record<string, unknown>>,
): { readonly secretsKey: string; readonly additionalScopes: Readonly<Record<string, readonly string[]>> } | undefined {
  const wanted = options['requestUserCredentials']
  const secretsKey = isFields(wanted) ? textOf(wanted['secretsKey']) : undefined
  if (!isFields(wanted) || secretsKey === undefined) return undefined
  const scopes = isFields(wanted['additionalScopes']) ? mapFields(wanted['additionalScopes'], textsOf) : {}
  return { secretsKey, additionalScopes: scopes as Record<string, readonly string[]> }
}

/** The user's token for a host, where a field asks for one: obtained for each host anew, and stored as a secret of the form. */
export function useScmToken(options: Readonly<Record<string, unknown>>, host: string | undefined) {
  const auth = useApi(scmAuthApiRef)
  const { secrets, setSecret } = useFormSecrets()
  const wanted = requestedCredentials(options)
  const [failure, setFailure] = useState<{ readonly host: string; readonly message: string }>()
  const [attempt, setAttempt] = useState(0)
  const key = wanted?.secretsKey
  const obtain = useEffectEvent(async (from: string, isCurrent: () => boolean) => {
    if (!wanted) return
    setSecret(wanted.secretsKey, undefined)
    try {
      const token = await auth.getToken({ host: from, repoWrite: true, additionalScopes: wanted.additionalScopes })
      if (isCurrent()) setSecret(wanted.secretsKey, token)
    } catch (error) {
      if (isCurrent()) setFailure({ host: from, message: error instanceof Error ? error.message : String(error) })
    }
  })
  useEffect(() => {
    if (key === undefined || host === undefined) return
    let isCurrent = true
    void obtain(host, () => isCurrent)
    return () => void (isCurrent = false)
  }, [key, host, attempt])
  return {
    token: key === undefined ? undefined : secrets[key],
    failure: failure?.host === host ? failure?.message : undefined,
    retry() {
      setFailure(undefined)
      setAttempt(attempt + 1)
    },
  }
}
