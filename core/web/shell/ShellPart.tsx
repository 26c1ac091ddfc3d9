import { useEffect, type ReactNode } from 'react'
import { errorApiRef } from '../alerts/errors.ts'
import { useApi } from '../apis/use-api.ts'
import { Catch } from '../Catch.tsx'

/** A part of the shell that opens above the page. If it cannot be loaded, an alert says so, and the page stays. */
export function ShellPart({ retryKey, children }: { retryKey?: string; children: ReactNode }) {
  return (
    <Catch retryKey={retryKey} fallback={error => <Report error={error} />}>
      {children}
    </Catch>
  )
}

function Report({ error }: { error: Error }) {
  const { post } = useApi(errorApiRef)
  useEffect(() => post(error), [post, error])
  return undefined
}
