import { expect, test } from 'vitest'
import { declaredPages } from './page-files.ts'
import { parseSource } from './syntax.ts'

const pagesOf = (code: string) => declaredPages(parseSource(code, `${process.cwd()}/plugins/pets/web/index.tsx`))

test('pages are found as plugins declare them, with everything that they import when they open', () => {
  const code = `
    const page = { path: '/toys', title: 'Toys', load: () => import('./views/ToysPage.tsx') }
    export const petsWeb = defineWebPlugin({
      id: 'pets',
      pages: [
        { path: '/pets', title: 'Pets', load: () => import('./views/PetsPage.tsx'), preload: () => import('./views/pets-data.ts') },
        { ...page, nav: { label: 'Toys', icon: <Icon /> } },
      ],
      translations: { de: () => import('./languages/german.ts') },
    })
    const Card = defineExtension({ name: 'Card', load: async () => (await import('./Card.tsx')).Card })
  `
  expect(pagesOf(code)).toEqual([
    { path: '/pets', imports: ['./views/PetsPage.tsx', './views/pets-data.ts'] },
    { path: '/toys', imports: ['./views/ToysPage.tsx'] },
  ])
})

test.each([
  ['a plugin from elsewhere', 'defineWebPlugin(plugin)', 1],
  ['pages from elsewhere', `defineWebPlugin({\n  id: 'pets',\n  pages: petPages,\n})`, 3],
  ['a page from elsewhere', `defineWebPlugin({ pages: [\n  petPage,\n] })`, 2],
  ['pages that are spread in', `defineWebPlugin({ pages: [\n  ...petPages,\n] })`, 2],
  ['a page with fields from elsewhere', `defineWebPlugin({ pages: [\n  { ...petPage, title: 'Pets' },\n] })`, 2],
  [
    'a path that is put together',
    `defineWebPlugin({ pages: [\n  { path: petsPaths.pets(), load: () => import('./PetsPage.tsx') },\n] })`,
    2,
  ],
  ['an import that is put together', 'defineWebPlugin({ pages: [\n  { path: "/pets", load: () => import(`./${name}.tsx`) },\n] })', 2],
])('%s end the build, by file and line', (_what, code, line) => {
  expect(() => pagesOf(code)).toThrow(`plugins/pets/web/index.tsx:${line}: `)
})
