import { severities, type Notification, type NotificationPayload } from '@portico/notifications/common'

export interface NotificationRow {
  readonly id: string
  readonly user_ref: string | null
  readonly origin: string
  readonly created: Date
  readonly updated: Date | null
  readonly read: Date | null
  readonly saved: Date | null
  readonly title: string
  readonly description: string | null
  readonly link: string | null
  readonly severity: number
  readonly topic: string | null
  readonly scope: string | null
  readonly icon: string | null
  readonly metadata: Record<string, unknown> | null
}

export function toNotification(row: NotificationRow): Notification {
  const { title, description, link, topic, scope, icon, metadata } = row
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

/** The tables, as far as queries name them by type. */
export interface NotificationTables {
  readonly notification: NotificationRow
}
