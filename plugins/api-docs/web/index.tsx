import { apiChangesWatchEvent } from '@portico/api-docs/common'
import type { Entity } from '@portico/catalog/common'
import { entityCards, entityColumns, entityTabs, historyBadges, toKindPage } from '@portico/catalog/web'
import { defineExtension, defineWebPlugin } from '@portico/core/web'
import { notificationOrigins, watchOptions } from '@portico/notifications/web'
import { searchResultViews } from '@portico/search/web'
import IconApi from '@tabler/icons-react/dist/esm/icons/IconApi.mjs'
import { apiDocsMessages } from './messages.ts'
import { mayHaveApis } from './related/api-refs.ts'
import { apiDocsRoute } from './routes.ts'
import { definitionViewers } from './slots.ts'

export { apiDocsRoute } from './routes.ts'
export { definitionViewers, type DefinitionViewer, type DefinitionViewerContext } from './slots.ts'

const DefinitionTab = defineExtension({
  plugin: 'api-docs',
  name: 'DefinitionTab',
  load: async () => (await import('./definition/DefinitionTab.tsx')).DefinitionTab,
})
const DefinitionCard = defineExtension({
  plugin: 'api-docs',
  name: 'DefinitionCard',
  load: async () => (await import('./definition/DefinitionCard.tsx')).DefinitionCard,
})
const RelatedApis = defineExtension({
  plugin: 'api-docs',
  name: 'RelatedApis',
  load: async () => (await import('./related/RelatedApis.tsx')).RelatedApis,
})
const ChangesTab = defineExtension({
  plugin: 'api-docs',
  name: 'ChangesTab',
  load: async () => (await import('./changes/ChangesTab.tsx')).ChangesTab,
})

const VersionCell = defineExtension({
  plugin: 'api-docs',
  name: 'VersionCell',
  load: async () => (await import('./related/VersionCell.tsx')).VersionCell,
})

/** The build reads pages where they are declared: what is spread in it does not see. */
const apiList = toKindPage({ kind: 'api', registerTitle: apiDocsMessages.registerApi })

const DefinitionBadge = defineExtension({
  plugin: 'api-docs',
  name: 'DefinitionBadge',
  load: async () => (await import('./changes/DefinitionBadge.tsx')).DefinitionBadge,
})

const isKind =
  (...kinds: readonly string[]) =>
  ({ kind }: Entity) =>
    kinds.includes(kind.toLowerCase())

/** API docs: the list of APIs, their definitions, and what changed in them. */
export const apiDocsWeb = defineWebPlugin({
  id: 'api-docs',
  pages: [
    {
      path: '/api-docs',
      title: apiDocsMessages.apis,
      load: apiList.load,
      preload: apiList.preload,
      route: apiDocsRoute,
      nav: { label: apiDocsMessages.apis, icon: 'kind:api', order: 15, shortcut: 'g a' },
    },
  ],
  routes: { root: apiDocsRoute },
  slots: [definitionViewers],
  fills: [
    entityCards.fill({ name: 'definition', place: 'side', order: 15, isFor: isKind('api'), View: DefinitionCard }),
    historyBadges.fill({
      name: 'definition',
      isFor: ({ ref, fields }) => ref.startsWith('api:') && fields.includes('spec.definition'),
      View: DefinitionBadge,
    }),
    watchOptions.fill({
      name: 'changes',
      order: 40,
      event: apiChangesWatchEvent,
      label: apiDocsMessages.watchChanges,
      isFor: isKind('api'),
    }),
    notificationOrigins.fill({
      name: 'api-docs',
      origin: 'plugin:api-docs',
      title: apiDocsMessages.apis,
      topics: { 'api-changes': apiDocsMessages.whatChanged },
    }),
    searchResultViews.fill({ name: 'api-docs', type: 'api-docs', title: apiDocsMessages.searchType, icon: <IconApi /> }),
    entityTabs.fill({
      name: 'definition',
      path: '/definition',
      title: apiDocsMessages.definition,
      order: 10,
      isFor: isKind('api'),
      View: DefinitionTab,
    }),
    entityTabs.fill({
      name: 'changes',
      path: '/changes',
      title: apiDocsMessages.whatChanged,
      order: 15,
      isFor: isKind('api'),
      View: ChangesTab,
    }),
    entityTabs.fill({
      name: 'apis',
      path: '/api',
      title: apiDocsMessages.api,
      order: 20,
      isFor: mayHaveApis,
      View: RelatedApis,
    }),
    entityColumns.fill({
      name: 'version',
      order: 45,
      isFor: kind => kind === 'api',
      title: apiDocsMessages.version,
      value: () => undefined,
      load: async (rows, sources) => (await import('./related/counted-definitions.ts')).loadVersions(rows, sources),
      Cell: VersionCell,
      minPx: 76,
      dropOrder: 45,
    }),
  ],
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})
