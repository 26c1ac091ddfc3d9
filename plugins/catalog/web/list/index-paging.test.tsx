import { catalogApi } from '@portico/catalog/common'
import { answer, renderPage, withFakeClock } from '@portico/core/testing/web'
import { act, cleanup, fireEvent, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { catalogWeb } from '../index.tsx'
import { catalogAnswers, entityOf } from '../testing/fake-catalog.ts'
// Loaded here, so that no test waits for its code.
import '../views/CatalogIndexPage.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    entityOf('Component', `c${String(index).padStart(3, '0')}`, {
      tags: [index % 2 ? 'odd' : 'even'],
      spec: { type: index < 5 ? 'few' : 'many' },
    }),
  )

function open(path: string, pagination: 'offset' | 'cursor' | 'none', count = 50, options: Partial<Parameters<typeof renderPage>[0]> = {}) {
  const answers = catalogAnswers(numbered(count))
  const page = renderPage({ plugins: [catalogWeb], path, answers, config: { catalog: { index: { pagination } } }, ...options })
  const search = () => new URLSearchParams(page.router.state.location.search)
  return {
    ...page,
    search,
    next: () => page.screen.getByRole('button', { name: 'Next page' }),
    first: (name: string) => page.screen.findByText(name),
  }
}

const short = '/catalog?filters[kind]=component&filters[user]=all&limit=5'
/** The sizes to choose from; the list is closed again. */
async function pageSizes(screen: ReturnType<typeof open>['screen'], user: ReturnType<typeof open>['user']) {
  await user.click(screen.getByLabelText('Rows per page'))
  const options = await screen.findAllByRole('option')
  const sizes = options.map(({ textContent }) => textContent)
  await user.keyboard('{Escape}')
  return sizes
}

const rowCount = (table: HTMLElement) => within(table).getAllByRole('row').length - 1

test('pages by number: twenty rows, sizes to choose from, and the offset in the address [CAT-005, CAT-071, CAT-119, CAT-120]', async () => {
  const { screen, user, search, next, first, requests } = open('/catalog', 'offset')
  await first('c000')
  expect(rowCount(screen.getByRole('table'))).toBe(20)
  expect(screen.getByText('1-20 of 50')).toBeTruthy()
  expect(await pageSizes(screen, user)).toEqual(['5', '10', '20', '50', '100'])
  await user.click(next())
  await first('c020')
  expect([search().get('limit'), search().get('offset'), search().get('cursor')]).toEqual(['20', '20', null])
  await user.click(screen.getByLabelText('Rows per page'))
  await user.click(await screen.findByRole('option', { name: '5' }))
  await first('c024')
  expect([search().get('limit'), search().get('offset')]).toEqual(['5', '20'])
  expect(requests.some(({ path }) => path.startsWith('/entities?'))).toBe(false)
})

test('another filter begins at the first page [CAT-065]', async () => {
  const { screen, user, search, first } = open(`${short}&offset=5`, 'offset', 12)
  await first('c005')
  await user.click(screen.getByRole('checkbox', { name: 'Is orphan' }))
  await expect.poll(() => search().get('offset')).toBe('0')
})

test('an offset past the end is the last page', async () => {
  const { first, search } = open(`${short}&offset=9000`, 'offset', 12)
  await first('c010')
  expect(search().get('offset')).toBe('10')
})

test('pages by cursor: all rows in one page, forth and back, and another filter starts at the first page [CAT-005, CAT-064, CAT-122]', async () => {
  const { screen, user, search, next, first } = open(short, 'cursor', 12)
  await first('c000')
  expect(rowCount(screen.getByRole('table'))).toBe(5)
  expect(screen.queryByLabelText('Rows per page')).toBeNull()
  await user.click(next())
  await first('c005')
  expect(search().get('cursor')).toBeTruthy()
  expect([search().get('limit'), search().get('offset')]).toEqual(['5', null])
  await user.click(screen.getByRole('button', { name: 'Previous page' }))
  await first('c000')
  await user.click(next())
  await first('c005')
  await user.click(screen.getByRole('checkbox', { name: 'Has error' }))
  await expect.poll(() => search().get('cursor')).toBeNull()
})

test('without pages everything is read once and filtered in the browser, in pages of twenty [CAT-072, CAT-121]', async () => {
  // Cached data must not become stale on a busy machine.
  vi.useFakeTimers({ toFake: ['Date'] })
  const { screen, user, requests, first } = open('/catalog', 'none')
  await first('c000')
  expect(rowCount(screen.getByRole('table', { name: 'All components (50)' }))).toBe(20)
  expect(await pageSizes(screen, user)).toEqual(['20', '50', '100'])
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search components' })
  fireEvent.change(field, { target: { value: 'even ' } })
  await screen.findByText('All components (25)', { selector: 'h1' })
  expect(field.value).toBe('even ')
  fireEvent.change(field, { target: { value: 'even 04' } })
  expect(rowCount(await screen.findByRole('table', { name: 'All components (6)' }))).toBe(6)
  expect(screen.queryByLabelText('Rows per page')).toBeNull()
  expect(requests.filter(({ path }) => path.startsWith('/entities?')).length).toBe(1)
  expect(requests.some(({ path }) => path.startsWith('/entities/by-query'))).toBe(false)
})

test('twenty rows in the browser need no pages [CAT-121]', async () => {
  const { screen, first } = open('/catalog', 'none', 20)
  await first('c000')
  expect(rowCount(screen.getByRole('table'))).toBe(20)
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull()
})

test('filters that change within 10 ms of each other are requested once [CAT-123]', async () => {
  const { router, requests, first } = open(short, 'offset', 12)
  await first('c000')
  const before = requests.length
  const go = (tag: string) => act(async () => router.navigate(`${short}&filters[tags][]=${tag}`, { replace: true }))
  const loads = () => {
    const rows = requests.slice(before).filter(({ url }) => url.includes('limit=5'))
    return rows.map(({ url }) => /metadata\.tags\.(\w+)/.exec(decodeURIComponent(url))?.[1])
  }
  await withFakeClock(async pass => {
    await go('even')
    await pass(9)
    await go('odd')
    await pass(9)
    expect(loads()).toEqual([])
    await pass(1)
    expect(loads()).toEqual(['odd'])
  })
  await first('c009')
  expect(loads()).toEqual(['odd'])
})

test('old rows stay until the new ones are there, and an answer that comes too late is dropped', async () => {
  const answers = catalogAnswers(numbered(12))
  const waiting: (() => void)[] = []
  const slow = answer(catalogApi.queryEntities, async request => {
    if (request.url.includes('few')) await new Promise<void>(resolve => void waiting.push(resolve))
    return answers[0]!.answer(request) as never
  })
  const { screen, router, first } = open(short, 'offset', 12, { answers: [slow, ...answers] })
  await first('c000')
  const go = (type: string) => act(async () => router.navigate(`${short}&filters[type][]=${type}`, { replace: true }))
  await go('few')
  await expect.poll(() => waiting.length).toBeGreaterThan(0)
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  expect(screen.getByText('c001')).toBeTruthy()
  await go('many')
  await first('c009')
  await act(async () => waiting.forEach(end => end()))
  expect(screen.getByRole('heading', { level: 1, name: 'All many components (7)' })).toBeTruthy()
})

test('column heads sort the list on the server, and the order is in the address', async () => {
  const { screen, user, search, requests, first } = open(short, 'offset', 12)
  await first('c000')
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
  await user.click(screen.getByRole('button', { name: 'Name' }))
  await first('c011')
  expect(search().get('order')).toBe('name,desc')
  expect(requests.some(({ url }) => decodeURIComponent(url).includes('orderField=metadata.name,desc'))).toBe(true)
})
