import { ingestionReadPermission } from '@portico/catalog/common'
import { commandPalette, defineExtension, defineWebPlugin, homeActions, homeAttention, homeSteps, homeWidgets } from '@portico/core/web'
import IconBox from '@tabler/icons-react/dist/esm/icons/IconBox.mjs'
import IconStethoscope from '@tabler/icons-react/dist/esm/icons/IconStethoscope.mjs'
import { catalogClientFactory } from './catalog-client.ts'
import { healthMessages } from './health/messages.ts'
import { useHealthBadge } from './health/use-health-badge.ts'
import { catalogHomeMessages } from './home/messages.ts'
import { catalogMessages } from './messages.ts'
import { RegisterButton } from './parts/RegisterButton.tsx'
import { presentationFactory } from './presentation/presentations.ts'
import {
  catalogHealthRoute,
  catalogIndexRoute,
  createComponentRoute,
  createFromTemplateRoute,
  entityRoute,
  registerComponentRoute,
  unregisterRedirectRoute,
  viewTechDocsRoute,
} from './routes.ts'
import {
  entityBadges,
  entityCards,
  entityColumns,
  entityFilters,
  entityMenuItems,
  entityNotFound,
  entityNotices,
  entityTabs,
  historyBadges,
} from './slots.ts'
import { starredFactory } from './starred/starred.ts'

export { catalogClientApiRef } from './catalog-client.ts'
export { EntityProvider, useEntity } from './entity-context.tsx'
export { useEntityPage, type EntityPageActions } from './entity/page-context.tsx'
export { EntityLink, type EntityLinkProps } from './parts/EntityLink.tsx'
export { EntityText } from './parts/EntityText.tsx'
export { KindIcon } from './parts/KindIcon.tsx'
export { RegisterButton, type RegisterButtonProps } from './parts/RegisterButton.tsx'
export { StarButton, type StarButtonProps } from './parts/StarButton.tsx'
export { presentEntity, shortenRef, type EntityPresentation } from './presentation/entity-presentation.ts'
export { loadTitles } from './presentation/load-titles.ts'
export { presentationApiRef, type EntityPresentations } from './presentation/presentations.ts'
export { useEntityNames } from './presentation/use-entity-names.ts'
export { useEntityPresentation } from './presentation/use-presentation.ts'
export { catalogHealthRoute, catalogIndexRoute, entityRoute } from './routes.ts'
export type { ColumnSources, EntityColumn } from './list/columns/column.ts'
export type { KindList } from './list/kind-list.ts'
export { toKindPage } from './list/kind-page.ts'
export type { EntityRow } from './list/entity-row.ts'
export type { Condition, EntityFilter, FilterPickerProps } from './list/filters/filter.ts'
export {
  entityBadges,
  entityCards,
  entityColumns,
  entityFilters,
  entityMenuItems,
  entityNotFound,
  entityNotices,
  entityTabs,
  historyBadges,
  type EntityBadge,
  type EntityCard,
  type EntityMenuItem,
  type EntityNotFoundContent,
  type EntityNotice,
  type EntityTab,
  type HistoryBadge,
} from './slots.ts'
export { starredApiRef, type Starred, type StarredEntities } from './starred/starred.ts'
export { TimeBar, type TimeBarProps } from './time/TimeBar.tsx'
export { TimeButton } from './time/TimeButton.tsx'
export { TimeMarksProvider, useTimeMark } from './time/time-marks.tsx'
export { toMoment, useMoment } from './time/use-moment.ts'
export { useTime, type Time, type TimeScope } from './time/use-time.ts'
export { useStarredEntities } from './starred/starred-entities.ts'
export { useCatalogChange } from './use-catalog-change.ts'

const StarredWidget = defineExtension({
  plugin: 'catalog',
  name: 'StarredWidget',
  load: async () => (await import('./home/StarredWidget.tsx')).StarredWidget,
})
const ChangesWidget = defineExtension({
  plugin: 'catalog',
  name: 'ChangesWidget',
  load: async () => (await import('./home/ChangesWidget.tsx')).ChangesWidget,
})

/** The catalog in the browser: its index and the pages of its entities. */
export const catalogWeb = defineWebPlugin({
  id: 'catalog',
  pages: [
    {
      path: '/catalog',
      title: catalogMessages.catalog,
      load: () => import('./views/CatalogIndexPage.tsx'),
      preload: () => import('./views/CatalogIndexPage.tsx'),
      route: catalogIndexRoute,
      nav: { label: catalogMessages.catalog, icon: <IconBox />, order: 10, mobilePriority: 10, shortcut: 'g c' },
    },
    {
      path: '/catalog/:namespace/:kind/:name/*',
      title: catalogMessages.catalog,
      load: () => import('./views/EntityPage.tsx'),
      preload: () => import('./entity/preload.ts'),
      route: entityRoute,
    },
    {
      path: '/catalog-health',
      title: healthMessages.title,
      load: () => import('./views/HealthPage.tsx'),
      route: catalogHealthRoute,
      nav: {
        label: healthMessages.title,
        icon: <IconStethoscope />,
        order: 60,
        permission: ingestionReadPermission,
        useBadge: useHealthBadge,
      },
    },
    { path: '/catalog/:kind/:name', title: catalogMessages.catalog, load: () => import('./views/ShortEntityPage.tsx') },
  ],
  routes: { catalogIndex: catalogIndexRoute, catalogEntity: entityRoute, catalogHealth: catalogHealthRoute },
  externalRoutes: {
    createComponent: createComponentRoute,
    registerComponent: registerComponentRoute,
    viewTechDoc: viewTechDocsRoute,
    createFromTemplate: createFromTemplateRoute,
    unregisterRedirect: unregisterRedirectRoute,
  },
  slots: [
    entityBadges,
    entityCards,
    entityTabs,
    entityMenuItems,
    entityNotices,
    entityNotFound,
    entityColumns,
    entityFilters,
    historyBadges,
  ],
  apis: [catalogClientFactory, presentationFactory, starredFactory],
  fills: [
    commandPalette.fill({
      name: 'entities',
      title: catalogMessages.entities,
      minLength: 2,
      search: async (words, given) => (await import('./palette.tsx')).searchEntities(words, given),
    }),
    commandPalette.fill({
      name: 'problems',
      title: healthMessages.problems,
      minLength: 3,
      search: async (words, given) => (await import('./health/palette.tsx')).searchProblems(words, given),
    }),
    homeWidgets.fill({
      name: 'starred',
      title: catalogHomeMessages.starred,
      description: catalogHomeMessages.starredText,
      icon: 'star',
      order: 30,
      byDefault: true,
      layout: { columns: 4, rows: 5, minColumns: 2, minRows: 3 },
      View: StarredWidget,
    }),
    homeWidgets.fill({
      name: 'changes',
      title: catalogHomeMessages.changes,
      description: catalogHomeMessages.changesText,
      icon: 'catalog',
      order: 65,
      byDefault: true,
      layout: { columns: 8, rows: 5, minColumns: 4, minRows: 3 },
      View: ChangesWidget,
    }),
    homeAttention.fill({
      name: 'health',
      title: catalogHomeMessages.attention,
      find: async given => (await import('./home/attention.ts')).findCatalogProblems(given),
    }),
    homeActions.fill({ name: 'register', View: RegisterButton }),
    homeSteps.fill({
      name: 'open',
      title: catalogHomeMessages.openStep,
      text: catalogHomeMessages.openStepText,
      icon: 'kind:component',
      order: 10,
      to: '/catalog',
      isDoneBy: ({ action, subject }) => action === 'navigate' && /^\/catalog\/[^/]+\/component\/[^/]/i.test(subject),
    }),
    homeSteps.fill({
      name: 'star',
      title: catalogHomeMessages.starStep,
      text: catalogHomeMessages.starStepText,
      icon: 'star',
      order: 50,
      to: '/catalog',
      isDoneBy: ({ action }) => action === 'star',
    }),
  ],
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})
