import { defineApiRef } from '../apis/api-ref.ts'
import { createObservable, type Observable } from '../observable.ts'

export type AlertSeverity = 'success' | 'info' | 'warning' | 'error'

/** Something to tell the user, in the bar at the top of the window. */
export interface Alert {
  readonly message: string
  /** Default `success`. */
  readonly severity?: AlertSeverity
  /** `transient` goes by itself after five seconds; `permanent` (default) stays until it is closed. */
  readonly display?: 'permanent' | 'transient'
  /** What the message leads to: a path of the portal, or an http or https address. */
  readonly to?: string
  /** The user has followed the link. */
  readonly onFollow?: () => void
}

export interface QueuedAlert extends Alert {
  readonly id: number
  readonly severity: AlertSeverity
  readonly display: 'permanent' | 'transient'
}

export interface Alerts {
  post(alert: Alert): void
  /** Removes an alert; the next one shows. */
  dismiss(id: number): void
  /** Oldest first: the first one is on the screen. */
  readonly queue: Observable<readonly QueuedAlert[]>
}

export const alertApiRef = defineApiRef<Alerts>({ id: 'core.alert', description: 'Shows messages to the user, at the top of the window' })

export const transientAlertMs = 5000

export function createAlerts(): Alerts {
  const queue = createObservable<readonly QueuedAlert[]>([])
  let lastId = 0
  return {
    queue,
    post({ severity = 'success', display = 'permanent', ...alert }) {
      queue.set([...queue.get(), { ...alert, id: ++lastId, severity, display }])
    },
    dismiss(id) {
      queue.set(queue.get().filter(alert => alert.id !== id))
    },
  }
}
