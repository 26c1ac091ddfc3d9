import { defineApiRef } from '../apis/api-ref.ts'
import type { Alerts } from './alerts.ts'

export interface PostedError {
  readonly error: Error
  /** Reported to listeners, but not shown to the user. */
  readonly hidden: boolean
}

export interface ErrorReporter {
  /** Reports a failure that no screen shows by itself: the user sees it in the alert bar. */
  post(error: unknown, options?: { readonly hidden?: boolean }): void
  /** The listener gets every error, hidden ones too, for reporting them elsewhere. */
  subscribe(listener: (posted: PostedError) => void): () => void
}

export const errorApiRef = defineApiRef<ErrorReporter>({
  id: 'core.error',
  description: 'Shows failures to the user, and reports all of them to listeners',
})

export function createErrors(alerts: Alerts): ErrorReporter {
  const listeners = new Set<(posted: PostedError) => void>()
  return {
    post(thrown, { hidden = false } = {}) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      if (!hidden) alerts.post({ message: error.message, severity: 'error' })
      for (const listener of [...listeners]) listener({ error, hidden })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
