import { severities, type Notification, type NotificationPayload } from '@portico/notifications/common'
import type { Selectable } from 'kysely'
import type { NotificationsTables } from '../migrations/tables.ts'

export type NotificationRow = Selectable<NotificationsTables['notification']>

export function toNotification(row: NotificationRow): Notification {
  const { title, description, link, topic, scope, icon } = row
  const metadata = row.metadata as Record<string, unknown> | null
  const severity = severities[row.severity] ?? 'normal'
  return {
    id: row.id,
    user: row.user_ref,
    created: row.created.toISOString(),
    read: row.read?.toISOString() ?? null,
    saved: row.saved?.toISOString() ?? null,
    updated: row.updated?.toISOString() ?? null,
    origin: row.origin,
    payload: { title, description, link, severity, topic, scope, icon, ...(metadata && { metadata }) },
  }
}

/** The columns of what a notification says. */
export function toColumns({ title, description, link, severity, topic, scope, icon, metadata }: NotificationPayload) {
  return {
    title,
    description: description ?? null,
    link: link ?? null,
    severity: severities.indexOf(severity),
    topic: topic ?? null,
    scope: scope ?? null,
    icon: icon ?? null,
    metadata: metadata === undefined ? null : JSON.stringify(metadata),
  }
}
