import { catalogApi, type Entity } from '@portico/catalog/common'
import { catalogWeb, EntityProvider, entityCards } from '@portico/catalog/web'
import { unavailableError } from '@portico/core/common'
import { defineWebPlugin, useSlot } from '@portico/core/web'
import { answer, renderPage, type RouteAnswer } from '@portico/core/testing/web'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { catalogGraphWeb } from './index.tsx'

const parts = Array.from({ length: 30 }, (_, index) => `component:default/part-${String(index).padStart(2, '0')}`)
const shop: Entity = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'System',
  metadata: { name: 'shop', title: 'Shop' },
  relations: [{ type: 'ownedBy', targetRef: 'group:default/sales' }, ...parts.map(targetRef => ({ type: 'hasPart', targetRef }))],
}

function openCard(entity: Entity, given: readonly RouteAnswer[] = []) {
  function Card() {
    const card = useSlot(entityCards, { context: entity }).find(({ id }) => id === 'catalog-graph/graph')
    return <EntityProvider entity={entity}>{card && <card.item.View />}</EntityProvider>
  }
  const page = defineWebPlugin({ id: 'page', pages: [{ path: '/card', title: 'Card', load: () => Promise.resolve({ default: Card }) }] })
  const byRefs = answer(catalogApi.getEntitiesByRefs, request => ({
    items: (request.body as { entityRefs: string[] }).entityRefs.map(ref =>
      ref === 'system:default/shop'
        ? entity
        : { ...entity, kind: ref.split(':')[0] ?? '', metadata: { name: ref.split('/')[1] ?? '' }, relations: [] },
    ),
  }))
  return renderPage({ plugins: [catalogWeb, catalogGraphWeb, page], path: '/card', answers: [...given, byRefs] })
}

test('the card shows the nearest, each a link, and leads to the whole graph', async () => {
  const { screen } = openCard(shop)
  const card = await screen.findByRole('region', { name: 'Relations' })
  expect((await within(card).findByRole('link', { name: 'sales group' })).getAttribute('href')).toBe('/catalog/default/group/sales')
  expect(within(card).getAllByRole('link', { name: /^part-/ })).toHaveLength(4)
  const whole = '/catalog-graph?rootEntityRefs%5B%5D=system%3Adefault%2Fshop'
  expect(within(card).getByRole('link', { name: '+26 more has part' }).getAttribute('href')).toBe(whole)
  expect(within(card).getByRole('link', { name: 'View graph' }).getAttribute('href')).toBe(whole)
})

test('an entity without relations says so', async () => {
  const { screen } = openCard({ ...shop, relations: [] })
  expect(await screen.findByText('No relations yet')).toBeTruthy()
})

test('a card that cannot be filled says why', async () => {
  const { screen } = openCard(shop, [answer(catalogApi.getEntitiesByRefs, unavailableError('away'))])
  expect(await screen.findByText('Could not load the graph')).toBeTruthy()
})
