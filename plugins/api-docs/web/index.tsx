import type { Entity } from '@portico/catalog/common'
import { entityTabs, toKindPage } from '@portico/catalog/web'
import { defineExtension, defineWebPlugin } from '@portico/core/web'
import { searchResultViews } from '@portico/search/web'
import IconApi from '@tabler/icons-react/dist/esm/icons/IconApi.mjs'
import { apiDocsMessages } from './messages.ts'
import { apiDocsRoute } from './routes.ts'
import { definitionViewers } from './slots.ts'

export { apiDocsRoute } from './routes.ts'
export { definitionViewers, type DefinitionViewer, type DefinitionViewerContext } from './slots.ts'

const DefinitionTab = defineExtension({
  plugin: 'api-docs',
  name: 'DefinitionTab',
  load: async () => (await import('./definition/DefinitionTab.tsx')).DefinitionTab,
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
      ...toKindPage({ kind: 'api', registerTitle: apiDocsMessages.registerApi }),
      route: apiDocsRoute,
      nav: { label: apiDocsMessages.apis, icon: 'kind:api', order: 15, shortcut: 'g a' },
    },
  ],
  routes: { root: apiDocsRoute },
  slots: [definitionViewers],
  fills: [
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
      isFor: isKind('component', 'system'),
      View: RelatedApis,
    }),
  ],
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})
