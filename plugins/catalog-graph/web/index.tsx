import { entityRefOf } from '@portico/catalog/common'
import { entityCards, entityMenuItems, entityTabs } from '@portico/catalog/web'
import { defineExtension, defineWebPlugin, useNavigate, useRouteRef } from '@portico/core/web'
import IconAffiliate from '@tabler/icons-react/dist/esm/icons/IconAffiliate.mjs'
import { writeView } from './graph/view-state.ts'
import { catalogGraphMessages } from './messages.ts'
import { catalogEntityRoute, catalogGraphRoute } from './routes.ts'

export { catalogGraphRoute } from './routes.ts'

/** The card of an entity page that shows what the entity is related to. */
const GraphCard = defineExtension({
  plugin: 'catalog-graph',
  name: 'GraphCard',
  route: catalogGraphRoute,
  load: async () => (await import('./parts/GraphCard.tsx')).GraphCard,
})

/** What a system or a domain consists of, in boxes and lanes. */
const DiagramTab = defineExtension({
  plugin: 'catalog-graph',
  name: 'DiagramTab',
  route: catalogGraphRoute,
  load: async () => (await import('./parts/DiagramTab.tsx')).DiagramTab,
})

/** The catalog as a graph: a page, a card on every entity's page, an entry in its menu. */
export const catalogGraphWeb = defineWebPlugin({
  id: 'catalog-graph',
  pages: [
    {
      path: '/catalog-graph',
      title: catalogGraphMessages.title,
      load: () => import('./views/CatalogGraphPage.tsx'),
      route: catalogGraphRoute,
      nav: { label: catalogGraphMessages.nav, icon: <IconAffiliate />, order: 40 },
    },
  ],
  routes: { catalogGraph: catalogGraphRoute },
  externalRoutes: { catalogEntity: catalogEntityRoute },
  fills: [
    entityCards.fill({ name: 'graph', place: 'side', order: 50, View: GraphCard }),
    entityTabs.fill({
      name: 'diagram',
      path: '/diagram',
      title: catalogGraphMessages.diagram,
      order: 20,
      isFor: ({ kind }) => ['system', 'domain'].includes(kind.toLowerCase()),
      View: DiagramTab,
    }),
    entityMenuItems.fill({
      name: 'view-graph',
      title: catalogGraphMessages.viewGraph,
      icon: <IconAffiliate size={16} aria-hidden />,
      useAction: entity => {
        const toGraph = useRouteRef(catalogGraphRoute)
        const navigate = useNavigate()
        return { run: () => void navigate(`${toGraph()}?${writeView({ rootEntityRefs: [entityRefOf(entity)] })}`) }
      },
    }),
  ],
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})
