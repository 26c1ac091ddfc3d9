import { catalogApi, type Change, type HealthProblem } from '@portico/catalog/common'
import { notAllowedError, unavailableError } from '@portico/core/common'
import { answer, renderPage, testSession, type RouteAnswer } from '@portico/core/testing/web'
import { createMemoryStorage } from '@portico/core/web'
import { homeWeb } from '@portico/home/web'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { catalogWeb } from '../index.tsx'

const session = () => testSession('user:default/jane', { ownershipEntityRefs: ['user:default/jane', 'group:default/web'] })
const owned = { apiVersion: 'v1', kind: 'Component', metadata: { name: 'mine', namespace: 'default' } }

function open(widget: string, stars: readonly string[], answers: readonly RouteAnswer[]) {
  const storage = createMemoryStorage()
  storage.setItem('/home/layout', JSON.stringify({ version: 1, widgets: [{ widget }] }))
  storage.setItem('/starredEntities/entityRefs', JSON.stringify(stars))
  const names = answer(catalogApi.getEntitiesByRefs, ({ body }) => ({
    items: (body as { entityRefs: string[] }).entityRefs.map(() => null),
  }))
  return renderPage({ plugins: [homeWeb, catalogWeb], storage, session, answers: [...answers, names] })
}

test('Your Starred Entities lists what the user has starred, by name, and a star takes one away [HOME-06]', async () => {
  const { screen, user } = open('catalog/starred', ['component:default/zebra', 'api:shop/adder'], [])
  const widget = within(await screen.findByRole('region', { name: 'Your Starred Entities' }))
  const links = await widget.findAllByRole('link')
  expect(links.map(link => link.getAttribute('href'))).toEqual(['/catalog/shop/api/adder', '/catalog/default/component/zebra'])
  await user.click(widget.getByRole('button', { name: /zebra/ }))
  expect(widget.getAllByRole('link')).toHaveLength(1)
  await user.click(widget.getByRole('button', { name: /adder/ }))
  expect(widget.getByText('Press the star beside the name of an entity to have it here.')).toBeTruthy()
})

test('recent changes are those of what the user owns or has starred', async () => {
  const change: Change = {
    revision: 7,
    sequence: 1,
    at: '2026-01-01T00:00:00.000Z',
    ref: 'component:default/mine',
    kind: 'updated',
    fields: ['spec.owner'],
    relationsAdded: [],
    relationsRemoved: [],
  }
  const { screen, requests } = open(
    'catalog/changes',
    ['api:default/star'],
    [
      answer(catalogApi.queryEntitiesByPredicate, { items: [owned], totalItems: 0, pageInfo: {} }),
      answer(catalogApi.listRecentChanges, { items: [change] }),
    ],
  )
  const widget = within(await screen.findByRole('region', { name: 'Recent changes' }))
  expect((await widget.findByRole('listitem')).textContent).toMatch(/mine.*spec\.owner/)
  const asked = requests.find(({ path }) => path === '/changes/recent')?.body
  expect(asked).toEqual({ entityRefs: ['api:default/star', 'component:default/mine'], limit: 20 })
  const query = requests.find(({ path }) => path === '/entities/by-query')?.body as { query: unknown }
  expect(query.query).toEqual({ 'relations.ownedBy': { $in: ['user:default/jane', 'group:default/web'] } })
})

test('changes that cannot be read say so, and none says why', async () => {
  const failing = open('catalog/changes', [], [answer(catalogApi.queryEntitiesByPredicate, unavailableError('away'))])
  expect((await failing.screen.findByRole('alert')).textContent).toContain('The changes could not be read')
  const empty = open(
    'catalog/changes',
    [],
    [
      answer(catalogApi.queryEntitiesByPredicate, { items: [], totalItems: 0, pageInfo: {} }),
      answer(catalogApi.listRecentChanges, { items: [] }),
    ],
  )
  expect(await empty.screen.findByText('Changes of what you own or have starred are listed here.')).toBeTruthy()
})

const problem: HealthProblem = {
  id: 'p1',
  type: 'dangling-reference',
  entityRef: 'component:default/mine',
  isInCatalog: true,
  targetRef: 'system:default/gone',
  cause: 'c',
  fix: 'f',
  since: '2026-01-01T00:00:00.000Z',
  canRefresh: false,
}

test('problems of what the user owns are open work, and lead to where they are dealt with', async () => {
  const failed: HealthProblem = { ...problem, id: 'p2', type: 'failed-document', entityRef: 'component:default/broken', isInCatalog: false }
  const counts = { total: 2, types: {} }
  const { screen, requests } = open(
    'home/attention',
    [],
    [
      answer(catalogApi.listHealthProblems, { items: [problem, failed], totalItems: 2, counts }),
      answer(catalogApi.countHealthProblems, counts),
    ],
  )
  const widget = within(await screen.findByRole('region', { name: 'My open work' }))
  const rows = await widget.findAllByRole('listitem')
  expect(rows.map(row => row.textContent)).toEqual([
    expect.stringMatching(/broken.*Could not be processed/),
    expect.stringMatching(/mine.*Refers to something that is missing/),
  ])
  const links = widget.getAllByRole('link').map(link => link.getAttribute('href'))
  expect(links).toEqual([expect.stringMatching(/^\/catalog-health\?/), '/catalog/default/component/mine'])
  expect(requests.find(({ path }) => path.startsWith('/health/problems'))?.path).toContain('group%3Adefault%2Fweb')
})

test('who may not see the health of the catalog still sees what is orphaned', async () => {
  const { screen } = open(
    'home/attention',
    [],
    [
      answer(catalogApi.listHealthProblems, notAllowedError('no')),
      answer(catalogApi.countHealthProblems, notAllowedError('no')),
      answer(catalogApi.queryEntitiesByPredicate, { items: [owned], totalItems: 1, pageInfo: {} }),
    ],
  )
  const widget = within(await screen.findByRole('region', { name: 'My open work' }))
  expect((await widget.findByRole('listitem')).textContent).toMatch(/mine.*Is not in any source any more/)
})
