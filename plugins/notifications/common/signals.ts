/** The channel of signals about a user's notifications. */
export const notificationsChannel = 'notifications'

export type NotificationSignal =
  | { readonly action: 'new_notification'; readonly notification_id: string }
  | { readonly action: 'notification_read' | 'notification_unread'; readonly notification_ids: readonly string[] }
