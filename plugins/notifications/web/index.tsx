import { entityCards } from '@portico/catalog/web'
import { defineExtension, defineWebPlugin, homeWidgets, useApi, useObservable } from '@portico/core/web'
import { settingsTabs } from '@portico/user-settings/web'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import { unreadApiRef, unreadFactory } from './live/unread.ts'
import { notificationsMessages } from './messages.ts'
import { notificationsRoute } from './routes.ts'
import { watchOptions } from './slots.ts'

export { unreadApiRef } from './live/unread.ts'
export { notificationsRoute } from './routes.ts'
export { watchOptions, type WatchOption } from './slots.ts'

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
  ],
  routes: { root: notificationsRoute },
  slots: [watchOptions],
  fills: [
    homeWidgets.fill({
      name: 'announcements',
      title: notificationsMessages.announcements,
      description: notificationsMessages.announcementsText,
      icon: 'plugin',
      order: 20,
      layout: { columns: 4, rows: 4, minColumns: 3, minRows: 2 },
      View: AnnouncementsWidget,
    }),
    entityCards.fill({ name: 'watch', place: 'side', order: 50, View: WatchCard }),
    settingsTabs.fill({
      path: '/notifications',
      title: notificationsMessages.notifications,
      order: 15,
      icon: <IconBell />,
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
