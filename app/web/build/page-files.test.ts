import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { declaredPages } from './page-files.ts'

test('pages are found as plugins declare them, with everything that they import when they open', () => {
  const source = `
    export const petsWeb = defineWebPlugin({
      id: 'pets',
      pages: [
        { path: '/pets', title: 'Pets', load: () => import('./views/PetsPage.tsx'), preload: () => import('./views/pets-data.ts') },
        { path: petsPaths.pet(), title: 'Pet', load: () => import('./views/PetPage.tsx') },
      ],
      translations: { de: () => import('./languages/german.ts') },
    })
    const Card = defineExtension({ name: 'Card', load: async () => (await import('./Card.tsx')).Card })
  `
  expect(declaredPages(parseAst(source))).toEqual([{ path: '/pets', imports: ['./views/PetsPage.tsx', './views/pets-data.ts'] }])
})
