import { isRecord, textOf } from '@portico/core/common'
import { useApi, useQuery } from '@portico/core/web'
import { scmAuthApiRef } from '@portico/integrations/web'
import { useEffect } from 'react'
import { mapFields, textsOf } from '../form/json-fields.ts'
import { useFormSecrets } from '../form/form-values.tsx'

/** `requestUserCredentials` of a field: under which name the token goes to the task, and further scopes by platform. */
export function requestedCredentials(
  options: Readonly<Record<string, unknown>>,
): { readonly secretsKey: string; readonly additionalScopes: Readonly<Record<string, readonly string[]>> } | undefined {
  const wanted = options['requestUserCredentials']
  const secretsKey = isRecord(wanted) ? textOf(wanted['secretsKey']) : undefined
  if (!isRecord(wanted) || secretsKey === undefined) return undefined
  const scopes = isRecord(wanted['additionalScopes']) ? mapFields(wanted['additionalScopes'], textsOf) : {}
  return { secretsKey, additionalScopes: scopes as Record<string, readonly string[]> }
}

/** The user's token for a host, where a field asks for one: obtained for each host anew, and stored as a secret of the form. */
export function useScmToken(options: Readonly<Record<string, unknown>>, host: string | undefined) {
  const auth = useApi(scmAuthApiRef)
  const { setSecret } = useFormSecrets()
  const wanted = requestedCredentials(options)
  const { secretsKey, additionalScopes = {} } = wanted ?? {}
  const { data, error, refetch } = useQuery({
    queryKey: ['scaffolder', 'scm-token', host ?? '', secretsKey ?? '', additionalScopes],
    queryFn: () => auth.getToken({ host: host ?? '', repoWrite: true, additionalScopes }),
    enabled: host !== undefined && secretsKey !== undefined,
    retry: false,
    // A token is not kept beyond its field.
    gcTime: 0,
    staleTime: Infinity,
  })
  useEffect(() => {
    if (secretsKey !== undefined) setSecret(secretsKey, data)
  }, [secretsKey, data, setSecret])
  return { token: data, failure: error?.message, retry: () => void refetch() }
}
