import type { Entity } from '@portico/catalog/common'
import { entityBadges, entityCards, entityColumns, entityFilters, entityTabs } from '@portico/catalog/web'
import { connectorsPageSection, operatePermission, stateLabel } from '@portico/connectors/common'
import { defineExtension, defineWebPlugin, homeWidgets } from '@portico/core/web'
import { entityResultMarks } from '@portico/search/web'
import IconPlugConnected from '@tabler/icons-react/dist/esm/icons/IconPlugConnected.mjs'
import { toFactColumn } from './lists/fact-column.ts'
import { registrationMessages } from './registration-messages.ts'

const plugin = 'connectors'
const ToolsTab = defineExtension({ plugin, name: 'ToolsTab', load: async () => (await import('./entity/ToolsTab.tsx')).ToolsTab })
const ToolCards = defineExtension({ plugin, name: 'ToolCards', load: async () => (await import('./entity/ToolCards.tsx')).ToolCards })
const ToolBadges = defineExtension({ plugin, name: 'ToolBadges', load: async () => (await import('./entity/ToolBadges.tsx')).ToolBadges })
const ToolsWidget = defineExtension({ plugin, name: 'ToolsWidget', load: async () => (await import('./home/ToolsWidget.tsx')).ToolsWidget })

/** What tools say about entities: on their pages, in lists and on the home page; and how connectors run. */
export const connectorsWeb = defineWebPlugin({
  id: plugin,
  pages: [
    {
      path: '/connectors',
      title: registrationMessages.connectors,
      load: () => import('./views/ConnectorsPage.tsx'),
      nav: { label: registrationMessages.connectors, icon: <IconPlugConnected />, group: 'admin', permission: operatePermission },
    },
    { path: '/connectors/:name/*', title: registrationMessages.connectors, load: () => import('./views/ConnectorPage.tsx') },
  ],
  configuredFills(config) {
    const { annotations, columns, filters, states, widgets } = config.section(connectorsPageSection)
    if (annotations.length === 0) return []
    const keys = new Set(annotations.map(({ key }) => key))
    const isFor = ({ kind, metadata }: Pick<Entity, 'kind' | 'metadata'>) =>
      annotations.some(({ key, kinds }) => metadata.annotations?.[key] !== undefined && (!kinds || kinds.includes(kind.toLowerCase())))
    return [
      entityTabs.fill({ path: '/tools', title: registrationMessages.tools, order: 65, isFor, View: ToolsTab }),
      entityCards.fill({ place: 'main', order: 85, isFor, View: ToolCards }),
      entityBadges.fill({ isFor, View: ToolBadges }),
      ...columns.map(column => entityColumns.fill(toFactColumn(column, keys))),
      ...(states.length === 0
        ? []
        : [
            entityResultMarks.fill({
              name: 'states',
              View: defineExtension({
                plugin,
                name: 'ResultStates',
                load: async () => (await import('./lists/ResultStates.tsx')).createResultStates(states),
              }),
            }),
          ]),
      ...filters.map(({ fact, title, field, isState, labels }) =>
        entityFilters.fill({
          name: fact,
          place: 'more',
          order: 76,
          title,
          facet: field,
          ...(isState && { label: (value: string) => stateLabel({ labels }, value) }),
        }),
      ),
      ...(widgets.length === 0
        ? []
        : [
            homeWidgets.fill({
              name: 'tools',
              title: registrationMessages.myTools,
              description: registrationMessages.myToolsText,
              icon: 'dashboard',
              order: 35,
              byDefault: true,
              layout: { columns: 4, rows: 5, minColumns: 3, minRows: 3 },
              View: ToolsWidget,
            }),
          ]),
    ]
  },
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})
