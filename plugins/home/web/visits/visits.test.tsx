import { createMemoryStorage, defineWebPlugin, useTitle } from '@portico/core/web'
import { eventually } from '@portico/core/testing'
import { renderPage } from '@portico/core/testing/web'
import { act, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { homeWeb } from '../index.tsx'
import type { Visit } from './visit.ts'

function Named() {
  useTitle('The orders service')
  return 'Here it is'
}

const catalog = defineWebPlugin({
  id: 'catalog',
  pages: [
    { path: '/catalog/:namespace/:kind/:name/*', title: 'Catalog', load: async () => ({ default: Named }) },
    { path: '/page/:number', title: 'Page', load: async () => ({ default: () => 'A page' }) },
  ],
})
const plugins = [homeWeb, catalog]
const keyOf = (user: string) => `/home/visits/${encodeURIComponent(user)}`
const storedIn = (storage: Storage, user = 'user:default/jane') => JSON.parse(storage.getItem(keyOf(user)) ?? '[]') as Visit[]

test('a visit is recorded on every change of path, and not of the query, with all its facts [HOME-14] [HOME-16]', async () => {
  const storage = createMemoryStorage()
  const { router, screen } = renderPage({ plugins, storage, path: '/page/1?tab=a' })
  await eventually(() => expect(storedIn(storage).map(({ pathname }) => pathname)).toEqual(['/page/1']))
  await act(() => router.navigate('/page/1?tab=b#there'))
  await act(() => router.navigate('/catalog/default/component/orders'))
  await screen.findByText('Here it is')
  await eventually(() => expect(storedIn(storage)[0]?.name).toBe('The orders service'))
  await act(() => router.navigate('/page/1'))
  await eventually(() => expect(storedIn(storage).map(({ hits }) => hits)).toEqual([2, 1]))
  const [, entity] = storedIn(storage)
  expect(entity).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    name: 'The orders service',
    pathname: '/catalog/default/component/orders',
    entityRef: 'component:default/orders',
    hits: 1,
    timestamp: expect.any(Number),
  })
})

test('a title that comes after the address is the name of the visit', async () => {
  const storage = createMemoryStorage()
  const { screen } = renderPage({ plugins, storage, path: '/page/1' })
  await screen.findByText('A page')
  await eventually(() => expect(storedIn(storage).map(({ name }) => name)).toEqual(['Page']))
  act(() => {
    document.title = 'Late <b>title</b> | Test Portal'
  })
  await eventually(() => expect(storedIn(storage).map(({ name, hits }) => [name, hits])).toEqual([['Late <b>title</b>', 1]]))
  // How much was unread then is no part of it.
  for (const [title, name] of [
    ['(40) Notifications', 'Notifications'],
    ['(99+) Inbox', 'Inbox'],
  ]) {
    act(() => {
      document.title = `${title} | Test Portal`
    })
    await eventually(() => expect(storedIn(storage).map(each => each.name)).toEqual([name]))
  }
  // A page that has no title of its own is not listed under the name of the portal.
  act(() => {
    document.title = 'Test Portal'
  })
  await eventually(() => expect(storedIn(storage).map(each => each.name)).toEqual(['/page/1']))
})

test('visits are stored in the browser, apart for each user [HOME-18]', async () => {
  const storage = createMemoryStorage()
  renderPage({ plugins, storage, path: '/page/1' })
  await eventually(() => expect(storedIn(storage)).toHaveLength(1))
  renderPage({ plugins, storage, path: '/page/2', user: 'user:default/kim' })
  await eventually(() => expect(storedIn(storage, 'user:default/kim').map(({ pathname }) => pathname)).toEqual(['/page/2']))
  expect(storedIn(storage).map(({ pathname }) => pathname)).toEqual(['/page/1'])
})

function visited(count: number): Storage {
  const storage = createMemoryStorage()
  const visits = Array.from({ length: count }, (_, at): Visit => ({
    id: `${at}`,
    name: `Page <i>${at}</i>`,
    pathname: `/page/${at}`,
    hits: at % 10,
    timestamp: at,
  }))
  storage.setItem(keyOf('user:default/jane'), JSON.stringify(visits))
  storage.setItem(
    '/home/layout',
    JSON.stringify({ version: 1, widgets: [{ widget: 'home/top-visited' }, { widget: 'home/recently-visited' }] }),
  )
  return storage
}

test('at most 100 visits are kept by default, the oldest go first [HOME-19]', async () => {
  const storage = visited(100)
  renderPage({ plugins, storage, path: '/catalog/default/component/orders' })
  await eventually(() => expect(storedIn(storage)[0]?.pathname).toBe('/catalog/default/component/orders'))
  expect(storedIn(storage)).toHaveLength(100)
  expect(storedIn(storage).some(({ pathname }) => pathname === '/page/0')).toBe(false)
  const few = visited(10)
  renderPage({ plugins, storage: few, path: '/catalog/default/component/orders', config: { home: { visits: { limit: 3 } } } })
  await eventually(() =>
    expect(storedIn(few).map(({ pathname }) => pathname)).toEqual(['/catalog/default/component/orders', '/page/9', '/page/8']),
  )
})

test('Top Visited lists visits by hits, without the home page itself [HOME-07]', async () => {
  const { screen } = renderPage({ plugins, storage: visited(20) })
  const widget = within(await screen.findByRole('region', { name: 'Top Visited' }))
  const links = await widget.findAllByRole('link')
  expect(links.map(link => link.textContent)).toEqual([19, 9, 18, 8, 17, 7, 16, 6].map(at => `Page <i>${at}</i>`))
  expect(links[0]?.getAttribute('href')).toBe('/page/19')
})

test('Recently Visited lists visits by time, as many as its settings say [HOME-08]', async () => {
  const storage = visited(20)
  const first = renderPage({ plugins, storage })
  const widget = within(await first.screen.findByRole('region', { name: 'Recently Visited' }))
  const names = async () => (await widget.findAllByRole('link')).map(link => link.textContent)
  expect(await names()).toEqual([19, 18, 17, 16, 15, 14, 13, 12].map(at => `Page <i>${at}</i>`))
  storage.setItem(
    '/home/layout',
    JSON.stringify({ version: 1, widgets: [{ widget: 'home/recently-visited', settings: { limit: 2, only: 'docs' } }] }),
  )
  storage.setItem(
    keyOf('user:default/jane'),
    JSON.stringify(
      ['/docs/a/b/c', '/page/1', '/docs/x/y/z', '/docs/1/2/3'].map((pathname, at) => ({
        id: pathname,
        name: pathname,
        pathname,
        hits: 1,
        timestamp: at,
      })),
    ),
  )
  const second = renderPage({ plugins, storage })
  const docs = within(await second.screen.findByRole('region', { name: 'Recently Visited' }))
  expect((await docs.findAllByRole('link')).map(link => link.textContent)).toEqual(['/docs/1/2/3', '/docs/x/y/z'])
})
