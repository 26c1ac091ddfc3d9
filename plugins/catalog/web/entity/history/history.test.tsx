import { catalogApi, type Entity, type HistoryEntry } from '@portico/catalog/common'
import { AppError, notFoundError } from '@portico/core/common'
import { answer, renderPage, type RouteAnswer } from '@portico/core/testing/web'
import { waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { catalogWeb } from '../../index.tsx'
import { fieldChanges } from './field-changes.ts'
// Loaded here, so that the first page does not wait for its code.
import '../../views/EntityPage.tsx'

const entity: Entity = {
  apiVersion: 'v1',
  kind: 'Component',
  metadata: { name: 'quotes', namespace: 'default', title: 'Quote engine' },
  spec: { type: 'service', owner: 'team-b' },
}
const before = { ...entity, spec: { type: 'service', owner: 'team-a' }, metadata: { ...entity.metadata, title: 'Quotes' } }
const change = (revision: number, more: Partial<HistoryEntry>): HistoryEntry => ({
  revision,
  sequence: 1,
  at: `2026-01-0${revision}T12:00:00.000Z`,
  ref: 'component:default/quotes',
  kind: 'updated',
  fields: [],
  relationsAdded: [],
  relationsRemoved: [],
  ...more,
})
const updated = change(3, {
  fields: ['spec.owner', 'metadata.title', 'a', 'b', 'c'],
  relationsAdded: [{ type: 'ownedBy', targetRef: 'group:default/team-b' }],
  relationsRemoved: [{ type: 'ownedBy', targetRef: 'group:default/team-a' }],
  source: 'url:https://code.test/quotes.yaml',
  sourceRevision: '0123456789abcdef',
  before,
  after: entity,
})
const created = change(1, { kind: 'created', after: before })

function open(path: string, answers: readonly RouteAnswer[] = []) {
  return renderPage({
    plugins: [catalogWeb],
    path: `/catalog/default/component/quotes${path}`,
    answers: [
      ...answers,
      answer(catalogApi.getEntityByName, entity),
      answer(catalogApi.getEntityHistory, ({ path: asked }) =>
        asked.includes('cursor=older') ? { items: [created], pageInfo: {} } : { items: [updated], pageInfo: { nextCursor: 'older' } },
      ),
      answer(catalogApi.queryEntitiesByPredicate, { items: [before], totalItems: 1, pageInfo: {} }),
      answer(catalogApi.getEntitiesByRefs, ({ body }) => ({ items: (body as { entityRefs: string[] }).entityRefs.map(() => null) })),
    ],
  })
}

test('the history describes each change in words, with its values before and after, the newest first, and older ones on demand', async () => {
  const { screen, user } = open('/history')
  const [first] = await screen.findAllByRole('heading', { level: 3, name: /^Changed/ })
  expect(first?.textContent).toBe('Changed spec.owner, metadata.title, a and 2 more · Relations added: 1 · Relations removed: 1')
  const entry = within(first!.closest('li')!)
  expect(entry.getByText(/@ 0123456789ab$/)).toBeTruthy()
  const values = within(entry.getByRole('region', { name: 'Changed values' }))
  expect(values.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['metadata.title', 'Owner'])
  expect(values.getAllByRole('definition').map(({ innerHTML }) => innerHTML.replaceAll(/ (class|dir)="[^"]*"/g, ''))).toEqual([
    '<span><del>Quotes</del><ins>Quote engine</ins></span>',
    '<span><span>team-</span><del>a</del><ins>b</ins></span>',
  ])
  expect(within(entry.getByRole('list', { name: 'Removed relations' })).getByRole('listitem').textContent).toBe('Owned bygroup:team-a')
  await user.click(entry.getByRole('button', { name: 'Hide change' }))
  expect(entry.queryByRole('region')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show older changes' }))
  expect(await screen.findByRole('heading', { name: 'Came into the catalog' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show older changes' })).toBeNull()
})

test('a change leads to the entity as it was then, and back to now', async () => {
  const { screen, user, requests } = open('/history')
  await user.click(await screen.findByRole('link', { name: 'View as of then' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Quotes' })).toBeTruthy()
  const asked = requests.find(({ path, method }) => path === '/entities/by-query' && method === 'POST')
  expect(asked?.body).toEqual({
    query: { kind: 'component', 'metadata.namespace': 'default', 'metadata.name': 'quotes' },
    limit: 1,
    asOf: '2026-01-03T12:00:00.001Z',
  })
  expect(screen.getByText(/^As it was on/)).toBeTruthy()
  expect(within(screen.getByRole('main')).queryByRole('button', { name: 'More' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Back to now' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Quote engine' })).toBeTruthy()
})

test('any moment can be viewed; one before the entity existed says so', async () => {
  const { screen, user, router } = open('/history', [
    answer(catalogApi.queryEntitiesByPredicate, { items: [], totalItems: 0, pageInfo: {} }),
  ])
  const field = await screen.findByLabelText('As of')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'View' }).disabled).toBe(true)
  await user.type(field, '2026-01-02T10:00:00')
  await user.click(screen.getByRole('button', { name: 'View' }))
  expect(await screen.findByRole('heading', { name: 'Entity was not found' })).toBeTruthy()
  expect(new URLSearchParams(router.state.location.search).get('asOf')).toBe(new Date('2026-01-02T10:00:00').toISOString())
  expect(screen.getByRole('button', { name: 'Back to now' })).toBeTruthy()
})

test('an invalid moment means now', async () => {
  const { screen } = open('?asOf=yesterday')
  expect(await screen.findByRole('heading', { level: 1, name: 'Quote engine' })).toBeTruthy()
})

test('the history of a removed entity is on the page that says it is gone', async () => {
  const deleted = change(4, { kind: 'deleted', before: entity })
  const explanation = {
    ref: 'component:default/quotes',
    state: 'missing' as const,
    sources: [],
    errors: [],
    conflicts: [],
    reasons: [{ code: 'deleted' as const, message: 'It was removed at 2026-01-04T12:00:00.000Z' }],
    next: 'Register a location.',
  }
  const { screen } = open('', [
    answer(catalogApi.getEntityByName, notFoundError('gone')),
    answer(catalogApi.explainEntity, explanation),
    answer(catalogApi.getEntityHistory, { items: [deleted], pageInfo: {} }),
  ])
  expect(await screen.findByText('It was removed')).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'View as of then' })
  expect(link.getAttribute('href')).toBe('/catalog/default/component/quotes?asOf=2026-01-04T11%3A59%3A59.999Z')
})

test('a history that cannot be loaded can be retried', async () => {
  let failing = true
  const { screen, user } = open('/history', [
    answer(catalogApi.getEntityHistory, () => (failing ? new AppError('Error', 'boom') : { items: [], pageInfo: {} })),
  ])
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The history could not be loaded')
  failing = false
  await user.click(within(alert).getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.getByText('No changes are recorded')).toBeTruthy())
})

describe('what is different between two documents', () => {
  test('is found at any depth, and keys that came or went have one side', () => {
    expect(fieldChanges({ a: { b: 1, c: [1, 2] }, d: 'x' }, { a: { b: 2, c: [1, 3] }, e: { f: true } })).toEqual([
      { path: 'a.b', before: '1', after: '2' },
      { path: 'a.c', before: '1, 2', after: '1, 3' },
      { path: 'd', before: 'x', after: undefined },
      { path: 'e', before: undefined, after: 'f: true' },
    ])
  })

  test('is shortened where it is long, and keys of objects are only keys', () => {
    const [found] = fieldChanges({ text: 'x'.repeat(5000) }, { text: '' })
    expect(found?.before).toHaveLength(401)
    expect(fieldChanges({}, { constructor: 1 })).toEqual([{ path: 'constructor', before: undefined, after: '1' }])
  })
})
