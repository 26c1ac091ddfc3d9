import { renderPage } from '@portico/core/testing/web'
import { afterEach, expect, test, vi } from 'vitest'
import {
  defineExtension,
  defineExternalRouteRef,
  defineRouteRef,
  defineWebPlugin,
  FlatRoutes,
  Link,
  TabbedRoutes,
  useRouteRef,
  useRouteRefParams,
} from '../index.ts'

afterEach(() => vi.restoreAllMocks())

const thingRoute = defineRouteRef({ id: 'thing', params: ['name'] })
const toSomewhere = defineExternalRouteRef({ id: 'somewhere', optional: true })

function ThingPage() {
  const { name } = useRouteRefParams(thingRoute)
  const thingPath = useRouteRef(thingRoute)
  const somewhere = useRouteRef(toSomewhere)
  return (
    <>
      <h1>{`Thing ${name}`}</h1>
      <Link to={thingPath({ name: 'two' })}>The other thing</Link>
      {somewhere && <Link to={somewhere()}>Somewhere</Link>}
      <TabbedRoutes
        label="Thing"
        routes={[
          { path: '/', title: 'Overview', children: <p>All about it</p> },
          { path: '/docs', title: 'Docs', count: 3, children: <p>Its docs</p> },
          { path: '/docs/changes', title: 'Changes', children: <p>Its changes</p> },
        ]}
      />
    </>
  )
}
const thingsWeb = defineWebPlugin({
  id: 'things',
  pages: [{ path: '/things/:name/*', title: 'Thing', load: async () => ({ default: ThingPage }), route: thingRoute }],
  routes: { thing: thingRoute },
  externalRoutes: { somewhere: toSomewhere },
})

test('links are made from route refs, and an optional one that is not bound is undefined', async () => {
  const { screen, user, router } = renderPage({ plugins: [thingsWeb], path: '/things/one%2Fa' })
  expect(await screen.findByRole('heading', { name: 'Thing one/a' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Somewhere' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'The other thing' }))
  expect(await screen.findByRole('heading', { name: 'Thing two' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/things/two')
})

test('each tab is a sub-path, and choosing one goes there; the matching one is selected, longest first [UI-01] [UI-02]', async () => {
  const { screen, user, router } = renderPage({ plugins: [thingsWeb], path: '/things/one/docs/changes/7' })
  const selected = () => screen.getByRole('navigation', { name: 'Thing' }).querySelector('[aria-current]')?.textContent
  expect(await screen.findByText('Its changes')).toBeTruthy()
  expect(selected()).toBe('Changes')
  await user.click(screen.getByRole('link', { name: /^Docs/ }))
  expect(await screen.findByText('Its docs')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/things/one/docs')
  expect(selected()).toBe('Docs3')
  await user.click(screen.getByRole('link', { name: 'Overview' }))
  expect(await screen.findByText('All about it')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/things/one')
})

test('where no tab matches, the first is selected and shown [UI-02]', async () => {
  const NoRoot = () => (
    <TabbedRoutes
      label="Tabs"
      routes={[
        { path: '/a', title: 'A', children: <p>First one</p> },
        { path: '/b', title: 'B', children: <p>Second one</p> },
      ]}
    />
  )
  const plugin = defineWebPlugin({ id: 'x', pages: [{ path: '/x/*', title: 'X', load: async () => ({ default: NoRoot }) }] })
  const { screen } = renderPage({ plugins: [plugin], path: '/x/nowhere' })
  expect(await screen.findByText('First one')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'A' }).getAttribute('aria-current')).toBe('page')
})

test('a choice of tab leaves the focus on the tab', async () => {
  const { screen, user } = renderPage({ plugins: [thingsWeb], path: '/things/one' })
  await user.click(await screen.findByRole('link', { name: /^Docs/ }))
  await screen.findByText('Its docs')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /^Docs/ }))
})

test('flat routes match the longer path first, in any order, and any other path is not found [SHELL-11] [SHELL-12]', async () => {
  const Deep = () => (
    <FlatRoutes
      routes={[
        { path: '/', element: <p>Root</p> },
        { path: '/docs/*', element: <p>Docs</p> },
        { path: '/docs/new/*', element: <p>New docs</p> },
      ]}
    />
  )
  const plugin = defineWebPlugin({ id: 'x', pages: [{ path: '/x/*', title: 'X', load: async () => ({ default: Deep }) }] })
  const shows = async (path: string, words: string) => {
    const { screen } = renderPage({ plugins: [plugin], path })
    expect(await screen.findByText(words)).toBeTruthy()
  }
  await shows('/x/docs/new/today', 'New docs')
  await shows('/x/docs/old', 'Docs')
  await shows('/x', 'Root')
  await shows('/x/nothing/here', 'PAGE NOT FOUND')
})

test('two flat routes at one path are refused', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Twins = () => (
    <FlatRoutes
      routes={[
        { path: '/:a', element: 1 },
        { path: '/:b', element: 2 },
      ]}
    />
  )
  const plugin = defineWebPlugin({ id: 'x', pages: [{ path: '/x/*', title: 'X', load: async () => ({ default: Twins }) }] })
  const { screen } = renderPage({ plugins: [plugin], path: '/x/y' })
  expect((await screen.findByRole('alert')).textContent).toContain("Duplicate route '/:b'")
})

function pageOf(View: React.ComponentType) {
  return defineWebPlugin({ id: 'host', pages: [{ path: '/', title: 'Host', load: async () => ({ default: View }) }] })
}

test('an extension whose code fails to load is named, and the page stays [SHELL-60]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Lost = defineExtension({ plugin: 'graphs', name: 'GraphCard', load: () => Promise.reject(new Error('404')) })
  const Good = defineExtension({ plugin: 'graphs', name: 'GoodCard', load: async () => () => <p>Good card</p> })
  const { screen } = renderPage({
    plugins: [
      pageOf(() => (
        <>
          <Lost />
          <Good />
        </>
      )),
    ],
  })
  expect(await screen.findByText('Failed lazy loading of the GraphCard extension, try to reload the page')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Error in graphs' })).toBeTruthy()
  expect(await screen.findByText('Good card')).toBeTruthy()
})

test('an extension that fails to load is requested again by Retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let requests = 0
  const load = async () => {
    if (++requests === 1) throw new Error('404')
    return () => <p>Here after all</p>
  }
  const Flaky = defineExtension({ plugin: 'graphs', name: 'FlakyCard', load })
  const { screen, user } = renderPage({ plugins: [pageOf(() => <Flaky />)] })
  await screen.findByText('Failed lazy loading of the FlakyCard extension, try to reload the page')
  expect(requests).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Here after all')).toBeTruthy()
  expect(requests).toBe(2)
})

test('a routable extension whose route no page has says that it is not in the element tree [SHELL-62]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const lost = defineRouteRef({ id: 'lost' })
  const Card = defineExtension({ plugin: 'graphs', name: 'GraphPage', load: async () => () => <p>Never</p>, route: lost })
  const { screen } = renderPage({ plugins: [pageOf(() => <Card />)] })
  expect((await screen.findByRole('alert')).textContent).toContain(
    "The routable extension 'GraphPage' was not found in the element tree: no page has the route 'lost'",
  )
})

test('an extension whose code was asked for before is drawn from it, without a fallback', async () => {
  let loads = 0
  const Card = defineExtension({
    plugin: 'graphs',
    name: 'EarlyCard',
    load: async () => {
      loads += 1
      return () => <p>Early card</p>
    },
  })
  await Card.preload()
  const { screen } = renderPage({ plugins: [pageOf(() => <Card />)] })
  expect(await screen.findByText('Early card')).toBeTruthy()
  // A lazy component would have loaded it again.
  expect(loads).toBe(1)
})
