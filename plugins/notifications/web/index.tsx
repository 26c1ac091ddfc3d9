import { entityCards } from '@portico/catalog/web'
import { defineExtension, defineWebPlugin, homeWidgets, useApi, useObservable } from '@portico/core/web'
import { settingsTabs } from '@portico/user-settings/web'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import { unreadApiRef, unreadFactory } from './live/unread.ts'
import { notificationsMessages } from './messages.ts'
import { notificationsRoute } from './routes.ts'
import { approvalSources, notificationOrigins, watchOptions } from './slots.ts'

export { Decision, type DecisionProps } from './approvals/Decision.tsx'
export { approvalMessages } from './approvals/messages.ts'
export { WaitingForYou } from './approvals/WaitingForYou.tsx'
export { unreadApiRef } from './live/unread.ts'
export { notificationsRoute } from './routes.ts'
export {
  approvalSources,
  notificationOrigins,
  watchOptions,
  type ApprovalSource,
  type NotificationOrigin,
  type WaitingApproval,
  type WatchOption,
} from './slots.ts'

const NotificationSettingsTab = defineExtension({
  plugin: 'notifications',
  name: 'NotificationSettingsTab',
  load: async () => (await import('./parts/NotificationSettingsTab.tsx')).NotificationSettingsTab,
})

const WatchCard = defineExtension({
  plugin: 'notifications',
  name: 'WatchCard',
  load: async () => (await import('./parts/WatchCard.tsx')).WatchCard,
})

const AnnouncementsWidget = defineExtension({
  plugin: 'notifications',
  name: 'AnnouncementsWidget',
  load: async () => (await import('./parts/Announcements.tsx')).AnnouncementsWidget,
})

/** What the user is told: the page, the count, and what reaches them how. */
export const notificationsWeb = defineWebPlugin({
  id: 'notifications',
  pages: [
    {
      path: '/notifications',
      title: notificationsMessages.notifications,
      load: () => import('./views/NotificationsPage.tsx'),
      route: notificationsRoute,
      nav: {
        label: notificationsMessages.notifications,
        icon: <IconBell />,
        group: 'foot',
        order: 100,
        shortcut: 'g n',
        useBadge: () => useObservable(useApi(unreadApiRef)),
      },
    },
    { path: '/approvals/*', title: notificationsMessages.approvals, load: () => import('./views/ApprovalRoutes.tsx') },
  ],
  routes: { root: notificationsRoute },
  slots: [watchOptions, notificationOrigins, approvalSources],
  fills: [
    homeWidgets.fill({
      name: 'announcements',
      title: notificationsMessages.announcements,
      description: notificationsMessages.announcementsText,
      icon: 'plugin',
      order: 15,
      byDefault: true,
      layout: { columns: 12, rows: 2, minColumns: 3, minRows: 2 },
      View: AnnouncementsWidget,
    }),
    notificationOrigins.fill({
      name: 'own',
      origin: 'plugin:notifications',
      title: notificationsMessages.notifications,
      topics: { announcements: notificationsMessages.announcements },
    }),
    // What is told of watched entities is sent in the name of the catalog.
    notificationOrigins.fill({
      name: 'catalog',
      origin: 'plugin:catalog',
      title: notificationsMessages.catalog,
      topics: {
        changes: notificationsMessages.changes,
        'entity-changed': notificationsMessages.entityChanged,
        'entity-broken': notificationsMessages.entityBroken,
      },
    }),
    entityCards.fill({ name: 'watch', place: 'side', order: 50, View: WatchCard }),
    settingsTabs.fill({
      path: '/notifications',
      title: notificationsMessages.notifications,
      order: 15,
      View: NotificationSettingsTab,
    }),
  ],
  apis: [unreadFactory],
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})
