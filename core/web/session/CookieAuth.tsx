import { Progress } from '@portico/ui'
import type { ReactNode } from 'react'
import { RequestErrorPanel } from '../RequestErrorPanel.tsx'
import { useCookieAuth } from './use-cookie-auth.ts'

export interface CookieAuthProps {
  readonly plugin: string
  /** Whether the content has anything that is loaded with the cookie; content that has not is shown at once. Default true. */
  readonly isNeeded?: boolean
  readonly children: ReactNode
}

/** Shows its content once the browser has the cookie that the content's images and documents are loaded with. */
export function CookieAuth({ plugin, isNeeded = true, children }: CookieAuthProps) {
  const cookie = useCookieAuth(plugin)
  if (!isNeeded) return children
  if (cookie.status === 'failed')
    return (
      <RequestErrorPanel error={cookie.error instanceof Error ? cookie.error : new Error(String(cookie.error))} onRetry={cookie.retry} />
    )
  return cookie.status === 'pending' ? <Progress /> : children
}
