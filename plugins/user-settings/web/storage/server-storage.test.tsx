import { AppError, unavailableError } from '@portico/core/common'
import { answer, renderPage, type AnsweredRequest } from '@portico/core/testing/web'
import {
  createMemoryStorage,
  createObservable,
  defineApi,
  defineWebPlugin,
  signalsApiRef,
  storageApiRef,
  themesApiRef,
  useStored,
  type SignalListener,
  type Signals,
  type SignalState,
  type SignInProvider,
} from '@portico/core/web'
import { userSettingsApi, type SettingSignal } from '@portico/user-settings/common'
import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { userSettingsWeb } from '../index.tsx'

const jane = 'user:default/jane'

/** Signs in as a user who is not a guest. */
function signInAs(userEntityRef: string): SignInProvider {
  const identity = { type: 'user' as const, userEntityRef, ownershipEntityRefs: [userEntityRef] }
  const backstageIdentity = { token: `token-of-${userEntityRef}`, identity, expiresAt: new Date(Date.now() + 3_600_000) }
  return { id: 'company', title: 'Company', message: '', action: 'Go', signIn: async () => ({ profile: {}, backstageIdentity }) }
}

/** A fake server that keeps values, can be unavailable, and signals changes. */
function createServer() {
  const values = new Map<string, unknown>()
  const listeners = new Set<SignalListener>()
  let failure: AppError | undefined
  let held: Promise<void> | undefined
  const keyOf = ({ path }: AnsweredRequest) => {
    const [, bucket = '', key = ''] = /^\/buckets\/([^/]+)\/keys\/(.+)$/.exec(path) ?? []
    return `${decodeURIComponent(bucket)} ${decodeURIComponent(key)}`
  }
  const answers = [
    answer(userSettingsApi.multiget, async ({ body }) => {
      await held
      if (failure) throw failure
      const { items } = body as { items: { bucket: string; key: string }[] }
      const kept = items.map(({ bucket, key }) => `${bucket} ${key}`)
      return { items: kept.map(name => (values.has(name) ? { value: values.get(name) } : null)) }
    }),
    answer(userSettingsApi.putSetting, request => {
      if (failure) return failure
      const { value } = request.body as { value: unknown }
      values.set(keyOf(request), value)
      return { bucket: '', key: '', value }
    }),
    answer(userSettingsApi.deleteSetting, request => failure ?? void values.delete(keyOf(request))),
  ]
  return {
    values,
    answers,
    hold: (until: Promise<void>) => void (held = until),
    fail: (error: AppError | undefined) => void (failure = error),
    /** The connection for signals opens: what was signalled before may be lost. */
    connect: () => listeners.forEach(listener => listener.onGap?.()),
    notify: (signal: SettingSignal) => listeners.forEach(listener => listener.onMessage(signal)),
    signals: {
      state: createObservable<SignalState>('open'),
      subscribe(channel: string, listener: SignalListener) {
        if (channel === 'user-settings') listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    } satisfies Signals,
  }
}

function Stars() {
  const [{ presence, value = [] }, set] = useStored<string[]>('starredEntities', 'entityRefs')
  return (
    <>
      <output aria-label="Stars">{presence === 'present' ? value.join(' ') : presence}</output>
      <button type="button" onClick={() => set([...value, `star-${value.length + 1}`]).catch(() => undefined)}>
        Star
      </button>
      <button type="button" onClick={() => void set(undefined)}>
        Remove
      </button>
    </>
  )
}

const stars = defineWebPlugin({ id: 'stars', pages: [{ path: '/', title: 'Stars', load: async () => ({ default: Stars }) }] })
const starsKey = 'default.starredEntities entityRefs'
const copyKey = `user-settings:${jane}:/starredEntities/entityRefs`

function open(server: ReturnType<typeof createServer>, options: { storage?: Storage; user?: string } = {}) {
  const storage = options.storage ?? createMemoryStorage()
  storage.setItem('@backstage/core:SignInPage:provider', 'company')
  const plugins = [userSettingsWeb, stars]
  const apis = [defineApi({ api: signalsApiRef, create: () => server.signals })]
  return renderPage({ plugins, apis, answers: server.answers, storage, user: undefined, signIn: [signInAs(options.user ?? jane)] })
}
const reads = (requests: readonly AnsweredRequest[]) => requests.filter(({ path }) => path === '/multiget')
const writes = (requests: readonly AnsweredRequest[]) => requests.filter(({ method }) => method === 'PUT' || method === 'DELETE')

test('values are read from the server, batched into one request', async () => {
  const server = createServer()
  server.values.set(starsKey, ['component:default/shop'])
  const { screen, requests } = open(server)
  expect(await screen.findByText('component:default/shop')).toBeTruthy()
  const [first] = reads(requests)
  expect(first?.body).toEqual({
    items: expect.arrayContaining([
      { bucket: 'default.userSettings', key: 'theme' },
      { bucket: 'default.userSettings', key: 'language' },
    ]),
  })
  expect(first?.headers.get('authorization')).toBe(`Bearer token-of-${jane}`)
})

test('the browser’s copy is shown first, then the value of the server', async () => {
  const server = createServer()
  const storage = createMemoryStorage()
  storage.setItem(copyKey, '["old"]')
  server.values.set(starsKey, ['new'])
  const { promise, resolve } = Promise.withResolvers<void>()
  server.hold(promise)
  const { screen } = open(server, { storage })
  expect((await screen.findByRole('status', { name: 'Stars' })).textContent).toBe('old')
  resolve()
  expect(await screen.findByText('new')).toBeTruthy()
  expect(storage.getItem(copyKey)).toBe('["new"]')
})

test('a change is shown at once, stored by the server, and seen on another device', async () => {
  const server = createServer()
  const { screen, user } = open(server)
  await user.click(await screen.findByRole('button', { name: 'Star' }))
  expect(screen.getByRole('status', { name: 'Stars' }).textContent).toBe('star-1')
  await expect.poll(() => server.values.get(starsKey)).toEqual(['star-1'])
  const elsewhere = open(server)
  expect(await elsewhere.screen.findByText('star-1')).toBeTruthy()
  await elsewhere.user.click(elsewhere.screen.getByRole('button', { name: 'Remove' }))
  await expect.poll(() => server.values.has(starsKey)).toBe(false)
  expect(elsewhere.screen.getByRole('status', { name: 'Stars' }).textContent).toBe('absent')
})

test('a change on another device shows here, without further requests', async () => {
  const server = createServer()
  server.values.set(starsKey, ['one'])
  const { screen, requests } = open(server)
  await screen.findByText('one')
  // What may have changed before the connection opened is read once more.
  const first = reads(requests).length
  act(() => server.connect())
  await expect.poll(() => reads(requests).length).toBe(first + 1)
  server.values.set(starsKey, ['one', 'two'])
  const before = reads(requests).length
  act(() => server.notify({ type: 'key-changed', bucket: 'default.starredEntities', key: 'entityRefs' }))
  expect(await screen.findByText('one two')).toBeTruthy()
  expect(reads(requests).slice(before).at(-1)?.body).toEqual({ items: [{ bucket: 'default.starredEntities', key: 'entityRefs' }] })
})

test('while the server is unavailable changes stay in the browser, over a reload too, and are sent when it is back', async () => {
  const server = createServer()
  const storage = createMemoryStorage()
  server.fail(unavailableError('The server is away'))
  const { screen, user } = open(server, { storage })
  expect(await screen.findByText('absent')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Star' }))
  await user.click(screen.getByRole('button', { name: 'Star' }))
  expect(screen.getByRole('status', { name: 'Stars' }).textContent).toBe('star-1 star-2')
  const later = open(server, { storage })
  expect(await later.screen.findByText('star-1 star-2')).toBeTruthy()
  // The server's value is older than the one that was never sent.
  server.values.set(starsKey, ['older'])
  server.fail(undefined)
  act(() => void window.dispatchEvent(new Event('online')))
  await expect.poll(() => server.values.get(starsKey)).toEqual(['star-1', 'star-2'])
  expect(later.screen.getByRole('status', { name: 'Stars' }).textContent).toBe('star-1 star-2')
  expect(storage.getItem(`user-settings:${jane}:unsent`)).toBeNull()
})

test('a change that the server refuses is undone', async () => {
  const server = createServer()
  server.values.set(starsKey, ['kept'])
  const { screen, user, requests } = open(server)
  await screen.findByText('kept')
  const [put] = server.answers.filter(({ route }) => route.name === 'putSetting')
  Object.assign(put!, { answer: () => new AppError('PayloadTooLargeError', 'The value is too large') })
  await user.click(screen.getByRole('button', { name: 'Star' }))
  await expect.poll(() => writes(requests).length).toBe(1)
  expect(await screen.findByText('kept')).toBeTruthy()
})

test('another tab of the browser notifies this one, without the server', async () => {
  const server = createServer()
  const { screen, storeInOtherTab, requests } = open(server)
  await screen.findByText('absent')
  const before = requests.length
  storeInOtherTab(copyKey, '["from-the-other-tab"]')
  expect(await screen.findByText('from-the-other-tab')).toBeTruthy()
  expect(requests.slice(before).filter(({ path }) => path === '/multiget')).toEqual([])
})

test('one user’s values are not the next one’s', async () => {
  const server = createServer()
  const storage = createMemoryStorage()
  const { screen, user } = open(server, { storage })
  await user.click(await screen.findByRole('button', { name: 'Star' }))
  await expect.poll(() => server.values.get(starsKey)).toEqual(['star-1'])
  const next = open(createServer(), { storage, user: 'user:default/joe' })
  expect(await next.screen.findByText('absent')).toBeTruthy()
})

test('guests have the browser only: nothing is read from the server or sent to it', async () => {
  const storage = createMemoryStorage()
  const { screen, user, requests } = renderPage({ plugins: [userSettingsWeb, stars], storage })
  expect((await screen.findByRole('status', { name: 'Stars' })).textContent).toBe('absent')
  await user.click(screen.getByRole('button', { name: 'Star' }))
  expect(await screen.findByText('star-1')).toBeTruthy()
  expect(storage.getItem('/starredEntities/entityRefs')).toBe('["star-1"]')
  expect(requests.filter(({ url }) => url.includes('/api/user-settings/'))).toEqual([])
})

test('guests begin with the values that the server has for them, and what they change stays in the browser', async () => {
  const storage = createMemoryStorage()
  const items = [{ bucket: 'default.starredEntities', key: 'entityRefs', value: ['star-7'] }]
  const config = { userSettings: { guests: { startingValues: true } } }
  const answers = [answer(userSettingsApi.listStartingSettings, () => ({ items }))]
  const first = renderPage({ plugins: [userSettingsWeb, stars], storage, config, answers })
  expect(await first.screen.findByText('star-7')).toBeTruthy()
  await first.user.click(first.screen.getByRole('button', { name: 'Star' }))
  expect(await first.screen.findByText('star-7 star-2')).toBeTruthy()
  expect(first.requests.filter(({ url }) => url.includes('/api/user-settings/buckets'))).toEqual([])
  expect(storage.getItem('/starredEntities/entityRefs')).toBe('["star-7","star-2"]')
})

test('guests begin with nothing where the server does not answer', async () => {
  const config = { userSettings: { guests: { startingValues: true } } }
  const answers = [answer(userSettingsApi.listStartingSettings, () => unavailableError('gone'))]
  const { screen } = renderPage({ plugins: [userSettingsWeb, stars], storage: createMemoryStorage(), config, answers })
  expect(await screen.findByText('absent')).toBeTruthy()
})

test('a copy that is not JSON is ignored with a report', async () => {
  const storage = createMemoryStorage()
  storage.setItem('/starredEntities/entityRefs', '{')
  const { screen } = renderPage({ plugins: [userSettingsWeb, stars], storage })
  expect((await screen.findByRole('status', { name: 'Stars' })).textContent).toBe('absent')
  expect(await screen.findByText('Error when parsing JSON config from storage for: entityRefs')).toBeTruthy()
})

test('theme, language and sidebar follow the user', async () => {
  const server = createServer()
  server.values.set('default.userSettings theme', 'dark')
  server.values.set('default.userSettings sidebarPinState', 'false')
  const storage = createMemoryStorage()
  const { portal, screen } = open(server, { storage })
  await screen.findByText('absent')
  const themes = portal.apis.get(themesApiRef)
  await expect.poll(() => themes.choice.get()).toBe('dark')
  expect(portal.shell.sidebar.pinned.get()).toBe(false)
  expect(storage.getItem('theme')).toBe('dark')

  act(() => themes.choose('light'))
  await expect.poll(() => server.values.get('default.userSettings theme')).toBe('light')
  act(() => themes.choose('auto'))
  await expect.poll(() => server.values.get('default.userSettings theme')).toBeNull()
  act(() => portal.shell.sidebar.togglePin())
  await expect.poll(() => server.values.get('default.userSettings sidebarPinState')).toBe('true')

  server.values.set('default.userSettings theme', 'dark')
  await expect
    .poll(async () => {
      act(() => server.notify({ type: 'key-changed', bucket: 'default.userSettings', key: 'theme' }))
      return themes.choice.get()
    })
    .toBe('dark')
})

test('buckets may be in buckets, and a key may hold slashes', async () => {
  const server = createServer()
  const { portal, screen } = open(server)
  await screen.findByText('absent')
  await act(() => portal.apis.get(storageApiRef).bucket('a').bucket('b').set('x/y z', { deep: true }))
  expect(server.values.get('default.a.b x/y z')).toEqual({ deep: true })
})
