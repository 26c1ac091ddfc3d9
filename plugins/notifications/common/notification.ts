import { z } from 'zod'
import { isNotificationLink } from './link.ts'

/** From the most to the least important. */
export const severities = ['critical', 'high', 'normal', 'low'] as const
export const Severity = z.enum(severities)
export type Severity = z.output<typeof Severity>

export const notificationLimits = {
  titleLength: 500,
  descriptionLength: 10_000,
  linkLength: 2_000,
  nameLength: 255,
  metadataBytes: 10_000,
  refLength: 1_000,
  refsPerSend: 1_000,
  idsPerUpdate: 1_000,
  perPage: 1_000,
} as const

const text = (maxLength: number) => z.string().trim().min(1).max(maxLength)
const name = text(notificationLimits.nameLength)

/** What a notification says. */
export const NotificationPayload = z.object({
  title: text(notificationLimits.titleLength),
  description: z.string().max(notificationLimits.descriptionLength).optional(),
  link: text(notificationLimits.linkLength)
    .refine(isNotificationLink, 'must be an http or https address, or a path of the portal')
    .optional(),
  severity: Severity.default('normal'),
  /** What it is about; users choose by topic what reaches them. */
  topic: name.optional(),
  /** A notification of the same sender and scope replaces the one before. */
  scope: name.optional(),
  icon: name.optional(),
  metadata: z
    .record(z.string(), z.unknown())
    .refine(
      value => JSON.stringify(value).length <= notificationLimits.metadataBytes,
      `must be at most ${notificationLimits.metadataBytes} characters as JSON`,
    )
    .optional(),
})
export type NotificationPayload = z.output<typeof NotificationPayload>

const ref = z.string().min(1).max(notificationLimits.refLength)
const refs = z.union([ref, z.array(ref).min(1).max(notificationLimits.refsPerSend)])

/** Whom it is for. Groups stand for their members and those of their children, other entities for their owners. */
export const NotificationRecipients = z.discriminatedUnion('type', [
  z.object({ type: z.literal('entity'), entityRef: refs, excludeEntityRef: refs.optional() }),
  z.object({ type: z.literal('broadcast') }),
])
export type NotificationRecipients = z.output<typeof NotificationRecipients>

export const NewNotification = z.object({ recipients: NotificationRecipients, payload: NotificationPayload })
export type NewNotification = z.input<typeof NewNotification>

const instant = z.iso.datetime()

/** One notification of one user. A broadcast has no user; read and saved are the caller's own. */
export const Notification = z.object({
  id: z.string(),
  user: z.string().nullable(),
  created: instant,
  read: instant.nullable(),
  saved: instant.nullable(),
  updated: instant.nullable(),
  /** Who sent it: `plugin:<id>` or `external:<subject>`. */
  origin: z.string(),
  payload: z.object({
    title: z.string(),
    description: z.string().nullable(),
    link: z.string().nullable(),
    severity: Severity,
    topic: z.string().nullable(),
    scope: z.string().nullable(),
    icon: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()).optional(),
  }),
})
export type Notification = z.output<typeof Notification>
