import type { Entity } from '@portico/catalog/common'
import { defineSlot, type Text } from '@portico/core/web'
import type { WatchEvent } from '@portico/notifications/common'

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
