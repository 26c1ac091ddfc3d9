import { defineMessages } from '@portico/core/web'

/** What is needed before any screen of the plugin is shown. */
export const notificationsMessages = defineMessages('notifications', {
  notifications: 'Notifications',
  announcements: 'Announcements',
  announcementsText: 'What those who run the portal tell everybody',
})
