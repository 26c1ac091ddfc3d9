import { catalogApi, type Entity } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { unavailableError } from '@portico/core/common'
import { answer, renderPage, type RouteAnswer } from '@portico/core/testing/web'
import { createMemoryStorage } from '@portico/core/web'
import { homeWeb } from '@portico/home/web'
import { techdocsApi } from '@portico/techdocs/common'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { techdocsWeb } from '../index.tsx'

const entity: Entity = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Component',
  metadata: {
    name: 'pay',
    title: '<b>Payments</b>',
    description: 'How money moves',
    annotations: { 'backstage.io/techdocs-ref': 'dir:.' },
  },
}

function open(widget: object, answers: readonly RouteAnswer[], storage = createMemoryStorage()) {
  storage.setItem('/home/layout', JSON.stringify({ version: 1, widgets: [widget] }))
  return renderPage({ plugins: [homeWeb, catalogWeb, techdocsWeb], storage, answers })
}

test('Featured Docs lists docs, of the entities with a tag where one is set, and leads to them [HOME-09]', async () => {
  const found = answer(catalogApi.queryEntitiesByPredicate, { items: [entity], totalItems: 1, pageInfo: {} })
  const { screen, requests } = open({ widget: 'techdocs/featured', settings: { tag: 'start-here', limit: 3 } }, [found])
  const widget = within(await screen.findByRole('region', { name: 'Featured Docs' }))
  expect((await widget.findByRole('link', { name: '<b>Payments</b>' })).getAttribute('href')).toBe('/docs/default/component/pay')
  expect(widget.getByText('How money moves')).toBeTruthy()
  expect(requests.find(({ path }) => path === '/entities/by-query')?.body).toMatchObject({
    limit: 3,
    query: { $all: [{ $any: expect.any(Array) }, { 'metadata.tags': { $contains: 'start-here' } }] },
  })
})

test('Featured Docs says when there are none, and when they cannot be listed', async () => {
  const none = open({ widget: 'techdocs/featured' }, [
    answer(catalogApi.queryEntitiesByPredicate, { items: [], totalItems: 0, pageInfo: {} }),
  ])
  expect(await none.screen.findByText('Entities that have docs are listed here.')).toBeTruthy()
  const failing = open({ widget: 'techdocs/featured' }, [answer(catalogApi.queryEntitiesByPredicate, unavailableError('away'))])
  expect((await failing.screen.findByRole('alert')).textContent).toContain('The docs could not be listed')
})

test('the docs that were read last are those of the visits', async () => {
  const storage = createMemoryStorage()
  const visits = ['/docs/default/component/pay/start', '/catalog', '/docs/default/component/pay']
  storage.setItem(
    '/home/visits/user%3Adefault%2Fjane',
    JSON.stringify(visits.map((pathname, timestamp) => ({ id: pathname, name: pathname, pathname, hits: 1, timestamp }))),
  )
  const { screen } = open({ widget: 'techdocs/read' }, [], storage)
  const widget = within(await screen.findByRole('region', { name: 'Docs you read' }))
  expect((await widget.findAllByRole('link')).map(link => link.textContent)).toEqual([visits[2], visits[0]])
})

test('broken docs of what the user owns are open work', async () => {
  const report = { entityRef: 'component:default/pay', checkedAt: '2026-01-01T00:00:00.000Z', pages: 3, brokenLinks: 2, unsupported: 0 }
  const { screen } = open({ widget: 'home/attention' }, [
    answer(techdocsApi.listReports, { items: [{ ...report, reasons: ['broken'] }] }),
    answer(catalogApi.getEntitiesByRefs, { items: [entity] }),
    answer(catalogApi.listHealthProblems, { items: [], totalItems: 0, counts: { total: 0, types: {} } }),
  ])
  const widget = within(await screen.findByRole('region', { name: 'My open work' }))
  expect((await widget.findByRole('listitem')).textContent).toMatch(/^<b>Payments<\/b>Docs:.*2/)
  expect(widget.getByRole('link').getAttribute('href')).toBe('/docs/default/component/pay')
})
