import { defineWebPlugin } from '@portico/core/web'
import IconDatabaseImport from '@tabler/icons-react/dist/esm/icons/IconDatabaseImport.mjs'
import { sourceMessages } from './messages.ts'

export const catalogSourcesWeb = defineWebPlugin({
  id: 'catalog-sources',
  pages: [
    {
      path: '/sources',
      title: sourceMessages.sources,
      load: () => import('./views/SourcesPage.tsx'),
      nav: { label: sourceMessages.sources, icon: <IconDatabaseImport />, group: 'admin' },
    },
  ],
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})
