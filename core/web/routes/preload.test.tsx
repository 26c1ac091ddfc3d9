import { answer, renderPage } from '@portico/core/testing/web'
import { defineContract, get } from '@portico/core/common'
import { fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineWebPlugin, Link, query, useQuery } from '../index.ts'

const petsApi = defineContract('pets', { getPet: get('/pets/:name', { access: 'signed-in', reply: z.object({ name: z.string() }) }) })
const pet = (name: string) => query(petsApi.getPet, { params: { name } })

function setUp() {
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
        preload: ({ params, search, prefetch }) => {
          loads.push(`data of ${params['name']} from ${search.get('from')}`)
          prefetch(pet(params['name'] ?? ''))
        },
      },
    ],
  })
  const opened = renderPage({ plugins: [plugin], answers: [answer(petsApi.getPet, { name: 'Rex' })] })
  return { ...opened, loads, code }
}

test('the code of a page is asked for when the pointer or the focus comes near a link to it, its data only when it is pressed', async () => {
  const { screen, loads, requests } = setUp()
  const link = await screen.findByRole('link', { name: 'Rex' })
  fireEvent.pointerEnter(link)
  expect(loads).toEqual(['code'])
  fireEvent.pointerDown(link)
  expect(loads).toEqual(['code', 'code', 'data of rex from start'])
  await expect.poll(() => requests.filter(({ path }) => path === '/pets/rex').length).toBe(1)
})

test('what a page reads first is read while its code is on its way, and once', async () => {
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
