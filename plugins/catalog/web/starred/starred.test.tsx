import { renderPage } from '@portico/core/testing/web'
import { createMemoryStorage, defineApi, defineWebPlugin, storageApiRef, type UserStorage } from '@portico/core/web'
import { expect, test } from 'vitest'
import { catalogWeb, StarButton, useStarredEntities } from '../index.tsx'

const key = '/starredEntities/entityRefs'
const oldKey = '/settings/starredEntities'

function Page() {
  const { starred, change } = useStarredEntities()
  return (
    <>
      <StarButton entity="component:default/billing" />
      <p>{[...starred].join(' ') || 'none'}</p>
      <button onClick={() => change({ add: ['api:default/a', 'api:default/b'], remove: ['component:default/billing'] })}>Many</button>
    </>
  )
}
const plugin = defineWebPlugin({ id: 'x', pages: [{ path: '/x', title: 'X', load: async () => ({ default: Page }) }] })

function open(storage = createMemoryStorage(), apis: Parameters<typeof renderPage>[0]['apis'] = []) {
  return { ...renderPage({ plugins: [catalogWeb, plugin], path: '/x', storage, apis }), storage }
}

test('a click on the star adds the ref to the bucket starredEntities, a second one removes it [CAT-046, CAT-074]', async () => {
  const { screen, user, storage } = open()
  const star = await screen.findByRole('button', { name: 'Star component:billing', pressed: false })
  await user.click(star)
  expect(await screen.findByRole('button', { name: 'Star component:billing', pressed: true })).toBeTruthy()
  expect(storage.getItem(key)).toBe('["component:default/billing"]')
  await user.click(star)
  await expect.poll(() => storage.getItem(key)).toBe('[]')
  expect(screen.getByRole('button', { name: 'Star component:billing', pressed: false })).toBeTruthy()
})

test('many are starred at once, and changes of another tab are followed', async () => {
  const { screen, user, storeInOtherTab } = open()
  storeInOtherTab(key, '["component:default/billing"]')
  await user.click(await screen.findByRole('button', { name: 'Many' }))
  expect(await screen.findByText('api:default/a api:default/b')).toBeTruthy()
})

test('stars of the old key are converted, merged with the others, and the old key is removed [CAT-047, CAT-048]', async () => {
  const storage = createMemoryStorage()
  storage.setItem(oldKey, '["entity:Component:default:billing","entity:api:shop:Orders","nonsense","entity:a:b","entity:a:b:c:d",7]')
  storage.setItem(key, '["api:default/a"]')
  const { screen } = open(storage)
  expect(await screen.findByText('api:default/a component:default/billing api:shop/orders')).toBeTruthy()
  await expect.poll(() => storage.getItem(oldKey)).toBeNull()
  expect(storage.getItem(key)).toBe('["api:default/a","component:default/billing","api:shop/orders"]')
})

test('invalid stored values are ignored', async () => {
  const storage = createMemoryStorage()
  storage.setItem(key, '{"not":"a list"}')
  const { screen } = open(storage)
  expect(await screen.findByText('none')).toBeTruthy()
})

test('a star that could not be stored is reverted, and the reason is reported', async () => {
  const storage: UserStorage = {
    bucket: () => ({
      observe: () => ({ get: () => absent, subscribe: () => () => {} }),
      set: () => Promise.reject(new Error('The settings are full')),
      remove: async () => {},
      bucket: name => storage.bucket(name),
    }),
  }
  const { screen, user } = open(undefined, [defineApi({ api: storageApiRef, create: () => storage })])
  await user.click(await screen.findByRole('button', { name: 'Star component:billing' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The settings are full')
  expect(screen.getByRole('button', { name: 'Star component:billing', pressed: false })).toBeTruthy()
})

const absent = { presence: 'absent', value: undefined } as const
