import { docsWatchEvent, hasDocs, hasOwnDocs } from '@portico/techdocs/common'
import { entityCards, entityTabs } from '@portico/catalog/web'
import { defineExtension, defineWebPlugin, homeAttention, homeSteps, homeWidgets } from '@portico/core/web'
import { notificationOrigins, watchOptions } from '@portico/notifications/web'
import { techdocsMessages } from './messages.ts'
import { docRootRoute, docsIndexRoute } from './routes.ts'
import { docsAddons } from './slots.ts'

export { docRootRoute, docsIndexRoute } from './routes.ts'
export { docsAddons, type DocsAddon, type DocsAddonContext } from './slots.ts'

const EntityDocs = defineExtension({
  plugin: 'techdocs',
  name: 'EntityDocs',
  load: async () => (await import('./parts/EntityDocs.tsx')).EntityDocs,
})
const DocsHealthCard = defineExtension({
  plugin: 'techdocs',
  name: 'DocsHealthCard',
  load: async () => (await import('./parts/DocsHealthCard.tsx')).DocsHealthCard,
})

const FeaturedDocs = defineExtension({
  plugin: 'techdocs',
  name: 'FeaturedDocs',
  load: async () => (await import('./home/FeaturedDocs.tsx')).FeaturedDocs,
})
const ReadDocs = defineExtension({
  plugin: 'techdocs',
  name: 'ReadDocs',
  load: async () => (await import('./home/ReadDocs.tsx')).ReadDocs,
})

/** Docs: an index, the reader, and the docs of an entity on its page. */
export const techdocsWeb = defineWebPlugin({
  id: 'techdocs',
  pages: [
    {
      path: '/docs',
      title: techdocsMessages.docs,
      load: () => import('./views/DocsIndexPage.tsx'),
      route: docsIndexRoute,
      nav: { label: techdocsMessages.docs, icon: 'docs', order: 20, mobilePriority: 8, shortcut: 'g d' },
    },
    {
      path: '/docs/:namespace/:kind/:name/*',
      title: techdocsMessages.docs,
      load: () => import('./views/DocsReaderPage.tsx'),
      preload: () => import('./reader/preload.ts'),
      route: docRootRoute,
    },
  ],
  routes: { root: docsIndexRoute, docRoot: docRootRoute },
  slots: [docsAddons],
  fills: [
    entityTabs.fill({ name: 'docs', path: '/docs', title: techdocsMessages.docsTab, order: 50, isFor: hasDocs, View: EntityDocs }),
    entityCards.fill({ name: 'docs', place: 'side', order: 35, isFor: hasDocs, View: DocsHealthCard }),
    homeWidgets.fill({
      name: 'featured',
      title: techdocsMessages.featured,
      description: techdocsMessages.featuredText,
      icon: 'docs',
      order: 70,
      byDefault: true,
      layout: { columns: 4, rows: 5, minColumns: 3, minRows: 3 },
      settings: async () => (await import('./home/featured-settings.ts')).featuredSettings,
      View: FeaturedDocs,
    }),
    homeWidgets.fill({
      name: 'read',
      title: techdocsMessages.read,
      description: techdocsMessages.readText,
      icon: 'docs',
      layout: { columns: 4, rows: 5, minColumns: 2, minRows: 3 },
      View: ReadDocs,
    }),
    watchOptions.fill({ name: 'docs', order: 30, event: docsWatchEvent, label: techdocsMessages.watchDocs, isFor: hasOwnDocs }),
    notificationOrigins.fill({
      name: 'docs',
      origin: 'plugin:techdocs',
      title: techdocsMessages.docs,
      topics: { docs: techdocsMessages.docs },
    }),
    homeSteps.fill({
      name: 'read',
      title: techdocsMessages.readStep,
      text: techdocsMessages.readStepText,
      icon: 'docs',
      order: 20,
      to: '/docs',
      isDoneBy: ({ action, subject }) => action === 'navigate' && /^\/docs(\/[^/]+){3}|^\/catalog(\/[^/]+){3}\/docs\b/.test(subject),
    }),
    homeAttention.fill({
      name: 'reports',
      title: techdocsMessages.docs,
      find: async given => (await import('./home/attention.ts')).findBrokenDocs(given),
    }),
  ],
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})
