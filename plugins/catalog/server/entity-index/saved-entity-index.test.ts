import { searchPairs, type Entity } from '@portico/catalog/common'
import { runNow } from '@portico/core/server/worker'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createEntityIndex, type EntityIndex, type OrderField } from './entity-index.ts'
import { comparePositions } from './sorted-views.ts'

const nextTurn = promisify(setImmediate)
const byName = [{ field: 'metadata.name', direction: 'asc' as const }]
const byOwner = [
  { field: 'spec.owner', direction: 'desc' as const },
  { field: 'metadata.tags', direction: 'asc' as const },
]

/** Entities with everything an index has parts for: common and rare keys, lists, letter case, nothing where others have something. */
function entityOf(number: number): Entity {
  return {
    apiVersion: 'v1',
    kind: number % 3 === 0 ? 'API' : 'Component',
    metadata: {
      name: `n${(number * 7919) % 10_007}`,
      tags: [`t${number % 40}`, number % 2 === 0 ? 'Java' : 'java'],
      annotations: { [`rare.io/k${number}`]: `v${number}`, ...(number % 5 === 0 && { 'a.io/ID': String(number) }) },
    },
    spec: { owner: number % 4 === 0 ? undefined : `Team-${number % 11}`, nothing: null, nested: { 'a.b': { c: number % 6 } } },
    relations: [{ type: 'ownedBy', targetRef: `group:default/team-${number % 11}` }],
  }
}
const refOf = ({ kind, metadata }: Entity) => `${kind}:default/${metadata.name}`.toLowerCase()
const change = (number: number) => ({ id: number, ref: refOf(entityOf(number)), coreRevision: number, entity: entityOf(number) })

function fill(index: EntityIndex, numbers: number): void {
  for (let number = 1; number <= numbers; number++) index.apply([change(number)])
  for (let number = 10; number <= numbers; number += 10) index.apply([{ id: number, ref: refOf(entityOf(number)), entity: undefined }])
}

/** Everything that can be asked of an index. */
function answersOf(index: EntityIndex) {
  const pages = [[], byName, byOwner].map(order => {
    const { ids, positions, total } = index.query({ order, limit: 10_000 })
    return { ids, positions, total }
  })
  const keys = new Set(Array.from({ length: 60 }, (_, at) => searchPairs(entityOf(at + 1)).map(([key]) => key)).flat())
  const facets = [...keys].map(key => [key, index.facets(key, undefined)])
  const words = index.query({ order: [], limit: 10_000, fullText: { term: '99', fields: ['metadata.name'] } }).ids
  return { size: index.size, pages, facets, words, hasCore: [1, 2, 10].map(number => index.hasCore(refOf(entityOf(number)), number)) }
}

async function savedAndLoaded(index: EntityIndex): Promise<EntityIndex> {
  await index.prepareSave()
  const copy = createEntityIndex()
  runNow(copy.load(structuredClone(index.save())))
  return copy
}

test('an index that was saved and loaded answers everything as before, and goes on alike', async () => {
  const index = createEntityIndex()
  fill(index, 1500)
  index.query({ order: byName, limit: 1 })
  const copy = await savedAndLoaded(index)
  expect(answersOf(copy)).toEqual(answersOf(index))
  for (const each of [index, copy]) {
    for (let number = 1300; number <= 1700; number++) each.apply([change(number)])
    each.apply([{ id: 7, ref: refOf(entityOf(7)), entity: undefined }])
    each.applyStitched(refOf(entityOf(8)), { relations: [{ type: 'ownedBy', targetRef: 'group:default/other' }] })
  }
  expect(answersOf(copy)).toEqual(answersOf(index))
  expect(answersOf(await savedAndLoaded(copy))).toEqual(answersOf(index))
})

test('an index that changes has another version, also where a query gives a rare key a column', () => {
  const index = createEntityIndex()
  fill(index, 50)
  const first = index.version
  index.facets('metadata.annotations.rare.io/k3', undefined)
  const second = index.version
  expect(second).not.toBe(first)
  index.apply([change(51)])
  expect(index.version).not.toBe(second)
})

test('an order that is sorted in turns is right, whatever changes meanwhile', async () => {
  const index = createEntityIndex()
  for (let number = 1; number <= 4000; number++) index.apply([change(number)])
  const orders: OrderField[][] = [byName, byOwner, [], [{ field: 'metadata.annotations.a.io/id', direction: 'desc' }]]
  let isDone = false
  const done = Promise.all(orders.map(order => index.prepare({ order }))).then(() => (isDone = true))
  for (let number = 1; !isDone; number++) {
    const changed = { ...change((number % 4500) + 1), entity: entityOf(number * 3) }
    index.apply([changed, { id: number, ref: refOf(entityOf(number * 2)), entity: undefined }])
    await nextTurn()
  }
  await done
  for (const order of orders) {
    const { positions } = index.query({ order, limit: 20_000 })
    expect(positions).toHaveLength(index.size)
    expect(positions.slice(1).every((position, at) => comparePositions(positions[at]!, position, order) < 0)).toBe(true)
  }
})
