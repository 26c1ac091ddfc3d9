import { catalogApi, type HealthPage, type HealthProblem } from '@portico/catalog/common'
import { AppError } from '@portico/core/common'
import { answer, renderPage, type RouteAnswer } from '@portico/core/testing/web'
import { cleanup, fireEvent, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { catalogWeb } from '../index.tsx'
// Its code comes with the test, so that no test waits for it.
import '../views/HealthPage.tsx'

afterEach(cleanup)

const failed: HealthProblem = {
  id: 'document:1',
  type: 'failed-document',
  entityRef: 'component:default/bad name!',
  isInCatalog: false,
  source: 'file:/srv/catalog/shop.yaml',
  line: 17,
  cause: 'metadata.name is not valid',
  fix: 'Correct line 17.',
  since: '2026-11-15T10:00:00.000Z',
  lastReadAt: '2026-11-16T10:00:00.000Z',
  explainRef: 'component:default/bad name!',
  canRefresh: true,
}
const unreadable: HealthProblem = {
  id: 'source:2',
  type: 'unreadable-source',
  isInCatalog: false,
  source: 'url:https://example.com/catalog-info.yaml',
  cause: 'The host does not answer',
  fix: 'Check that it exists. It is tried again at 2026-11-16T10:05:00.000Z.',
  since: '2026-11-14T10:00:00.000Z',
  explainRef: 'location:default/generated-1',
  canRefresh: false,
}

function pageOf(items: readonly HealthProblem[], total = items.length): HealthPage {
  const types = Object.fromEntries([...Map.groupBy(items, ({ type }) => type)].map(([type, found]) => [type, found.length]))
  return { items: [...items], totalItems: total, counts: { total, types } }
}

function open(reply: HealthPage | (() => HealthPage), path = '/catalog-health', more: readonly RouteAnswer[] = []) {
  const pageNow = typeof reply === 'function' ? reply : () => reply
  const answers = [
    ...more,
    answer(catalogApi.listHealthProblems, () => pageNow()),
    answer(catalogApi.countHealthProblems, () => pageNow().counts),
  ]
  return renderPage({ plugins: [catalogWeb], path, answers })
}

test('problems stand under their types with subject, cause, fix, place and age; the navigation has their number', async () => {
  const { screen } = open(pageOf([failed, unreadable]))
  expect(await screen.findByRole('heading', { level: 1, name: 'Catalog health (2)' })).toBeTruthy()
  const documents = within(screen.getByRole('list', { name: 'Failed documents 1' }))
  for (const words of [
    'component:default/bad name!',
    'metadata.name is not valid',
    'Correct line 17.',
    '/srv/catalog/shop.yaml, line 17',
  ]) {
    expect(documents.getByText(words)).toBeTruthy()
  }
  const sources = within(screen.getByRole('list', { name: 'Unreadable sources 1' }))
  expect(sources.getByText('https://example.com/catalog-info.yaml')).toBeTruthy()
  expect(sources.queryByRole('button', { name: /again$/ })).toBeNull()
  expect(sources.getByText(/^Check that it exists\. It is tried again at (?!2026-11)/)).toBeTruthy()
  expect(screen.getAllByRole('link', { name: /^Catalog health ?2$/ }).length).toBeGreaterThan(0)
})

test('filters, words and pages are in the address and in what is asked for; another filter begins at the first page', async () => {
  const { screen, router, requests } = open(pageOf([failed], 130), '/catalog-health?owner=mine&type=failed-document&offset=50')
  await screen.findByRole('heading', { level: 1, name: 'Catalog health (130)' })
  const asked = () => decodeURIComponent(requests.findLast(({ url }) => url.includes('/health/problems'))!.url)
  expect(asked()).toMatch(/owner=user:default\/.*type=failed-document.*offset=50/)
  fireEvent.click(screen.getByRole('radio', { name: /^Orphans/ }))
  await expect.poll(() => router.state.location.search).toBe('?owner=mine&type=orphan')
  await expect.poll(asked).toMatch(/type=orphan.*offset=0/)
  fireEvent.click(screen.getByRole('radio', { name: 'All' }))
  await expect.poll(() => router.state.location.search).toBe('?owner=all&type=orphan')
  await expect.poll(asked).not.toContain('owner=')
})

test('what is read again is followed until its problem is gone', async () => {
  let items: readonly HealthProblem[] = [failed, unreadable]
  const { screen } = open(() => pageOf(items), undefined, [
    answer(catalogApi.refreshHealthProblem, () => {
      items = [unreadable]
      return undefined
    }),
  ])
  fireEvent.click(await screen.findByRole('button', { name: 'Read component:default/bad name! again' }))
  expect(await screen.findByText('component:default/bad name! was read again: the problem is solved')).toBeTruthy()
  expect(screen.queryByText('metadata.name is not valid')).toBeNull()
})

test('nothing wrong, nothing of mine, nothing that matches, and a failure each have their own words', async () => {
  const { screen, router } = open(pageOf([]))
  expect(await screen.findByRole('heading', { name: 'Nothing is wrong' })).toBeTruthy()
  await router.navigate('/catalog-health?owner=mine')
  expect(await screen.findByRole('heading', { name: 'Nothing of yours has a problem' })).toBeTruthy()
  await router.navigate('/catalog-health?owner=mine&text=shop')
  await screen.findByRole('heading', { name: 'No problems match' })
  fireEvent.click(screen.getByRole('button', { name: 'Show all problems' }))
  await expect.poll(() => router.state.location.search).toBe('?owner=all')
  cleanup()
  const failing = open(pageOf([]), undefined, [
    answer(catalogApi.listHealthProblems, () => {
      throw new AppError('InternalError', 'It broke')
    }),
  ])
  expect(await failing.screen.findByText('Could not load the problems of the catalog')).toBeTruthy()
  expect(failing.screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})
