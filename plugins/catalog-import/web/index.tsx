import { commandPalette, defineWebPlugin, matchCommands } from '@portico/core/web'
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs'
import { catalogImportMessages } from './messages.ts'
import { catalogImportRoute } from './routes.ts'

export { catalogImportRoute } from './routes.ts'

/** A source of the palette does not know the language: these are the words of all of them. */
const keywords = [
  'Register existing component',
  'add import yaml location url catalog-info',
  'vorhandene Komponente registrieren hinzufügen importieren',
  'enregistrer ajouter importer un composant existant',
  'registrar añadir importar un componente existente',
  '既存 コンポーネント 登録 インポート',
]

/** Brings existing components into the catalog: a preview of what would come, then registering it. */
export const catalogImportWeb = defineWebPlugin({
  id: 'catalog-import',
  pages: [
    {
      path: '/catalog-import',
      title: catalogImportMessages.title,
      load: () => import('./views/CatalogImportPage.tsx'),
      route: catalogImportRoute,
    },
  ],
  routes: { importPage: catalogImportRoute },
  fills: [
    commandPalette.fill({
      name: 'register',
      title: catalogImportMessages.actions,
      minLength: 2,
      search: query =>
        matchCommands(
          [{ id: 'catalog-import', title: catalogImportMessages.title, icon: <IconFileImport />, to: '/catalog-import' }],
          query,
          () => keywords,
        ),
    }),
  ],
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})
