import { answer, renderPage } from '@portico/core/testing/web'
import { defineContract, get } from '@portico/core/common'
import { fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { configApiRef, defineWebPlugin, identityApiRef, Link, query, useQuery } from '../index.ts'

const petsApi = defineContract('pets', { getPet: get('/pets/:name', { access: 'signed-in', reply: z.object({ name: z.string() }) }) })
const pet = (name: string) => query(petsApi.getPet, { params: { name } })

function setUp(options: { user?: undefined; path?: string } = {}) {
  const loads: string[] = []
  const code = Promise.withResolvers<void>()
  function PetPage() {
    const { data } = useQuery(pet('rex'))
    return <h1>{data ? `This is ${data.name}` : 'Looking'}</h1>
  }
  const plugin = defineWebPlugin({
    id: 'pets',
    pages: [
      { path: '/', title: 'Start', load: async () => ({ default: () => <Link to="/pets/rex?from=start">Rex</Link> }) },
      {
        path: '/pets/:name',
        title: 'Pet',
        load: async () => {
          loads.push('code')
          await code.promise
          return { default: PetPage }
        },
        preload: async () => ({
          preload: ({ params, search, prefetch }) => {
            loads.push(`data of ${params['name']} from ${search.get('from')}`)
            prefetch(pet(params['name'] ?? ''))
          },
        }),
      },
    ],
  })
  const opened = renderPage({ plugins: [plugin], answers: [answer(petsApi.getPet, { name: 'Rex' })], ...options })
  return { ...opened, loads, code }
}

test('the code of a page is preloaded when a link to it is hovered or focused, its data only when it is pressed', async () => {
  const { screen, loads, requests } = setUp()
  const link = await screen.findByRole('link', { name: 'Rex' })
  fireEvent.pointerEnter(link)
  expect(loads).toEqual(['code'])
  fireEvent.pointerDown(link)
  await expect.poll(() => loads).toEqual(['code', 'code', 'data of rex from start'])
  await expect.poll(() => requests.filter(({ path }) => path === '/pets/rex').length).toBe(1)
})

test('the first data of a page is requested while its code loads, and once', async () => {
  const { screen, router, requests, code } = setUp()
  await screen.findByRole('link', { name: 'Rex' })
  void router.navigate('/pets/rex?from=start')
  const asked = () => requests.filter(({ path }) => path === '/pets/rex').length
  await expect.poll(asked).toBe(1)
  expect(screen.queryByRole('heading')).toBeNull()
  code.resolve()
  expect(await screen.findByRole('heading', { name: 'This is Rex' })).toBeTruthy()
  expect(asked()).toBe(1)
})

test('a page is first shown with its first data, where that arrives soon', async () => {
  const { screen, router, code } = setUp()
  await screen.findByRole('link', { name: 'Rex' })
  code.resolve()
  void router.navigate('/pets/rex?from=start')
  expect((await screen.findByRole('heading')).textContent).toBe('This is Rex')
})

test('the first data of a page may depend on the config and on the user', async () => {
  const given: string[] = []
  const plugin = defineWebPlugin({
    id: 'pets',
    pages: [
      {
        path: '/',
        title: 'Start',
        load: async () => ({ default: () => <h1>Pets</h1> }),
        preload: async () => ({
          preload: ({ api }) => void given.push(api(configApiRef).getString('app.title'), api(identityApiRef).getIdentity().userEntityRef),
        }),
      },
    ],
  })
  const { screen } = renderPage({ plugins: [plugin] })
  await screen.findByRole('heading', { name: 'Pets' })
  expect(given).toEqual(['Test Portal', 'user:default/jane'])
})

test('nothing is requested before sign-in', async () => {
  const { requests, screen } = setUp({ user: undefined, path: '/pets/rex' })
  await screen.findByRole('main')
  expect(requests.filter(({ path }) => path === '/pets/rex')).toEqual([])
})
