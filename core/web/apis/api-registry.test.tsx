import { renderPage } from '@portico/core/testing/web'
import { afterEach, expect, expectTypeOf, test, vi } from 'vitest'
import { alertApiRef, defineApi, defineApiRef, defineWebPlugin, identityApiRef, storageApiRef, useApi, type UserStorage } from '../index.ts'
import { createApis } from './api-registry.ts'

afterEach(() => vi.restoreAllMocks())

const counterRef = defineApiRef<{ next(): number }>({ id: 'plugin.counter' })
const doubleRef = defineApiRef<{ next(): number }>({ id: 'plugin.double-counter' })
let made = 0
const counter = defineApi({
  api: counterRef,
  create: () => {
    made++
    let count = 0
    return { next: () => ++count }
  },
})
const double = defineApi({ api: doubleRef, uses: { single: counterRef }, create: ({ single }) => ({ next: () => single.next() * 2 }) })

test('ids of API refs are lowercase tokens separated by periods or dashes [SHELL-46]', () => {
  for (const id of ['a', 'core.alert', 'plugin.catalog-graph.v2', '1.2']) expect(defineApiRef({ id }).id).toBe(id)
  for (const id of ['', 'A', 'core_alert', 'core..alert', '.core', 'core-', 'a/b', 'a b', 'ä']) {
    expect(() => defineApiRef({ id })).toThrow(
      `The API ref id '${id}' must be lowercase alphanumeric tokens separated by periods or dashes`,
    )
  }
})

test('an API is created on first use, once, from those it uses', () => {
  made = 0
  const apis = createApis({ core: [], plugins: [{ id: 'a', apis: [counter, double] }], app: [] })
  expect(made).toBe(0)
  expect(apis.get(doubleRef).next()).toBe(2)
  expect(apis.get(counterRef).next()).toBe(2)
  expect(made).toBe(1)
  expectTypeOf(apis.get(counterRef)).toEqualTypeOf<{ next(): number }>()
})

test('a plugin overrides the core, and the app overrides both', () => {
  const fixed = (value: number) => defineApi({ api: counterRef, create: () => ({ next: () => value }) })
  const next = (plugins: Parameters<typeof createApis>[0]['plugins'], app: Parameters<typeof createApis>[0]['app']) =>
    createApis({ core: [fixed(1)], plugins, app })
      .get(counterRef)
      .next()
  expect(next([], [])).toBe(1)
  expect(next([{ id: 'a', apis: [fixed(2)] }], [])).toBe(2)
  expect(next([{ id: 'a', apis: [fixed(2)] }], [fixed(3)])).toBe(3)
})

test('an API without an implementation, one provided twice, and a cycle of APIs are refused by name', () => {
  const open = (...apis: Parameters<typeof createApis>[0]['core']) => createApis({ core: apis, plugins: [], app: [] })
  expect(() => open().get(counterRef)).toThrow("No implementation available for the API 'plugin.counter'")
  expect(() => open(double)).toThrow("The API 'plugin.double-counter' uses 'plugin.counter', for which no implementation is available")
  const plugins = [
    { id: 'a', apis: [counter] },
    { id: 'b', apis: [counter] },
  ]
  expect(() => createApis({ core: [], plugins, app: [] })).toThrow("The API 'plugin.counter' is provided twice, by the plugins 'a' and 'b'")
  const back = defineApi({ api: counterRef, uses: { double: doubleRef }, create: ({ double: other }) => other })
  expect(() => open(back, double)).toThrow('APIs depend on each other in a cycle: plugin.counter → plugin.double-counter → plugin.counter')
})

test('a mistake in an API of a plugin from outside names the plugin, and one that the portal works with is made at once', () => {
  const open = (...apis: Parameters<typeof createApis>[0]['core']) =>
    createApis({ core: [counter], plugins: [{ id: 'radar', apis }], app: [], outside: new Set(['radar']) })
  const create = () => {
    throw new Error('no count today')
  }
  const named = (message: string) => expect.objectContaining({ plugin: 'radar', message })
  expect(() => open(defineApi({ api: counterRef, create }))).toThrow(named("Its API 'plugin.counter' cannot be made: no count today"))
  const later = open(defineApi({ api: doubleRef, create }))
  expect(() => later.get(doubleRef)).toThrow(named("Its API 'plugin.double-counter' cannot be made: no count today"))
  const lost = defineApi({ api: doubleRef, uses: { lost: defineApiRef<unknown>({ id: 'lost' }) }, create })
  expect(() => open(lost)).toThrow(named("The API 'plugin.double-counter' uses 'lost', for which no implementation is available"))
  const round = defineApi({ api: counterRef, uses: { round: counterRef }, create })
  expect(() => open(round)).toThrow(named('APIs depend on each other in a cycle: plugin.counter → plugin.counter'))
})

test('a page finds its APIs, and an app gives another one instead of the portal’s own', async () => {
  const kept = new Map<string, unknown>()
  const serverSide = defineApi({
    api: storageApiRef,
    uses: { identity: identityApiRef },
    create: ({ identity }): UserStorage => ({
      bucket: name => ({
        observe: () => ({ get: () => ({ presence: 'unknown', value: undefined }), subscribe: () => () => {} }),
        set: async (key, value) => void kept.set(`${identity.getIdentity().userEntityRef} ${name} ${key}`, value),
        remove: async () => {},
        bucket: () => {
          throw new Error('not here')
        },
      }),
    }),
  })
  function Page() {
    const { post } = useApi(alertApiRef)
    const storage = useApi(storageApiRef)
    return (
      <button
        onClick={() => {
          void storage.bucket('box').set('key', 1)
          post({ message: 'Kept' })
        }}
      >
        Keep
      </button>
    )
  }
  const plugin = defineWebPlugin({ id: 'x', pages: [{ path: '/', title: 'X', load: async () => ({ default: Page }) }] })
  const { screen, user } = renderPage({ plugins: [plugin], apis: [serverSide] })
  await user.click(await screen.findByRole('button', { name: 'Keep' }))
  expect((await screen.findByRole('status')).textContent).toContain('Kept')
  expect([...kept]).toEqual([['user:default/jane box key', 1]])
})

test('a page that uses an API without an implementation shows which', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Page = () => <p>{useApi(counterRef).next()}</p>
  const plugin = defineWebPlugin({ id: 'x', pages: [{ path: '/', title: 'X', load: async () => ({ default: Page }) }] })
  const { screen } = renderPage({ plugins: [plugin] })
  expect((await screen.findByRole('alert')).textContent).toContain("No implementation available for the API 'plugin.counter'")
})
