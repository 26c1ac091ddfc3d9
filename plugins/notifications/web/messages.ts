import { defineMessages } from '@portico/core/web'

/** What is needed before any screen of the plugin is shown. */
export const notificationsMessages = defineMessages('notifications', {
  notifications: 'Notifications',
  announcements: 'Announcements',
  approvals: 'Waiting for you',
  catalog: 'Catalog',
  entityChanged: 'Changes of entities',
  entityBroken: 'Broken rules',
  changes: 'Changes',
  announcementsText: 'News for everybody from those who run the portal',
})
