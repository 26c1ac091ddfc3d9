import { document, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { connectorsApi, factsChanged } from '@portico/connectors/common'
import { connectorsPlugin, factsService, type Facts, type FactSource } from '@portico/connectors/server'
import { defineServerPlugin, optional, permissionPort } from '@portico/core/server'
import { eventually } from '@portico/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const [web, hidden] = ['component:default/web', 'component:default/hidden']
const changes: unknown[] = []
let facts: Facts
let quality: FactSource
const qualityPlugin = defineServerPlugin({
  id: 'quality',
  uses: { facts: optional(factsService) },
  setup({ work, onStop }, { facts: found }) {
    if (!found) throw new Error('There are no facts')
    facts = found
    quality = found.declare('quality', [
      { name: 'quality.coverage', title: 'Coverage', type: 'number', unit: '%', staleAfter: 3_600_000 },
      { name: 'quality.gate', title: 'Gate', type: 'state', states: { OK: 'ok', '*': 'error' } },
    ])
    onStop(work.events.listen([factsChanged], ({ payload }) => void changes.push(...payload.changes)))
  },
})
const policyPlugin = defineServerPlugin({
  id: 'test-policy',
  provides: { permissions: permissionPort },
  setup: () => ({
    permissions: {
      authorize: async (_caller, requests) =>
        requests.map(({ permission, resourceRef }) => ({
          result: resourceRef === hidden || permission.name === 'connectors.facts.push' ? 'DENY' : 'ALLOW',
        })),
    },
  }),
})

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog(
    {
      'web.yaml': document('Component', 'web'),
      'hidden.yaml': document('Component', 'hidden'),
      'going.yaml': document('Component', 'going'),
    },
    { plugins: [connectorsPlugin, qualityPlugin, policyPlugin], config: { permission: { enabled: true } } },
  )
  await catalog.until('kind=component', 3)
})
afterAll(() => catalog.stop())

const list = (query: { name?: string[]; entityRef?: string[]; after?: string; limit?: number } = {}) =>
  catalog.server.as('user:default/jane').call(connectorsApi.listFacts, { query })
const coverage = 'quality.coverage'

test('the last value of a fact is told with its age, its course is kept, and each change is told', async () => {
  const first = new Date(Date.now() - 7_200_000)
  await quality.put([{ entityRef: 'Component:default/Web', name: coverage, value: '80.5', at: first }])
  await quality.put([{ entityRef: web, name: coverage, value: 80.5, at: new Date(Date.now() - 3_700_000) }])
  expect(await facts.latest({ names: [coverage] })).toMatchObject([{ entityRef: web, value: 80.5, at: first.toISOString(), stale: true }])
  await quality.confirm([web], [coverage])
  expect(await facts.latest({ entityRefs: [web] })).toMatchObject([{ at: first.toISOString(), stale: false }])
  await quality.put([{ entityRef: web, name: coverage, value: 82 }])
  // What was read before is no news.
  await quality.put([{ entityRef: web, name: coverage, value: 1, at: first }])
  const range = { from: new Date(Date.now() - 60_000), to: new Date() }
  expect((await facts.history(web, coverage, range)).map(({ value }) => value)).toEqual([80.5, 82])
  expect(await facts.at(new Date(Date.now() - 60_000), { names: [coverage] })).toMatchObject([{ entityRef: web, value: 80.5 }])
  await eventually(() => expect(changes.length).toBe(2))
  expect(changes).toEqual([0, 1].map(() => ({ entityRef: web, names: [coverage] })))
  await expect(quality.put([{ entityRef: web, name: coverage, value: 'much' }])).rejects.toMatchObject({
    message: 'The value of \'quality.coverage\' is not of the type number: expected a number, found "much"',
  })
  expect(() => facts.declare('other', [{ name: 'quality.x', title: 'X', type: 'text' }])).toThrow(
    "must begin with the name of its source: 'other.'",
  )
})

test('callers get the facts of entities that they may see, a page at a time', async () => {
  await quality.put([web, hidden].map(entityRef => ({ entityRef, name: 'quality.gate', value: 'OK' })))
  const { items, next } = await list({ limit: 1 })
  expect(items).toMatchObject([{ entityRef: web, name: coverage }])
  expect((await list({ after: next! })).items).toMatchObject([{ entityRef: web, name: 'quality.gate', value: 'OK', stale: false }])
  expect((await list({ entityRef: [hidden, web], name: ['quality.gate'] })).items.map(each => each.entityRef)).toEqual([web])
  await expect(
    catalog.server.as('user:default/jane').call(connectorsApi.getHistory, { query: { entityRef: hidden, name: coverage } }),
  ).rejects.toMatchObject({ status: 404 })
  await expect(list({ after: 'nonsense' })).rejects.toMatchObject({ status: 400, code: 'connectors.invalid-cursor' })
})

test('a program sends facts that it describes, and none of others', async () => {
  const program = catalog.server.as({ plugin: 'ci' })
  const push = (body: object) => program.call(connectorsApi.pushFacts, { body: body as never })
  const definitions = [{ name: 'ci.minutes', title: 'Minutes', type: 'number', unit: 'min' }]
  await expect(push({ values: [{ entityRef: web, name: 'ci.minutes', value: 7 }] })).rejects.toMatchObject({
    status: 400,
    message: "The fact 'ci.minutes' is not known: describe it in 'definitions'",
  })
  const values = [web, 'component:default/nothing'].map(entityRef => ({
    entityRef,
    name: 'ci.minutes',
    value: 7,
    at: '2099-01-01T00:00:00Z',
  }))
  expect(await push({ definitions, values })).toEqual({ stored: 1, unknown: ['component:default/nothing'] })
  expect(await push({ values: [{ entityRef: web, name: 'ci.minutes', value: 8 }] })).toEqual({ stored: 1, unknown: [] })
  expect((await list({ name: ['ci.minutes'] })).items).toMatchObject([{ value: 8 }])
  await expect(push({ values: [{ entityRef: web, name: coverage, value: 1 }] })).rejects.toMatchObject({ status: 409 })
  await expect(push({ values: [{ entityRef: web, name: 'ci.minutes', value: {} }] })).rejects.toMatchObject({ status: 400 })
  await expect(catalog.server.as('user:default/jane').call(connectorsApi.pushFacts, { body: { values: [] } })).rejects.toMatchObject({
    status: 403,
  })
  await program.call(connectorsApi.removePushedFact, { params: { name: 'ci.minutes' } })
  expect((await list({ name: ['ci.minutes'] })).items).toEqual([])
})

test('agents list facts and read their course', async () => {
  const invoke = async (id: string, input: object) => {
    const path = `/api/connectors/.backstage/actions/v2/actions/connectors:${id}/invoke`
    const response = await catalog.server.as('user:default/jane').fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ input }),
    })
    return ((await response.json()) as { output: any }).output
  }
  const listed = await invoke('list-facts', { names: [coverage] })
  expect(listed).toMatchObject({ items: [{ entityRef: web, value: 82 }], definitions: [{ name: coverage, unit: '%' }] })
  expect((await invoke('get-fact-history', { entityRef: web, name: coverage })).points).toHaveLength(2)
  expect((await invoke('list-fact-definitions', {})).items).toHaveLength(2)
})

test('with its entity the facts are gone', async () => {
  await quality.put([{ entityRef: 'component:default/going', name: coverage, value: 5 }])
  catalog.write('going.yaml', document('Component', 'another'))
  await eventually(async () => expect(await facts.latest({ entityRefs: ['component:default/going'] })).toEqual([]))
})
