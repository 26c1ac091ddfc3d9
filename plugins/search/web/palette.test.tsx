import { catalogApi } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { eventually } from '@portico/core/testing'
import { answer, renderPage } from '@portico/core/testing/web'
import { createMemoryStorage, defineWebPlugin } from '@portico/core/web'
import { searchApi } from '@portico/search/common'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { searchWeb } from './index.tsx'

const front = defineWebPlugin({ id: 'front', pages: [{ path: '/', title: 'Front', load: async () => ({ default: () => 'Hello' }) }] })

const visit = (pathname: string, hits: number, timestamp: number) => ({ id: pathname, name: `Page ${pathname}`, pathname, hits, timestamp })

/** The palette of somebody who has starred one thing and opened others. */
async function open() {
  const storage = createMemoryStorage()
  storage.setItem('/starredEntities/entityRefs', '["component:default/shop"]')
  const visits = [
    visit('/catalog/default/component/orders/history', 1, 4),
    visit('/docs/default/api/billing/guide', 7, 3),
    visit('/', 90, 2),
    visit('/catalog', 3, 1),
  ]
  storage.setItem(`/home/visits/${encodeURIComponent('user:default/jane')}`, JSON.stringify(visits))
  const asked: URLSearchParams[] = []
  const { screen, user } = renderPage({
    storage,
    plugins: [searchWeb, catalogWeb, front],
    answers: [
      answer(searchApi.query, ({ url }) => {
        asked.push(new URL(url).searchParams)
        const document = { title: 'Shop', text: '', location: '/catalog/default/component/shop', kind: 'Component', owner: 'team-a' }
        return { results: [{ type: 'software-catalog', rank: 1, document }] }
      }),
      answer(catalogApi.getEntitiesByRefs, {
        items: [{ apiVersion: 'v1', kind: 'Group', metadata: { name: 'team-a', title: 'Alpha Crew' }, spec: {} }],
      }),
    ],
  })
  await user.click(await screen.findByRole('button', { name: 'Search or jump to' }))
  await screen.findByRole('combobox', { expanded: true })
  return { screen, user, asked }
}

test('the palette tells the server what the user starred and opened lately, as the page does', async () => {
  const { user, asked } = await open()
  await user.keyboard('pay')
  await eventually(() => expect(asked.at(-1)?.get('term')).toBe('pay'))
  expect(asked.at(-1)!.getAll('starred[]')).toEqual(['component:default/shop'])
  expect(asked.at(-1)!.getAll('recent[]')).toEqual(['component:default/orders', 'api:default/billing'])
})

test('the palette calls owners by their titles', async () => {
  const { screen, user } = await open()
  await user.keyboard('shop')
  expect((await screen.findByRole('option', { name: /^Shop/ })).textContent).toBe('ShopComponent · Alpha Crew')
})

test('before anything is typed, the palette has the pages that are used most', async () => {
  const { screen, user } = await open()
  const group = await screen.findByRole('group', { name: 'Most used' })
  expect(
    within(group)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Page /docs/default/api/billing/guide', 'Page /catalog'])
  await user.keyboard('xy')
  await eventually(() => expect(screen.queryByRole('group', { name: 'Most used' })).toBeNull())
})
