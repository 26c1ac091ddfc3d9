import { commandPalette, defineExtension, defineWebPlugin, homeSteps, homeWidgets } from '@portico/core/web'
import { systemCards } from '@portico/devtools/web'
import IconBooks from '@tabler/icons-react/dist/esm/icons/IconBooks.mjs'
import IconBox from '@tabler/icons-react/dist/esm/icons/IconBox.mjs'
import { searchMessages } from './messages.ts'
import { searchRoute } from './routes.ts'
import { entityResultMarks, searchResultViews } from './slots.ts'

export { searchRoute } from './routes.ts'
export { entityResultMarks, searchResultViews, type EntityResultMark, type ResultView, type ResultViewProps } from './slots.ts'

const CatalogResultItem = defineExtension({
  plugin: 'search',
  name: 'CatalogResultItem',
  load: async () => (await import('./results/CatalogResultItem.tsx')).CatalogResultItem,
})

const HomeSearchWidget = defineExtension({
  plugin: 'search',
  name: 'HomeSearchBar',
  load: async () => (await import('./parts/HomeSearchBar.tsx')).HomeSearchBar,
})

const IndexCard = defineExtension({
  plugin: 'search',
  name: 'IndexCard',
  load: async () => (await import('./parts/IndexCard.tsx')).IndexCard,
})

/** Search in the browser: its page, and what the command palette finds. */
export const searchWeb = defineWebPlugin({
  id: 'search',
  pages: [
    {
      path: '/search',
      title: searchMessages.search,
      load: async () => {
        // Most results are entities: how they look comes with the page, and not after its answer.
        const [page] = await Promise.all([
          import('./views/SearchPage.tsx'),
          import('./results/CatalogResultItem.tsx').then(CatalogResultItem.preload),
        ])
        return page
      },
      preload: () => import('./preload.ts'),
      route: searchRoute,
    },
  ],
  routes: { root: searchRoute },
  slots: [searchResultViews, entityResultMarks],
  fills: [
    searchResultViews.fill({
      name: 'software-catalog',
      type: 'software-catalog',
      title: searchMessages.softwareCatalog,
      icon: <IconBox />,
      View: CatalogResultItem,
    }),
    searchResultViews.fill({ name: 'techdocs', type: 'techdocs', title: searchMessages.techdocs, icon: <IconBooks /> }),
    homeWidgets.fill({
      name: 'bar',
      title: searchMessages.search,
      description: searchMessages.homeBarText,
      icon: 'search',
      order: 10,
      byDefault: true,
      frame: 'none',
      layout: { columns: 12, rows: 1, minColumns: 3, minRows: 1 },
      View: HomeSearchWidget,
    }),
    homeSteps.fill({
      name: 'search',
      title: searchMessages.searchStep,
      text: searchMessages.searchStepText,
      icon: 'search',
      order: 30,
      to: '/search',
      isDoneBy: ({ action }) => action === 'search',
    }),
    systemCards.fill({ name: 'index', View: IndexCard }),
    commandPalette.fill({
      name: 'most-used',
      title: searchMessages.mostUsed,
      minLength: 0,
      search: async (words, given) => (words === '' ? (await import('./palette.tsx')).listMostUsed(given) : []),
    }),
    commandPalette.fill({
      name: 'results',
      title: searchMessages.results,
      minLength: 2,
      // One query instead of two: this finds entities too.
      replaces: ['catalog/entities'],
      search: async (words, given) => (await import('./palette.tsx')).searchEverything(words, given),
    }),
  ],
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})
