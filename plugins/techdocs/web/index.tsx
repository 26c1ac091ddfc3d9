import { hasDocs } from '@portico/techdocs/common'
import { entityCards, entityTabs } from '@portico/catalog/web'
import { defineExtension, defineWebPlugin } from '@portico/core/web'
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
      route: docRootRoute,
    },
  ],
  routes: { root: docsIndexRoute, docRoot: docRootRoute },
  slots: [docsAddons],
  fills: [
    entityTabs.fill({ name: 'docs', path: '/docs', title: techdocsMessages.docsTab, order: 50, isFor: hasDocs, View: EntityDocs }),
    entityCards.fill({ name: 'docs', place: 'side', order: 35, isFor: hasDocs, View: DocsHealthCard }),
  ],
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})
