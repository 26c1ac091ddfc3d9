import type { Text } from '@portico/ui'
import { defineApiRef } from '../apis/api-ref.ts'
import type { Icon } from '../icons/icon-names.ts'
import { createObservable, type Observable } from '../observable.ts'
import { loginRejected } from './login-errors.ts'

/** The provider and scopes of a login request. */
export interface LoginRequester {
  readonly id: string
  readonly title: Text
  readonly icon: Icon
}

/** A pending login request. */
export interface PendingLogin {
  readonly provider: LoginRequester
  /** Logs in. What goes wrong is thrown, and the request stays. */
  trigger(): Promise<void>
  /** The user declines; the waiting callers are rejected. */
  reject(): void
}

export interface LoginRequestQueue {
  /** The pending requests, the oldest first. */
  readonly pending: Observable<readonly PendingLogin[]>
  /** Waits until the user has logged in. Requests for one provider are merged into one, for all their scopes. */
  request<T>(provider: LoginRequester, scopes: readonly string[], login: (scopes: readonly string[]) => Promise<T>): Promise<T>
}

export const loginRequestsApiRef = defineApiRef<LoginRequestQueue>({
  id: 'core.login-requests',
  description: 'Asks the user to log in at a provider, above the page',
})

interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
}

export function createLoginRequests(): LoginRequestQueue {
  const pending = createObservable<readonly PendingLogin[]>([])
  const entries = new Map<string, { readonly scopes: Set<string>; readonly waiting: Waiting[] }>()

  function settle(id: string, tell: (waiting: Waiting) => void): void {
    const entry = entries.get(id)
    entries.delete(id)
    pending.set(pending.get().filter(({ provider }) => provider.id !== id))
    entry?.waiting.forEach(tell)
  }

  return {
    pending,
    request(provider, scopes, login) {
      let entry = entries.get(provider.id)
      if (!entry) {
        const made = { scopes: new Set<string>(), waiting: [] as Waiting[] }
        entry = made
        entries.set(provider.id, made)
        const shown: PendingLogin = {
          provider,
          async trigger() {
            const value = await login([...made.scopes])
            settle(provider.id, ({ resolve }) => resolve(value as never))
          },
          reject: () => settle(provider.id, ({ reject }) => reject(loginRejected())),
        }
        pending.set([...pending.get(), shown])
      }
      for (const scope of scopes) entry.scopes.add(scope)
      const { waiting } = entry
      return new Promise((resolve, reject) => void waiting.push({ resolve, reject }))
    },
  }
}
