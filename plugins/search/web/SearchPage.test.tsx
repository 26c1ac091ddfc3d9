import { catalogWeb } from '@portico/catalog/web'
import { AppError } from '@portico/core/common'
import { answer, renderPage, type RenderPageOptions, withFakeClock } from '@portico/core/testing/web'
import { analyticsSinks, defineWebPlugin, type AnalyticsEvent } from '@portico/core/web'
import { devtoolsApi } from '@portico/devtools/common'
import { devtoolsWeb } from '@portico/devtools/web'
import { searchApi, type IndexStatus, type ResultFacets, type ResultSet, type SearchResult } from '@portico/search/common'
import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { searchResultViews, searchWeb } from './index.tsx'
import { HomeSearchBar } from './parts/HomeSearchBar.tsx'

const marks = { preTag: '<1>', postTag: '</1>' }
const gateway: SearchResult = {
  type: 'software-catalog',
  rank: 1,
  document: {
    title: 'Payment Gateway',
    text: 'Takes payments <b>safely</b>',
    location: '/catalog/default/component/payment-gateway',
    kind: 'Component',
    namespace: 'default',
    name: 'payment-gateway',
    owner: 'team-a',
    type: 'service',
  },
  highlight: { ...marks, fields: { title: '<1>Payment</1> Gateway', text: 'Takes <1>payments</1> <b>safely</b>' } },
}
const page: SearchResult = {
  type: 'techdocs',
  rank: 2,
  document: { title: 'Paying', text: 'How to pay', location: '/docs/default/component/x/paying', entityTitle: 'The X' },
}
const other: SearchResult = { type: 'wiki', rank: 3, document: { title: 'Wiki page', text: '', location: 'https://wiki.example/x' } }
const facets: ResultFacets = {
  types: [
    { type: 'software-catalog', count: 12_000 },
    { type: 'techdocs', count: 7 },
    { type: 'wiki', count: 1 },
  ],
  fields: {
    kind: [
      { value: 'Component', count: 5 },
      { value: 'API', count: 2 },
    ],
    lifecycle: [
      { value: 'production', count: 4 },
      { value: 'deprecated', count: 1 },
    ],
    owner: [
      { value: 'team-a', count: 3 },
      { value: 'group:default/team-b', count: 1 },
    ],
  },
  complete: true,
}

function open(options: Partial<RenderPageOptions> & { result?: ResultSet | AppError | ((url: URL) => ResultSet) } = {}) {
  const events: AnalyticsEvent[] = []
  const sink = defineWebPlugin({
    id: 'sink',
    fills: [analyticsSinks.fill({ create: () => ({ captureEvent: event => void events.push(event) }) })],
  })
  const { result = { results: [gateway, page, other], numberOfResults: 60, nextPageCursor: 'MQ==' }, ...rest } = options
  const asked: URL[] = []
  const opened = renderPage({
    path: '/search?query=pay',
    ...rest,
    plugins: [searchWeb, catalogWeb, devtoolsWeb, sink, ...(options.plugins ?? [])],
    config: { organization: { name: 'Acme' }, ...options.config },
    answers: [
      answer(searchApi.query, ({ url }) => {
        asked.push(new URL(url))
        return typeof result === 'function' ? result(new URL(url)) : result
      }),
      answer(searchApi.getFacets, facets),
      answer(searchApi.listTypes, { types: facets.types }),
      ...(options.answers ?? []),
    ],
  })
  const last = () => asked.at(-1)!.searchParams
  const list = () => opened.screen.findByRole('list', { name: 'Results' })
  return { ...opened, events, asked, last, list }
}

test('the search page asks what the address says, and shows the results with what was found marked [SEARCH-02, SEARCH-13, SEARCH-20]', async () => {
  const { screen, list, last } = open()
  const items = within(await list()).getAllByRole('listitem')
  expect(items).toHaveLength(3)
  const link = await screen.findByRole('link', { name: 'Payment Gateway' })
  expect(link.getAttribute('href')).toBe('/catalog/default/component/payment-gateway')
  expect([...link.querySelectorAll('mark')].map(mark => mark.textContent)).toEqual(['Payment'])
  // The text is text: nothing in it becomes markup.
  expect(items[0]!.textContent).toContain('Takes payments <b>safely</b>')
  expect(items[0]!.querySelector('b')).toBeNull()
  expect(last().get('term')).toBe('pay')
  expect(last().get('pageLimit')).toBe('25')
})

test('results of type software-catalog look like entities, a plugin’s own as it wants, others like any other [SEARCH-01]', async () => {
  const wiki = defineWebPlugin({
    id: 'wiki',
    fills: [searchResultViews.fill({ type: 'wiki', title: 'Wiki', View: ({ result }) => <em>Own view of {result.document.title}</em> })],
  })
  const { screen, list } = open({ plugins: [wiki] })
  const items = within(await list()).getAllByRole('listitem')
  await waitFor(() => expect(items[0]!.textContent).toContain('Component · service · team-a'))
  expect(items[1]!.textContent).toContain('Documentation · The X')
  expect(screen.getByText('Own view of Wiki page')).toBeTruthy()
})

test('an entity whose title is not its name has both, and the parts of a group’s text stand apart', async () => {
  const text = 'Pays : Payments : pay@example.com'
  const group: SearchResult = {
    type: 'software-catalog',
    rank: 1,
    document: { title: 'Money', text, location: '/catalog/default/group/payments', kind: 'Group', type: 'team', name: 'payments' },
    highlight: { ...marks, fields: { text: '<1>Pays</1> : Payments : pay@example.com' } },
  }
  const { list } = open({ result: { results: [group, gateway], numberOfResults: 2 } })
  const [first, second] = within(await list()).getAllByRole('listitem')
  await waitFor(() => expect(first!.textContent).toContain('Moneypayments · Group · team'))
  expect(first!.textContent).toContain('Pays · Payments · pay@example.com')
  expect(first!.querySelector('mark')!.textContent).toBe('Pays')
  expect(second!.textContent).not.toContain('payment-gateway')
})

test('the bar has its placeholder and a Clear button that empties the term [SEARCH-05, SEARCH-06]', async () => {
  const { screen, user, router, last, list } = open()
  await list()
  const field = screen.getByRole('searchbox', { name: 'Search' })
  expect(field.getAttribute('placeholder')).toBe('Search in Acme')
  await user.type(field, 'ments')
  await waitFor(() => expect(last().get('term')).toBe('payments'))
  expect(router.state.location.search).toBe('?query=payments')
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect((field as HTMLInputElement).value).toBe('')
})

test('the bar asks 200 ms after the last letter, and the values of filters follow 250 ms later [SEARCH-30, SEARCH-31]', async () => {
  const { screen, asked, requests, list } = open()
  await list()
  const field = screen.getByRole('searchbox', { name: 'Search' })
  const counted = () => requests.filter(({ path }) => path.startsWith('/facets') && path.includes('term=paym')).length
  await withFakeClock(async pass => {
    fireEvent.change(field, { target: { value: 'paym' } })
    await pass(199)
    expect(asked.map(url => url.searchParams.get('term'))).toEqual(['pay'])
    await pass(1)
    expect(asked.map(url => url.searchParams.get('term'))).toEqual(['pay', 'paym'])
    await pass(249)
    expect(counted()).toBe(0)
    await pass(1)
    expect(counted()).toBeGreaterThan(0)
  })
})

test('a type is chosen in a list with counts; ten thousand and more are not counted out [SEARCH-11, SEARCH-24, SEARCH-35]', async () => {
  const { screen, user, router, last, list } = open({ path: '/search?query=pay&pageCursor=MQ==' })
  await list()
  const types = screen.getByRole('list', { name: 'Result type' })
  await waitFor(() =>
    expect(
      within(types)
        .getAllByRole('button')
        .map(button => button.textContent),
    ).toEqual(['All>10000', 'Software catalog>10000', 'Documentation7', 'wiki1']),
  )
  await user.click(within(types).getByRole('button', { name: /Documentation/ }))
  await waitFor(() => expect(last().getAll('types[]')).toEqual(['techdocs']))
  expect(last().get('pageCursor')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'See All' }))
  await waitFor(() => expect(router.state.location.search).toBe('?query=pay'))
})

test('types as chips are chosen several at once [SEARCH-10]', async () => {
  const { screen, user, last, list } = open({ config: { search: { page: { typeFilter: 'chips' } } } })
  await list()
  const types = await screen.findByRole('list', { name: 'Result type' })
  await user.click(await within(types).findByRole('button', { name: 'Documentation' }))
  await user.click(within(types).getByRole('button', { name: 'wiki' }))
  await waitFor(() => expect(last().getAll('types[]')).toEqual(['techdocs', 'wiki']))
  await user.click(within(types).getByRole('button', { name: 'Documentation' }))
  await waitFor(() => expect(last().getAll('types[]')).toEqual(['wiki']))
})

test('types as tabs stand above the results [SEARCH-12]', async () => {
  const { screen, user, last, list } = open({ config: { search: { page: { typeFilter: 'tabs' } } } })
  await list()
  await user.click(await screen.findByRole('tab', { name: /Documentation/ }))
  await waitFor(() => expect(last().getAll('types[]')).toEqual(['techdocs']))
  expect(within(screen.getByRole('tabpanel')).getByRole('list', { name: 'Results' })).toBeTruthy()
})

test('filters: boxes, a list with All, a field that completes, others to add, and a way back to all results [SEARCH-07, SEARCH-08, SEARCH-09, SEARCH-15, SEARCH-21, SEARCH-23]', async () => {
  const { screen, user, last, list } = open({ path: '/search?query=pay&pageCursor=MQ==' })
  await list()
  const kind = await screen.findByRole('combobox', { name: 'Kind' })
  await user.click(kind)
  await screen.findByRole('option', { name: 'Component (5)' })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['All', 'Component (5)', 'API (2)'])
  await user.click(screen.getByRole('option', { name: 'API (2)' }))
  await waitFor(() => expect(last().getAll('filters[kind]')).toEqual(['API']))
  expect(last().get('pageCursor')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: /production/ }))
  await user.click(screen.getByRole('checkbox', { name: /deprecated/ }))
  await waitFor(() => expect(last().getAll('filters[lifecycle]')).toEqual(['production', 'deprecated']))
  await user.type(screen.getByRole('combobox', { name: 'Owner' }), 'team-b')
  await user.click(await screen.findByRole('option', { name: 'team-b' }))
  await waitFor(() => expect(last().getAll('filters[owner]')).toEqual(['group:default/team-b']))
  await user.click(kind)
  await user.click(await screen.findByRole('option', { name: 'All' }))
  await waitFor(() => expect(last().getAll('filters[kind]')).toEqual([]))
  await user.click(screen.getByRole('button', { name: 'Add filter' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Tags' }))
  expect(await screen.findByRole('combobox', { name: 'Tags' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'See All' }))
  await waitFor(() => expect([...last().keys()].filter(key => key.startsWith('filters'))).toEqual([]))
  expect(screen.queryByRole('button', { name: 'See All' })).toBeNull()
})

test('pages: how many, the one before and the next, in the address [SEARCH-14, SEARCH-25, SEARCH-32]', async () => {
  const { screen, user, router, last, list } = open()
  await list()
  expect((screen.getByRole('button', { name: 'Previous' }) as HTMLButtonElement).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(last().get('pageCursor')).toBe('MQ=='))
  expect(router.state.location.search).toBe('?query=pay&pageCursor=MQ%3D%3D')
  const size = screen.getByRole('combobox', { name: 'Results per page' })
  expect(size.textContent).toBe('25')
  await user.click(size)
  await screen.findByRole('option', { name: '50' })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['10', '25', '50', '100'])
  await user.click(screen.getByRole('option', { name: '50' }))
  await waitFor(() => expect([last().get('pageLimit'), last().get('pageCursor')]).toEqual(['50', null]))
  await act(() => router.navigate(-1))
  expect(router.state.location.search).toBe('?query=pay&pageCursor=MQ%3D%3D')
  await waitFor(() => expect(size.textContent).toBe('25'))
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  await waitFor(() => expect(router.state.location.search).toBe('?query=pay'))
})

test('the page size of the config is the one to begin with [SEARCH-33]', async () => {
  const { list, last } = open({ config: { search: { query: { pageLimit: 10 } } } })
  await list()
  expect(last().get('pageLimit')).toBe('10')
})

test('nothing found is said, and told to analytics [SEARCH-17]', async () => {
  const { screen, events } = open({ result: { results: [], numberOfResults: 0 } })
  expect(await screen.findByText('Sorry, no results were found')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  await waitFor(() => expect(events.map(({ action, subject }) => [action, subject])).toContainEqual(['no-result', 'pay']))
})

test('a failure says what failed, with the error of the server [SEARCH-28, SEARCH-29]', async () => {
  const { screen } = open({ result: new AppError('InputError', 'The term is odd') })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Error encountered while fetching search results')
  expect(alert.textContent).toContain('The term is odd')
})

test('what is searched and what is opened goes to analytics', async () => {
  const { screen, user, events, list } = open()
  await list()
  await waitFor(() =>
    expect(events.find(({ action }) => action === 'search')).toMatchObject({ subject: 'pay', value: 60, context: { pluginId: 'search' } }),
  )
  expect(events.filter(({ action }) => action === 'search')).toHaveLength(1)
  await user.click(screen.getByRole('link', { name: 'Payment Gateway' }))
  expect(events.find(({ action }) => action === 'discover')).toMatchObject({ subject: 'Payment Gateway', value: 1 })
})

test('a filter that is being typed is completed', async () => {
  const { screen, user, router } = open({ path: '/search?query=pay+kind:comp' })
  await user.click(await screen.findByRole('button', { name: /kind:Component/ }))
  await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('query')).toBe('pay kind:Component '))
})

test('results explain themselves', async () => {
  const explained: SearchResult = {
    ...gateway,
    explanation: {
      score: 9.1,
      parts: [{ word: 'pay', matched: 'payment', how: 'prefix', field: 'name', score: 7 }],
      factors: { near: 1.2 },
    },
  }
  const { screen, user, list } = open({
    result: url => ({ results: [url.searchParams.get('explain') === 'true' ? explained : gateway], numberOfResults: 1 }),
  })
  await list()
  await user.click(screen.getByRole('button', { name: 'Why is this first?' }))
  expect(await screen.findByText(/Score 9.1 · pay → payment \(prefix, in name\): 7 · near × 1.2/)).toBeTruthy()
})

test('the arrow keys go from result to result', async () => {
  const { screen, user, list } = open()
  await list()
  screen.getByRole('link', { name: 'Payment Gateway' }).focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('Paying')
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement?.textContent).toBe('Payment Gateway')
})

test('the palette shows the best of every type, and leads to all of them [SEARCH-03, SEARCH-16]', async () => {
  const { screen, user, router, list } = open()
  await list()
  await user.click(screen.getByRole('button', { name: 'Search or jump to' }))
  await screen.findByRole('combobox', { expanded: true })
  await user.keyboard('pay')
  expect(await screen.findByRole('option', { name: /Payment Gateway/ })).toBeTruthy()
  expect(screen.getByRole('option', { name: /Paying/ }).textContent).toContain('Documentation')
  await user.click(screen.getByRole('option', { name: /View Full Results/ }))
  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe('/search?query=pay'))
})

test('a bar on the home page leads to the search page [SEARCH-04]', async () => {
  const home = defineWebPlugin({ id: 'front', pages: [{ path: '/', title: 'Front', load: async () => ({ default: HomeSearchBar }) }] })
  const { screen, user, router } = open({ path: '/', plugins: [home] })
  await user.type(await screen.findByPlaceholderText('Search in Acme'), 'pay me{Enter}')
  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe('/search?query=pay%20me'))
})

const status: IndexStatus = {
  engine: 'portal',
  indexBytes: 12_000_000,
  types: [
    {
      type: 'software-catalog',
      documents: 1234,
      bytes: 2_345_678,
      running: false,
      result: 'failed',
      error: 'away',
      changed: 0,
      refused: 0,
    },
    { type: 'techdocs', documents: 5, bytes: 1000, running: false, result: 'completed', changed: 0, refused: 2, refusal: 'no location' },
  ],
  slowest: [{ term: 'payment', asked: 3, empty: 0, slowestMs: 42 }],
  emptiest: [{ term: 'paiment', asked: 4, empty: 4, slowestMs: 1 }],
}

test('operators see the index on the system page, can start a run, and see it end', async () => {
  const runs: string[] = []
  let reads = 0
  const ended = status.types.map(type => ({ ...type, result: 'completed' as const, refused: 0, startedAt: new Date().toISOString() }))
  // A run begins a moment after it was asked for.
  const answered = () => (runs.length > 0 && ++reads > 1 ? { ...status, types: ended } : status)
  const { screen, user } = open({
    path: '/system',
    answers: [
      answer(searchApi.getStatus, answered),
      answer(searchApi.runType, ({ path }) => void runs.push(path)),
      answer(devtoolsApi.getSystem, {
        version: '1',
        instanceId: 'a',
        startedAt: new Date().toISOString(),
        plugins: [],
        waitingPlugins: [],
        switchablePlugins: [],
        revertiblePlugins: [],
        configWarnings: [],
        configChanges: { inForce: [], needsRestart: [] },
      }),
      answer(devtoolsApi.listTasks, { items: [] }),
      answer(devtoolsApi.listProblems, { items: [] }),
    ],
  })
  const table = await screen.findByRole('table', { name: 'Search index' })
  const rows = within(table)
    .getAllByRole('row')
    .map(row => row.textContent)
  expect(rows[1]).toContain('software-catalog1,2342.3 MBfailed: the documents from before are kept')
  expect(rows[2]).toContain('techdocs51 kBcompleted, 2 refused')
  expect(screen.getByText('paiment')).toBeTruthy()
  expect(screen.getByText('42 ms')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Run now: techdocs' }))
  await waitFor(() => expect(within(table).getAllByRole('row')[2]?.textContent).toContain('running'))
  expect(runs).toEqual(['/types/techdocs/run'])
  await waitFor(() => expect(within(table).getAllByRole('row')[2]?.textContent).toContain('completed'))
})
