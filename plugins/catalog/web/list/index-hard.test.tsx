import { catalogApi, type Entity } from '@portico/catalog/common'
import { AppError } from '@portico/core/common'
import { answer, renderPage, type RouteAnswer } from '@portico/core/testing/web'
import { cleanup, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { catalogWeb } from '../index.tsx'
import { catalogAnswers, entityOf } from '../testing/fake-catalog.ts'
// Loaded here, so that no test waits for its code.
import '../views/CatalogIndexPage.tsx'

afterEach(cleanup)

const html = '<img src=x onerror="window.hacked=1"><b>bold</b>'
const plain = [entityOf('Component', 'fine', { owner: 'group:default/web', spec: { type: 'service' } })]

function open(entities: readonly Entity[], first: readonly RouteAnswer[] = []) {
  return renderPage({ plugins: [catalogWeb], path: '/catalog', answers: [...first, ...catalogAnswers(entities)] })
}

test('HTML in every field is only text', async () => {
  const nasty = entityOf('Component', 'nasty', {
    title: html,
    description: html,
    tags: [html],
    owner: `group:default/${html}`,
    system: `system:default/${html}`,
    namespace: html,
    spec: { type: html, lifecycle: html },
  })
  const { screen } = open([nasty, ...plain])
  const row = (await screen.findAllByText(html))[0]!.closest('tr')!
  expect(row.querySelector('img, b')).toBeNull()
  expect(within(row).getAllByText(html).length).toBeGreaterThanOrEqual(4)
  expect((window as { hacked?: number }).hacked).toBeUndefined()
})

test('two hundred tags are one line, a title of ten kilobytes is one row, and no owner is no link', async () => {
  const tags = Array.from({ length: 200 }, (_, index) => `tag-${index}`)
  const long = 'x'.repeat(10_000)
  const { screen } = open([entityOf('Component', 'many', { tags, title: long, description: long, spec: {} })])
  const row = (await screen.findByRole('link', { name: long })).closest('tr')!
  expect(within(row).getByRole('button', { name: /more$/ }).textContent).toBe('+199')
  expect(within(row).getAllByRole('link').length).toBe(1)
})

test('names from right to left and with emoji stay whole, each in its own direction', async () => {
  const { screen } = open([entityOf('Component', 'rtl', { title: 'خدمة الفواتير' }), entityOf('Component', 'emoji', { title: '👩‍👩‍👧‍👦 🚀' })])
  expect((await screen.findByText('خدمة الفواتير')).getAttribute('dir')).toBe('auto')
  expect(screen.getByRole('link', { name: '👩‍👩‍👧‍👦 🚀' })).toBeTruthy()
})

test('fields of the wrong type and relations that are not refs break nothing', async () => {
  const odd = {
    ...entityOf('Component', 'odd', { owner: '', system: 'not a ref at all:' }),
    spec: { type: { a: 1 }, lifecycle: 7 },
  }
  const { screen } = open([odd as unknown as Entity, ...plain])
  expect(await screen.findByRole('link', { name: 'odd' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'fine' })).toBeTruthy()
})

const failure = new AppError('InternalError', 'Down')
const isCount = (url: string) => url.includes('limit=0')

test.each<[string, RouteAnswer]>([
  [
    'counts',
    answer(catalogApi.queryEntities, request => (isCount(request.url) ? failure : (catalogAnswers(plain)[0]!.answer(request) as never))),
  ],
  ['facets', answer(catalogApi.getEntityFacets, failure)],
  ['names', answer(catalogApi.getEntitiesByRefs, failure)],
])('when %s fail the list is there all the same', async (_what, failing) => {
  const { screen, user } = open(plain, [failing])
  expect(await screen.findByRole('link', { name: 'fine' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'web' })).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Is orphan' }))
  expect(await screen.findByRole('heading', { name: 'No components match' })).toBeTruthy()
})

test.each<[string, RouteAnswer]>([
  [
    'counts',
    answer(catalogApi.queryEntities, request => (isCount(request.url) ? never() : (catalogAnswers(plain)[0]!.answer(request) as never))),
  ],
  ['facets', answer(catalogApi.getEntityFacets, () => never())],
  ['names', answer(catalogApi.getEntitiesByRefs, () => never())],
])('when %s do not arrive the list is there all the same', async (_what, slow) => {
  const { screen } = open(plain, [slow])
  expect(await screen.findByRole('link', { name: 'fine' })).toBeTruthy()
  expect(screen.getByText('All components (1)', { selector: 'h1' })).toBeTruthy()
})

test('while the list loads its skeleton is shown, and the filters already work', async () => {
  const { screen } = open(plain, [
    answer(catalogApi.queryEntities, request => (isCount(request.url) ? (catalogAnswers(plain)[0]!.answer(request) as never) : never())),
  ])
  const table = await screen.findByRole('table', { name: 'All components' })
  expect(table.getAttribute('aria-busy')).toBe('true')
  expect(table.querySelectorAll('tbody tr').length).toBe(20)
  expect(await screen.findByRole('radio', { name: 'Components 1' })).toBeTruthy()
})

test('an empty catalog says where entities come from', async () => {
  const { screen } = open([])
  expect(await screen.findByRole('heading', { name: 'The catalog is empty' })).toBeTruthy()
})

test('an empty result offers to clear the filters', async () => {
  const page = renderPage({
    plugins: [catalogWeb],
    path: '/catalog?filters[kind]=component&filters[user]=all&filters[tags][]=none&filters[text]=zzz',
    answers: catalogAnswers(plain),
  })
  await page.screen.findByRole('heading', { name: 'No components match' })
  await page.user.click(page.screen.getByRole('button', { name: 'Clear filters' }))
  expect(await page.screen.findByRole('link', { name: 'fine' })).toBeTruthy()
})

function never(): never {
  return new Promise(() => {}) as never
}
