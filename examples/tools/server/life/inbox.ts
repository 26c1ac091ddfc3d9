import type { NotificationRecords } from '@portico/notifications/server'
import { uuidOf } from './guest-values.ts'

type Severity = 'critical' | 'high' | 'normal' | 'low'

/** As in `data/inbox.yaml`. Hours are before the first start. */
export interface InboxData {
  readonly announcement: {
    readonly title: string
    readonly text: string
    readonly severity: Severity
    readonly hours: number
    readonly forDays: number
  }
  readonly notifications: readonly {
    readonly hours: number
    readonly read?: number
    readonly origin: string
    readonly title: string
    readonly description?: string
    readonly link: string
    readonly severity: Severity
    readonly topic: string
  }[]
}

const hourMs = 3_600_000

/** What a user was told, and what everybody is told now. Each has a name of its own, by which it is brought in once. */
export function toInbox({ announcement, notifications }: InboxData, user: string, now: number) {
  const { title, text, severity, hours, forDays } = announcement
  const at = (before: number) => new Date(now - before * hourMs)
  const starts = at(hours).toISOString()
  const ends = at(-24 * forDays).toISOString()
  return {
    announcement: { id: uuidOf('announcement', title), title, text, severity, starts, ends },
    notifications: notifications.map(({ hours: before, read, origin, ...payload }) => ({
      user,
      origin,
      created: at(before),
      ...(read !== undefined && { read: at(read) }),
      payload: { ...payload, scope: `example:${uuidOf(payload.title)}` },
    })),
  } satisfies { announcement: Parameters<NotificationRecords['announce']>[0]; notifications: Parameters<NotificationRecords['bringIn']>[0] }
}
