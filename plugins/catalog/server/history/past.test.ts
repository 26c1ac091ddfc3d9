import { catalogApi, type Entity } from '@portico/catalog/common'
import { catalogPast, type CatalogPast, type PastChange } from '@portico/catalog/server'
import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { defineServerPlugin } from '@portico/core/server'
import { eventually } from '@portico/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let past: CatalogPast
const moverPlugin = defineServerPlugin({
  id: 'mover',
  uses: { past: catalogPast },
  setup: (_core, services) => void ({ past } = services),
})

const component = (name: string, owner: string, spec: object = {}) => document('Component', name, { spec: { owner, ...spec } })
const group = (name: string) => document('Group', name)
let catalog: TestCatalog
let began: number

const daysBefore = (days: number) => new Date(began - days * 86_400_000)
const known = async (ref: string): Promise<Entity> => {
  const [kind = '', namespace = '', name = ''] = ref.split(/[:/]/)
  return catalog.server.call(catalogApi.getEntityByName, { params: { kind, namespace, name } })
}
const historyOf = async (name: string) =>
  (await catalog.server.call(catalogApi.getEntityHistory, { params: { kind: 'component', namespace: 'default', name }, query: {} })).items
const asOf = async (days: number, filter: string) => {
  const query = { filter: [filter], asOf: daysBefore(days).toISOString() }
  return (await catalog.server.call(catalogApi.queryEntities, { query })).items
}

/** Ferry changed its owner, bell came late, dinghy went; the teams were there from the start. */
async function changes(): Promise<PastChange[]> {
  const [ferry, bell, sea, land] = await Promise.all(
    ['component:default/ferry', 'component:default/bell', 'group:default/sea', 'group:default/land'].map(known),
  )
  const gone = { apiVersion: 'backstage.io/v1alpha1', kind: 'Component', metadata: { name: 'dinghy' } }
  return [
    ...[sea!, land!].map(entity => ({ at: daysBefore(30), entity })),
    { at: daysBefore(30), entity: { ...ferry!, spec: { ...ferry!.spec, owner: 'land' } } },
    { at: daysBefore(30), entity: { ...gone, spec: { type: 'service', lifecycle: 'production', owner: 'land' } } },
    { at: daysBefore(20), entity: ferry! },
    { at: daysBefore(10), removed: 'component:default/dinghy' },
    { at: daysBefore(5), entity: { ...bell!, spec: { ...bell!.spec, lifecycle: 'experimental' } } },
  ]
}

beforeAll(async () => {
  catalog = await startCatalog(
    { 'a.yaml': file(component('ferry', 'sea'), component('bell', 'sea'), component('buoy', 'sea'), group('sea'), group('land')) },
    { plugins: [moverPlugin] },
  )
  await catalog.until('kind=group,relations.ownerof=component:default/buoy', 1)
  began = (await past.begins())!.getTime()
  await eventually(async () => {
    if (!(await past.bringIn(await changes()))) throw new Error('The catalog has not settled yet')
  })
})
afterAll(() => catalog.stop())

test('a past that is brought in lies before the own history, with the relations of each moment', async () => {
  const [ferry] = await asOf(25, 'metadata.name=ferry')
  expect(ferry?.relations).toEqual([{ type: 'ownedBy', targetRef: 'group:default/land' }])
  const [land] = await asOf(25, 'metadata.name=land')
  expect(land?.relations?.map(({ targetRef }) => targetRef)).toEqual(['component:default/dinghy', 'component:default/ferry'])
  expect((await asOf(12, 'metadata.name=dinghy')).length).toBe(1)
  expect(await asOf(7, 'metadata.name=dinghy')).toEqual([])
  const owned = (await asOf(7, 'metadata.name=sea')).flatMap(({ relations = [] }) => relations.map(({ targetRef }) => targetRef))
  expect(owned).toEqual(['component:default/ferry'])
  expect(await asOf(40, 'kind=component')).toEqual([])
})

test('the history of an entity goes from its past into the own, without a step where nothing changed', async () => {
  expect(await historyOf('ferry')).toMatchObject([
    { kind: 'updated', fields: ['spec.owner'], at: daysBefore(20).toISOString(), before: { spec: { owner: 'land' } } },
    { kind: 'created', at: daysBefore(30).toISOString(), source: expect.stringContaining('a.yaml') },
  ])
  expect(await historyOf('bell')).toMatchObject([
    { kind: 'updated', fields: ['spec.lifecycle'], before: { spec: { lifecycle: 'experimental' } }, relationsAdded: [] },
    { kind: 'created', at: daysBefore(5).toISOString() },
  ])
  expect(await historyOf('dinghy')).toMatchObject([{ kind: 'deleted' }, { kind: 'created' }])
  expect((await historyOf('buoy')).at(-1)).toMatchObject({ kind: 'created', revision: expect.any(Number) })
  const timeline = await catalog.server.call(catalogApi.getTimeline, { query: { kind: 'component', parts: 30 } })
  expect(timeline).toMatchObject({ beginsWithNothing: true, parts: expect.arrayContaining([expect.objectContaining({ deleted: 1 })]) })
  expect(timeline.parts[0]).toMatchObject({ created: 2 })
  const { items } = await catalog.server.call(catalogApi.listChanges, { query: { limit: 4 } })
  expect(items.map(({ kind }) => kind)).toEqual(['created', 'created', 'created', 'created'])
})

test('a second past changes nothing, and what happens afterwards follows', async () => {
  const before = await historyOf('ferry')
  expect(await past.bringIn([{ at: daysBefore(50), removed: 'component:default/ferry' }])).toBe(true)
  expect(await historyOf('ferry')).toEqual(before)
  catalog.write('a.yaml', file(component('ferry', 'land'), component('bell', 'sea'), component('buoy', 'sea'), group('sea'), group('land')))
  await catalog.until('metadata.name=ferry,relations.ownedby=group:default/land', 1)
  expect((await historyOf('ferry'))[0]).toMatchObject({ kind: 'updated', fields: ['spec.owner'], after: { spec: { owner: 'land' } } })
})
