import { Progress } from '@portico/ui'
import type { ReactNode } from 'react'
import { RequestErrorPanel } from '../RequestErrorPanel.tsx'
import { useCookieAuth } from './use-cookie-auth.ts'

export interface CookieAuthProps {
  readonly plugin: string
  readonly children: ReactNode
}

/** Shows its content once the browser has the cookie that the content's images and documents are loaded with. */
export function CookieAuth({ plugin, children }: CookieAuthProps) {
  const cookie = useCookieAuth(plugin)
  if (cookie.status === 'failed')
    return (
      <RequestErrorPanel error={cookie.error instanceof Error ? cookie.error : new Error(String(cookie.error))} onRetry={cookie.retry} />
    )
  return cookie.status === 'pending' ? <Progress /> : children
}
