import type { Entity } from '@portico/catalog/common'
import { defineSlot, type AttentionItem, type AttentionSource, type Text } from '@portico/core/web'
import type { WatchEvent } from '@portico/notifications/common'
import type { ComponentType } from 'react'

/** Something that users can be told about an entity: a switch on its page, and on the server `notificationsOn(events).tellWatchers`. */
export interface WatchOption {
  readonly event: WatchEvent
  /** Goes on after 'Tell me when': `its docs change`. */
  readonly label: Text
}

/** What users can be told about an entity. The catalog's own stand first: `changed` has order 10, `broken` 20. */
export const watchOptions = defineSlot<WatchOption, Entity>({ id: 'watch-option', plugin: 'notifications', own: ['changed', 'broken'] })

/** Who sends notifications, as people call it. */
export interface NotificationOrigin {
  /** `plugin:release`, as it is given to `send`. */
  readonly origin: string
  readonly title: Text
  /** What its notifications are about, by topic. */
  readonly topics?: Readonly<Record<string, Text>>
}

/** The names of senders and topics in the list and the settings. What is not named here is shown by its id. */
export const notificationOrigins = defineSlot<NotificationOrigin>({ id: 'notification-origin', plugin: 'notifications' })

/** Something that waits for the yes or the no of the user. */
export interface WaitingApproval extends AttentionItem {
  /** The entity ref of the person who asks, or the name of the program. */
  readonly askedBy?: string
  /** When it stops waiting. */
  readonly until?: string
}

/** What waits for users in a plugin, one source for each. The same `find` can fill `homeAttention`. */
export interface ApprovalSource {
  readonly title: Text
  readonly find: (given: Parameters<AttentionSource['find']>[0]) => Promise<readonly WaitingApproval[]>
  /** What it would do, with `Decision`; or what was decided about it. */
  readonly View: ComponentType<{ readonly id: string }>
  /** The signals after which the list is read again, beside those of notifications. */
  readonly channel?: string
}

/** The page 'Waiting for you', and `WaitingForYou` on the pages of the plugins. A plugin fills it once, without a name. */
export const approvalSources = defineSlot<ApprovalSource>({ id: 'approval-source', plugin: 'notifications' })
