import { lazy, Suspense } from 'react'
import { useApi } from '../apis/use-api.ts'
import { useObservable } from '../observable.ts'
import { loginRequestsApiRef } from './login-requests.ts'

const LoginRequestDialog = lazy(async () => ({ default: (await import('./LoginRequestDialog.tsx')).LoginRequestDialog }))

/** Renders the pending login requests. */
export function LoginRequests() {
  const pending = useObservable(useApi(loginRequestsApiRef).pending)
  if (pending.length === 0) return undefined
  return (
    <Suspense>
      <LoginRequestDialog pending={pending} />
    </Suspense>
  )
}
