import { lazyView } from '@portico/ui'
import { Suspense } from 'react'
import { useApi } from '../apis/use-api.ts'
import { useObservable } from '../observable.ts'
import { loginRequestsApiRef } from './login-requests.ts'
import { ShellPart } from '../shell/ShellPart.tsx'

const LoginRequestDialog = lazyView(async () => (await import('./LoginRequestDialog.tsx')).LoginRequestDialog)

/** Renders the pending login requests. */
export function LoginRequests() {
  const pending = useObservable(useApi(loginRequestsApiRef).pending)
  if (pending.length === 0) return undefined
  return (
    <ShellPart retryKey={String(pending.length)}>
      <Suspense>
        <LoginRequestDialog pending={pending} />
      </Suspense>
    </ShellPart>
  )
}
