import { renderPage } from '@portico/core/testing/web'
import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  AnalyticsContext,
  analyticsSinks,
  defineExtension,
  defineRouteRef,
  defineWebPlugin,
  errorApiRef,
  Link,
  useAnalytics,
  type AnalyticsEvent,
  placeholderProvider,
} from '../index.ts'

const homeRoute = defineRouteRef({ id: 'home' })
const Card = defineExtension({
  plugin: 'cards',
  name: 'SearchCard',
  load: async () => () => {
    const { captureEvent } = useAnalytics()
    return <button onClick={() => captureEvent('search', 'pets', { value: 3 })}>Search</button>
  },
})
const attributes = { tab: 'first' }
const Home = () => (
  <AnalyticsContext attributes={attributes}>
    <Link to="/away?x=1">Away</Link>
    <Card />
  </AnalyticsContext>
)
const homeWeb = defineWebPlugin({
  id: 'home',
  pages: [
    { path: '/', title: 'Home', load: async () => ({ default: Home }), route: homeRoute },
    { path: '/away', title: 'Away', load: async () => ({ default: () => <h1>Away page</h1> }) },
  ],
})

function open(path = '/', user: string | undefined = 'user:default/jane') {
  const events: AnalyticsEvent[] = []
  const sink = defineWebPlugin({
    id: 'sink',
    fills: [
      analyticsSinks.fill({
        create: ({ config }) => ({ captureEvent: event => void events.push({ ...event, value: config.getNumber('sink.value') }) }),
      }),
      analyticsSinks.fill({
        name: 'unmade',
        create: () => {
          throw new Error('sink cannot be made')
        },
      }),
      analyticsSinks.fill({
        name: 'broken',
        create: () => ({
          captureEvent: () => {
            throw new Error('sink is broken')
          },
        }),
      }),
    ],
  })
  const opened = renderPage({ plugins: [homeWeb, sink], path, user, config: { sink: { value: 7 } } })
  return { ...opened, events, summary: () => events.map(({ action, subject }) => `${action} ${subject}`) }
}

test('navigation and clicks are events, with the plugin and route they happen in', async () => {
  const { screen, user, events } = open()
  await user.click(await screen.findByRole('link', { name: 'Away' }))
  await screen.findByRole('heading', { name: 'Away page' })
  // Effects send them, after the page is drawn.
  await expect
    .poll(() => events)
    .toEqual([
      { action: 'navigate', subject: '/', value: 7, context: { pluginId: 'home', extension: 'App', routeRef: 'home' } },
      {
        action: 'click',
        subject: 'Away',
        value: 7,
        attributes: { to: '/away?x=1' },
        context: { pluginId: 'home', extension: 'App', routeRef: 'home', tab: 'first' },
      },
      { action: 'navigate', subject: '/away?x=1', value: 7, context: { pluginId: 'home', extension: 'App', routeRef: 'unknown' } },
    ])
})

test('an extension captures in its own plugin’s name, inside the context around it', async () => {
  const { screen, user, events } = open()
  await user.click(await screen.findByRole('button', { name: 'Search' }))
  expect(events.at(-1)).toEqual({
    action: 'search',
    subject: 'pets',
    value: 7,
    context: { pluginId: 'cards', extension: 'SearchCard', routeRef: 'home', tab: 'first' },
  })
})

test('a page that is not found is an event', async () => {
  const { screen, summary } = open('/nowhere')
  await screen.findByRole('heading', { name: 'PAGE NOT FOUND' })
  await expect.poll(summary).toContain('not-found /nowhere')
})

test('signing in by hand and signing out are events, a restored session is not [AUTH-042, AUTH-043]', async () => {
  const { screen, portal, summary } = open()
  await screen.findByRole('link', { name: 'Away' })
  await expect.poll(summary).toEqual(['navigate /'])
  await act(() => portal.session.signOut())
  await act(() => portal.session.signIn(placeholderProvider))
  expect(summary().filter(each => /sign/.test(each))).toEqual(['signOut success', 'signIn success'])
})

test('a sink that fails is reported to the error listeners, and affects nothing else', async () => {
  const { screen, portal, user, events } = open()
  const onMessage: string[] = []
  portal.apis.get(errorApiRef).subscribe(({ error, hidden }) => onMessage.push(`${error.message} ${hidden}`))
  await user.click(await screen.findByRole('button', { name: 'Search' }))
  expect(events.at(-1)?.action).toBe('search')
  expect(onMessage.at(-1)).toBe('sink is broken true')
  expect(screen.queryByRole('alert')).toBeNull()
})
