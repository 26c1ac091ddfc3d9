import { catalogApi } from '@portico/catalog/common'
import { AppError } from '@portico/core/common'
import { answer, renderPage, type RouteAnswer, withFakeClock } from '@portico/core/testing/web'
import { createMemoryStorage } from '@portico/core/web'
import { cleanup, fireEvent, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { catalogWeb } from '../index.tsx'
import { catalogAnswers, entityOf } from '../testing/fake-catalog.ts'
// Loaded here, so that no test waits for its code.
import '../views/CatalogIndexPage.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const jane = 'user:default/jane'
const entities = [
  entityOf('Component', 'billing', {
    owner: jane,
    system: 'system:default/money',
    title: 'Billing service',
    description: 'Sends invoices',
    tags: ['java', 'rest'],
    spec: { type: 'service', lifecycle: 'production' },
  }),
  entityOf('Component', 'shop', { owner: 'group:default/web', tags: ['java'], spec: { type: 'website', lifecycle: 'experimental' } }),
  entityOf('Component', 'worker', { owner: 'group:default/web', spec: { type: 'service', lifecycle: 'production' } }),
  entityOf('API', 'orders', { owner: jane, spec: { type: 'openapi', lifecycle: 'production' } }),
  entityOf('Group', 'web', { title: 'Web people', spec: { type: 'team' } }),
  entityOf('User', 'jane', { spec: { profile: { displayName: 'Jane Doe' } } }),
]

function open(path = '/catalog', options: Partial<Parameters<typeof renderPage>[0]> & { first?: readonly RouteAnswer[] } = {}) {
  const { first = [], ...rest } = options
  const page = renderPage({ plugins: [catalogWeb], path, answers: [...first, ...catalogAnswers(entities)], ...rest })
  const asked = (part: string) => page.requests.filter(({ url }) => decodeURIComponent(url).includes(part))
  return { ...page, asked, table: (name: string | RegExp) => page.screen.findByRole('table', { name }) }
}

const names = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map(row => within(row).getAllByRole('link')[0]?.textContent)

test('the catalog begins with all components, by name, and says so in title and address [CAT-003, CAT-069, CAT-126]', async () => {
  const { table, router, asked, screen } = open()
  expect(names(await table('All components (3)'))).toEqual(['Billing service', 'shop', 'worker'])
  expect(screen.getByRole('heading', { level: 1, name: 'All components (3)' })).toBeTruthy()
  expect(asked('orderField=metadata.name,asc')[0]?.url).toContain('limit=20')
  await expect
    .poll(() => decodeURIComponent(router.state.location.search))
    .toBe('?filters[kind]=component&filters[user]=all&limit=20&offset=0')
})

test('an address with filters opens with them, and every change of a filter replaces it [CAT-004, CAT-006]', async () => {
  const filters =
    'filters[kind]=component&filters[user]=owned&filters[type][]=service&filters[owners][]=user:default/jane&filters[lifecycles][]=production'
  const more = 'filters[tags][]=java&filters[tags][]=rest&filters[namespace][]=default&filters[text]=bill'
  const { table, user, screen, router } = open(`/catalog?${filters}&${more}`)
  expect(names(await table('Owned service components (1)'))).toEqual(['Billing service'])
  const chips = screen.getByRole('list', { name: 'Filters' })
  for (const chip of ['Type service', 'Owner Jane Doe', 'Lifecycle production', 'Tags java', 'Tags rest', 'Namespace default']) {
    expect(await within(chips).findByRole('button', { name: `Remove ${chip}` })).toBeTruthy()
  }
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search components' }).value).toBe('bill')
  await user.click(within(chips).getByRole('button', { name: 'Remove Tags rest' }))
  await expect.poll(() => decodeURIComponent(router.state.location.search)).not.toContain('rest')
  expect(decodeURIComponent(router.state.location.search)).toContain('filters[tags][]=java')
  expect(router.state.historyAction).toBe('REPLACE')
  await user.click(within(chips).getByRole('button', { name: 'Clear all' }))
  expect(names(await table('Owned components (1)'))).toEqual(['Billing service'])
})

test('the title of the table has the list, the type, the kind and the number [CAT-128]', async () => {
  const storage = createMemoryStorage()
  storage.setItem('/starredEntities/entityRefs', '["component:default/shop","component:default/worker"]')
  const titles: readonly (readonly [filters: string, title: string])[] = [
    ['user]=all', 'All components (3)'],
    ['user]=owned', 'Owned components (1)'],
    ['user]=starred', 'Starred components (2)'],
    ['user]=all&filters[type][]=service', 'All service components (2)'],
    ['user]=owned&filters[type][]=service', 'Owned service components (1)'],
    ['user]=all&filters[type][]=service&filters[type][]=website', 'All components (3)'],
    ['user]=all&filters[kind]=api', 'All APIs (1)'],
  ]
  for (const [filters, title] of titles) {
    const kind = filters.includes('[kind]') ? '' : '&filters[kind]=component'
    const { screen, table } = open(`/catalog?filters[${filters}${kind}`, { storage })
    expect(await table(title)).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy()
  }
})

test('kind, list, type, owner, lifecycle, tags, namespace, words, orphans and errors narrow the list [CAT-049]', async () => {
  const storage = createMemoryStorage()
  storage.setItem('/starredEntities/entityRefs', '["component:default/shop"]')
  const all = [
    ...entities,
    entityOf('Component', 'lost', { namespace: 'attic', annotations: { 'backstage.io/orphan': 'true' } }),
    entityOf('Component', 'broken', { status: { items: [{ type: 'x', level: 'error', message: 'No' }] } }),
  ]
  const narrowed: readonly (readonly [filter: string, names: readonly string[]])[] = [
    ['kind]=api', ['orders']],
    ['user]=owned', ['Billing service']],
    ['user]=starred', ['shop']],
    ['user]=all', ['Billing service', 'broken', 'attic/lost', 'shop', 'worker']],
    ['type][]=website', ['shop']],
    ['owners][]=group:default/web', ['shop', 'worker']],
    ['lifecycles][]=experimental', ['shop']],
    ['tags][]=java&filters[tags][]=rest', ['Billing service']],
    ['namespace][]=attic', ['attic/lost']],
    ['text]=work', ['worker']],
    ['orphan]=true', ['attic/lost']],
    ['error]=true', ['broken']],
  ]
  for (const [filter, expected] of narrowed) {
    const kind = filter.startsWith('kind') ? '' : '&filters[kind]=component'
    const { screen, table } = open(`/catalog?filters[${filter}${kind}`, { storage, first: catalogAnswers(all) })
    expect([filter, names(await table(/\(\d+\)$/))]).toEqual([filter, expected])
    // A kind has a value, which the address names, and a label, which people read.
    const label = filter.startsWith('kind') ? 'APIs 1' : /^(orphan|error)/.test(filter) ? 'Components 1' : 'Components 5'
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: label })).checked).toBe(true)
  }
})

test('orphans and what has errors can be kept alone [CAT-050, CAT-051]', async () => {
  const bad = [
    ...entities,
    entityOf('Component', 'lost', { annotations: { 'backstage.io/orphan': 'true' } }),
    entityOf('Component', 'broken', { status: { items: [{ type: 'x', level: 'error', message: 'No' }] } }),
  ]
  const { table, user, screen } = open('/catalog', { first: catalogAnswers(bad) })
  await table('All components (5)')
  await user.click(screen.getByRole('checkbox', { name: 'Is orphan' }))
  expect(names(await table('All components (1)'))).toEqual(['lost'])
  await user.click(screen.getByRole('checkbox', { name: 'Is orphan' }))
  await user.click(screen.getByRole('checkbox', { name: 'Has error' }))
  await expect.poll(async () => names(await table('All components (1)'))).toEqual(['broken'])
  // The counts of the kinds follow, and no kind goes away.
  expect(await screen.findByRole('radio', { name: 'Components 1' })).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'APIs 0' })).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Has error' }))
  expect(await screen.findByRole('radio', { name: 'Components 5' })).toBeTruthy()
})

test('a list that is empty gives way to All, unless filters are always kept [CAT-066, CAT-067, CAT-068]', async () => {
  const { table, screen, router } = open('/catalog?filters[kind]=component&filters[user]=starred')
  expect(names(await table('All components (3)')).length).toBe(3)
  expect(router.state.location.search).toContain('filters%5Buser%5D=all')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Starred/ }).disabled).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Owned 1' }).disabled).toBe(false)
  const kept = open('/catalog?filters[kind]=component&filters[user]=starred', {
    config: { catalog: { index: { alwaysKeepFilters: true } } },
  })
  expect(await kept.screen.findByRole('heading', { name: 'You have starred no components' })).toBeTruthy()
  expect(kept.router.state.location.search).toContain('filters[user]=starred')
})

test('starred ones are listed and counted by whole ref [CAT-101]', async () => {
  const storage = createMemoryStorage()
  storage.setItem('/starredEntities/entityRefs', '["component:default/shop","api:default/worker","component:other/billing"]')
  const { table, user, screen, asked } = open('/catalog', { storage })
  await user.click(await screen.findByRole('radio', { name: 'Starred 1' }))
  expect(names(await table('Starred components (1)'))).toEqual(['shop'])
  const count = asked('limit=1000')[0]?.url ?? ''
  expect(decodeURIComponent(count)).toContain('metadata.name=shop,metadata.name=worker,metadata.name=billing')
})

test('counts ask for no rows, and the number of owned ones leaves the search out [CAT-089, CAT-102]', async () => {
  const { table, screen, asked } = open('/catalog?filters[kind]=component&filters[user]=all&filters[text]=shop')
  expect(names(await table('All components (1)'))).toEqual(['shop'])
  expect(await screen.findByRole('radio', { name: 'Owned 1' })).toBeTruthy()
  expect(await screen.findByRole('radio', { name: 'All 3' })).toBeTruthy()
  const counts = asked('limit=0')
  expect(counts.length).toBe(2)
  expect(counts.some(({ url }) => url.includes('fullTextFilterTerm'))).toBe(false)
})

test('users and groups have no owner: only Starred and All are offered, and no owner to pick [CAT-086, CAT-087, CAT-088]', async () => {
  const { table, user, screen } = open('/catalog?filters[kind]=component&filters[user]=owned&filters[owners][]=web')
  await screen.findByRole('combobox', { name: 'Owner' })
  await user.click(await screen.findByRole('radio', { name: 'Users 1' }))
  expect(names(await table('All users (1)'))).toEqual(['Jane Doe'])
  expect(screen.queryByRole('radio', { name: /^Owned/ })).toBeNull()
  expect(screen.getByRole('radio', { name: /^Starred/ })).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Owner' })).toBeNull()
  await expect.poll(() => screen.queryByRole('combobox', { name: 'Type' })).toBeNull()
  expect(screen.getByRole('radio', { name: 'Users 1' })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Groups 1' }))
  await table('All groups (1)')
  expect(screen.getByRole('combobox', { name: 'Type' })).toBeTruthy()
})

test('another kind keeps only those types that it has [CAT-070, CAT-083]', async () => {
  const { table, user, screen, router } = open(
    '/catalog?filters[kind]=Component&filters[user]=all&filters[type][]=SERVICE&filters[type][]=website',
  )
  expect(names(await table('All components (3)')).length).toBe(3)
  await user.click(await screen.findByRole('radio', { name: 'APIs 1' }))
  expect(names(await table('All APIs (1)'))).toEqual(['orders'])
  expect(router.state.location.search).not.toContain('type')
})

test('the search is debounced by 250 ms, and an empty search removes the filter [CAT-077, CAT-078]', async () => {
  const { table, user, screen, router, asked } = open()
  await table('All components (3)')
  const field = screen.getByRole('searchbox', { name: 'Search components' })
  const terms = () => asked('fullTextFilterTerm').map(({ url }) => new URL(url).searchParams.get('fullTextFilterTerm'))
  await withFakeClock(async pass => {
    for (const value of ['w', 'wo', 'wor', 'work']) {
      fireEvent.change(field, { target: { value } })
      await pass(249)
      expect(router.state.location.search).not.toContain('text')
    }
    await pass(1)
    expect(decodeURIComponent(router.state.location.search)).toContain('filters[text]=work')
    // The list follows a change of its filters after 10 ms more.
    await pass(10)
    expect(terms()).toEqual(['work'])
  })
  expect(names(await table('All components (1)'))).toEqual(['worker'])
  expect(terms()).toEqual(['work'])
  await user.clear(screen.getByRole('searchbox', { name: 'Search components' }))
  await table('All components (3)')
  expect(router.state.location.search).not.toContain('text')
})

test('a failure to load kinds is reported, and their picker hides; the list is there [CAT-103]', async () => {
  const failing = answer(catalogApi.getEntityFacets, ({ url }) =>
    url.includes('facet=kind') ? new AppError('InternalError', 'No') : { facets: {} },
  )
  const { table, screen } = open('/catalog', { first: [failing] })
  await table('All components (3)')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load entity kinds')
  expect(screen.queryByRole('group', { name: 'Kind' })).toBeNull()
  expect(screen.getByRole('group', { name: 'Lists' })).toBeTruthy()
})

test('a failure to load types is reported; the list is there [CAT-104]', async () => {
  const failing = answer(catalogApi.getEntityFacets, ({ url }) =>
    url.includes('spec.type') ? new AppError('InternalError', 'No') : { facets: { kind: [{ value: 'Component', count: 3 }] } },
  )
  const { table, screen } = open('/catalog', { first: [failing] })
  await table('All components (3)')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load entity types')
  expect(screen.getByRole('radio', { name: 'Components 3' })).toBeTruthy()
})

test('a list that cannot be loaded says why, and can be retried; the filters still work [CAT-105]', async () => {
  let working = false
  const failing = answer(catalogApi.queryEntities, request =>
    working || request.url.includes('limit=0')
      ? (catalogAnswers(entities)[0]!.answer(request) as never)
      : new AppError('InternalError', 'The database is unavailable'),
  )
  const { table, user, screen } = open('/catalog', { first: [failing] })
  const panel = await screen.findByRole('alert', { name: 'Could not fetch catalog entities.' })
  expect(panel.textContent).toContain('The database is unavailable')
  expect(await screen.findByRole('radio', { name: 'APIs 1' })).toBeTruthy()
  working = true
  await user.click(within(panel).getByRole('button', { name: 'Retry' }))
  expect(names(await table('All components (3)')).length).toBe(3)
})

test.each([
  ['/catalog', {}],
  ['/catalog?filters[kind]=api&filters[user]=owned&filters[lifecycles][]=production&limit=5&offset=0', {}],
  ['/catalog?filters[kind]=component&filters[text]=bil', { pagination: 'cursor' }],
  ['/catalog?filters[kind]=group', { pagination: 'none' }],
  ['/catalog', { initialKind: 'API', pageSize: 3 }],
])('the first data of %s is requested before its view has loaded, and once', async (path, index) => {
  // Cached data must not become stale on a busy machine.
  vi.useFakeTimers({ toFake: ['Date'] })
  const asked: string[] = []
  const early: string[] = []
  const { screen } = open(path, {
    config: { catalog: { index } },
    fetch({ url, body }) {
      if (!url.includes('/api/catalog/')) return undefined
      asked.push(`${url} ${JSON.stringify(body)}`)
      if (!document.querySelector('h1')) early.push(url)
      return undefined
    },
  })
  const table = await screen.findByRole('table')
  expect(early.length).toBeGreaterThan(1)
  expect(table.hasAttribute('aria-busy')).toBe(false)
  expect(new Set(asked).size).toBe(asked.length)
})
