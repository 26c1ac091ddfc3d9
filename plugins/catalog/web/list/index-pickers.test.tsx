import { renderPage, withFakeClock } from '@portico/core/testing/web'
import { cleanup, fireEvent, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { catalogWeb } from '../index.tsx'
import { catalogAnswers, entityOf } from '../testing/fake-catalog.ts'
// Loaded here, so that no test waits for its code.
import '../views/CatalogIndexPage.tsx'

afterEach(cleanup)

const groups = Array.from({ length: 45 }, (_, index) =>
  entityOf('Group', `team-${String(index).padStart(2, '0')}`, { title: `Team ${index}` }),
)
const entities = [
  ...groups,
  entityOf('User', 'jane', { spec: { profile: { displayName: 'Jane Doe' } } }),
  entityOf('Component', 'a', { owner: 'group:default/team-01', tags: ['java'], spec: { type: 'service', lifecycle: 'production' } }),
  entityOf('Component', 'b', {
    owner: 'group:default/team-01',
    namespace: 'other',
    tags: ['java', 'go'],
    spec: { type: 'website', lifecycle: 'old' },
  }),
  entityOf('API', 'c', { owner: 'user:default/jane', spec: { type: 'grpc' } }),
]

function open(index: Readonly<Record<string, unknown>> = {}, options: Partial<Parameters<typeof renderPage>[0]> = {}) {
  const page = renderPage({
    plugins: [catalogWeb],
    path: '/catalog',
    answers: catalogAnswers(entities),
    config: { catalog: { index } },
    ...options,
  })
  const facets = () =>
    page.requests
      .filter(({ path }) => path.startsWith('/entity-facets'))
      .map(({ url }) => [new URL(url).searchParams.getAll('facet').join(), new URL(url).searchParams.getAll('filter').join()])
  const options_ = async (name: string) => {
    await page.user.click(await page.screen.findByRole('combobox', { name }))
    const list = await page.screen.findByRole('listbox', { name })
    await within(list).findAllByRole('option')
    return within(list)
      .getAllByRole('option')
      .map(option => option.textContent)
  }
  return { ...page, facets, options: options_ }
}

test('kinds come from the facet of kinds, the other pickers from facets of the kind [CAT-093, CAT-094, CAT-096]', async () => {
  const { screen, facets, options, user } = open()
  expect(await screen.findByRole('radio', { name: 'Components 2' })).toBeTruthy()
  expect(await options('Type')).toEqual(['service1', 'website1'])
  expect(await options('Lifecycle')).toEqual(['old1', 'production1'])
  expect(await options('Namespace')).toEqual(['default1', 'other1'])
  expect(await options('Tags')).toEqual(['go1', 'java2'])
  expect(facets()).toEqual([
    ['spec.type,spec.lifecycle,metadata.namespace', 'kind=component'],
    ['kind', ''],
    ['metadata.tags', 'kind=component'],
  ])
  await user.click(screen.getByRole('option', { name: /^go/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'All components (1)' })).toBeTruthy()
})

test('options say how many they have only where that is configured [CAT-125]', async () => {
  const { options } = open({ counts: false })
  expect(await options('Lifecycle')).toEqual(['old', 'production'])
  expect(await options('Tags')).toEqual(['go', 'java'])
})

test('owners are those who own something of the kind, by name [CAT-095]', async () => {
  const { screen, options, facets, user, router } = open()
  expect(await options('Owner')).toEqual(['Team 12'])
  expect(facets()).toContainEqual(['relations.ownedBy', 'kind=component'])
  await user.click(screen.getByRole('option', { name: /^Team 1/ }))
  await expect.poll(() => decodeURIComponent(router.state.location.search)).toContain('filters[owners][]=group:default/team-01')
  expect(await screen.findByRole('button', { name: 'Remove Owner Team 1' })).toBeTruthy()
})

test('in mode all, users and groups are searched by name, twenty at a time [CAT-097, CAT-098, CAT-099, CAT-100]', async () => {
  const { screen, user, requests, options } = open({ ownerPicker: 'all' })
  await options('Owner')
  const asked = () =>
    requests.filter(({ url }) => url.includes('kind%3DUser') || url.includes('cursor')).map(({ url }) => new URL(url).searchParams)
  expect(asked()[0]?.getAll('filter')).toEqual(['kind=User', 'kind=Group'])
  expect(asked()[0]?.get('orderField')).toBe('metadata.name,asc')
  expect(asked()[0]?.get('limit')).toBe('20')
  // The list renders what is in view: its end loads more.
  await user.keyboard('{PageDown}{PageDown}')
  await expect.poll(() => asked().filter(each => each.has('cursor')).length).toBeGreaterThan(0)
  expect(
    asked()
      .find(each => each.has('cursor'))
      ?.get('limit'),
  ).toBe('20')
  await user.type(screen.getByRole('combobox', { name: 'Owner' }), 'doe')
  await expect.poll(() => asked().at(-1)?.get('fullTextFilterTerm')).toBe('doe')
  expect(asked().at(-1)?.get('fullTextFilterFields')).toBe('metadata.name,kind,spec.profile.displayname,metadata.title')
  expect(await screen.findByRole('option', { name: 'Jane Doe' })).toBeTruthy()
})

test('typing an owner sends one request, debounced by 250 ms [CAT-080]', async () => {
  const { screen, requests, options } = open({ ownerPicker: 'all' })
  await options('Owner')
  const field = screen.getByRole('combobox', { name: 'Owner' })
  const terms = () => requests.flatMap(({ url }) => new URL(url).searchParams.get('fullTextFilterTerm') ?? [])
  await withFakeClock(async pass => {
    for (const value of ['j', 'ja', 'jan', 'jane']) {
      fireEvent.change(field, { target: { value } })
      await pass(249)
      expect(terms()).toEqual([])
    }
    await pass(1)
    expect(terms()).toEqual(['jane'])
  })
  expect(await screen.findByRole('option', { name: 'Jane Doe' })).toBeTruthy()
  expect(terms()).toEqual(['jane'])
})

afterEach(() => void vi.restoreAllMocks())

test('on a narrow screen a button opens the filters in a drawer [CAT-007, CAT-008]', async () => {
  const { screen, user } = (() => {
    const opened = open()
    const media = window.matchMedia
    window.matchMedia = query => Object.assign(media(query), { matches: query.includes('61.99em') })
    return opened
  })()
  const button = await screen.findByRole('button', { name: 'Filters' })
  await expect.poll(() => screen.queryByRole('complementary', { name: 'Filters' })).toBeNull()
  await user.click(button)
  const drawer = await screen.findByRole('dialog', { name: 'Filters' })
  await user.click(await within(drawer).findByRole('radio', { name: 'APIs 1' }))
  expect(await screen.findByText('All APIs (1)', { selector: 'h1' })).toBeTruthy()
})

test('on a wide screen the filters stand beside the list and fold away, also next time', async () => {
  const { screen, user, portal } = open()
  expect(await screen.findByRole('complementary', { name: 'Filters' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Filters', expanded: true }))
  expect(screen.queryByRole('complementary', { name: 'Filters' })).toBeNull()
  const again = open({}, { storage: portal.storage })
  await again.screen.findByRole('link', { name: 'a' })
  expect(again.screen.queryByRole('complementary', { name: 'Filters' })).toBeNull()
})
