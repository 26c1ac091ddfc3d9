import { catalogApi } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { answer, renderPage } from '@portico/core/testing/web'
import { searchApi } from '@portico/search/common'
import { waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { searchWeb } from './index.tsx'

const alpha = { apiVersion: 'v1', kind: 'Group', metadata: { name: 'team-a', title: 'Alpha Crew' }, spec: {} }

test('owners have their titles, in results and in the filter; those without one their names', async () => {
  const asked: URLSearchParams[] = []
  const document = { title: 'Shop', text: '', location: '/catalog/default/component/shop', kind: 'Component', owner: 'team-a' }
  const operation = { title: 'GET /orders', text: '', location: '/catalog/default/api/orders', owner: 'team-a', namespace: 'default' }
  const owner = [
    { value: 'team-a', count: 3 },
    { value: 'group:default/team-b', count: 1 },
  ]
  const { screen, user } = renderPage({
    path: '/search?query=shop',
    plugins: [searchWeb, catalogWeb],
    answers: [
      answer(searchApi.query, ({ url }) => {
        asked.push(new URL(url).searchParams)
        const results = [
          { type: 'software-catalog', rank: 1, document },
          { type: 'other', rank: 2, document: operation },
        ]
        return { results, numberOfResults: 2 }
      }),
      answer(searchApi.getFacets, { types: [], fields: { owner }, complete: true }),
      answer(searchApi.listTypes, { types: [] }),
      answer(catalogApi.getEntitiesByRefs, request => ({
        items: (request.body as { entityRefs: string[] }).entityRefs.map(ref => (ref === 'group:default/team-a' ? alpha : null)),
      })),
    ],
  })
  const list = await screen.findByRole('list', { name: 'Results' })
  const results = within(list).getAllByRole('listitem')
  await waitFor(() => expect(results[0]!.textContent).toContain('Component · Alpha Crew'))
  // A type without a view of its own too.
  await waitFor(() => expect(results[1]!.textContent).toContain('other · Alpha Crew'))
  await user.type(screen.getByRole('combobox', { name: 'Owner' }), 'a')
  expect((await screen.findAllByRole('option', { name: /crew|team/i })).map(({ textContent }) => textContent)).toEqual([
    'Alpha Crew',
    'team-b',
  ])
  await user.click(screen.getByRole('option', { name: 'Alpha Crew' }))
  await waitFor(() => expect(asked.at(-1)!.getAll('filters[owner]')).toEqual(['team-a']))
})
