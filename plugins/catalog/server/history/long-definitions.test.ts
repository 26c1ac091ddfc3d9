import { catalogApi, type Entity } from '@portico/catalog/common'
import { document, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { eventually } from '@portico/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const long = (version: string) => `openapi: 3.0.0 # ${version} "quoted" ⚓ 😀\n${'x: ⚓\n'.repeat(200_000)}`
const api = (definition: string, tag: string) =>
  document('API', 'booking', { metadata: { tags: [tag], title: 'Booking ⚓😀 "api"' }, spec: { definition } })
const params = { namespace: 'default', kind: 'api', name: 'booking' }

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog({ 'api.yaml': api(long('1'), 'one') }, {})
  await catalog.until('kind=api', 1)
})
afterAll(() => catalog.stop())

const whole = () => catalog.server.call(catalogApi.getEntityByName, { params })
const short = () => catalog.server.call(catalogApi.getEntityByName, { params, query: { definition: 'short' } })
const definitionOf = (entity: Entity | undefined) => entity?.spec?.['definition']
const ownError = async () => (await short()).status?.items?.[0]?.message
const query = async (text: string) => (await catalog.server.database.pool.query(text)).rows
async function change(definition: string, tag: string): Promise<void> {
  catalog.write('api.yaml', api(definition, tag))
  await eventually(async () => expect((await short()).metadata.tags).toEqual([tag]))
}

test('an entity has its whole definition, also in lists; a page may leave a long one out, and is told how long it is', async () => {
  const entity = await whole()
  expect(definitionOf(entity) === long('1')).toBe(true)
  const { items } = await catalog.server.call(catalogApi.queryEntities, { query: { filter: ['kind=api'] } })
  expect(definitionOf(items[0]) === long('1')).toBe(true)
  const page = await short()
  expect(definitionOf(page)).toMatch(/^A text of \d+ bytes, SHA-256 [0-9a-f]{32}$/)
  expect({ ...page, spec: { ...page.spec, definition: '' } }).toEqual({ ...entity, spec: { ...entity.spec, definition: '' } })
})

test('a definition is stored once, however often the rest of its entity changes, and its history says when it changed', async () => {
  await change(long('1'), 'two')
  await change(long('1'), 'three')
  expect(await query('select id from catalog.definition')).toHaveLength(1)
  expect(await query('select max(octet_length(final_before)) < 10000 as small from catalog.change')).toEqual([{ small: true }])
  await change(long('2'), 'four')
  expect(definitionOf(await whole()) === long('2')).toBe(true)
  const { items } = await catalog.server.call(catalogApi.getEntityHistory, { params, query: {} })
  expect(items.map(({ fields }) => fields)).toEqual([['metadata.tags', 'spec.definition'], ['metadata.tags'], ['metadata.tags'], []])
  const { before, after } = items[0] as unknown as { before?: Entity; after?: Entity }
  expect(definitionOf(before)).toMatch(/^A text of/)
  expect(definitionOf(after)).not.toBe(definitionOf(before))
})

test('a short definition stays with its entity, and one over the limit is refused by name', async () => {
  await change('openapi: 3.0.0', 'five')
  expect(definitionOf(await short())).toBe('openapi: 3.0.0')
  catalog.write('api.yaml', api('x'.repeat(12_000_001), 'six'))
  await eventually(async () =>
    expect(await ownError()).toContain('spec.definition: has more than 12,000,000 bytes; catalog.limits.definitionBytes sets this limit'),
  )
})

test('one of 50 MB is refused by the same limit, beside its entity or within; the last good one stays', async () => {
  const huge = `openapi: 3.0.0 # ${'x'.repeat(50_000_000)}`
  catalog.write('huge.yaml', huge)
  catalog.write('api.yaml', document('API', 'booking', { spec: { definition: { $text: './huge.yaml' } } }))
  await eventually(async () =>
    expect(await ownError()).toMatch(
      /huge\.yaml, which it includes, has more than 12,000,000 bytes; catalog\.limits\.definitionBytes sets this limit/,
    ),
  )
  expect(definitionOf(await short())).toBe('openapi: 3.0.0')
  catalog.write('api.yaml', api('openapi: 3.1.0', 'seven'))
  await eventually(async () => expect(await ownError()).toBeUndefined())
  catalog.write('api.yaml', api(huge, 'eight'))
  const problems = async () => JSON.stringify(await catalog.server.server.inspection.problems())
  await eventually(async () =>
    expect(await problems()).toMatch(/api\.yaml.*has more than 12,000,000 bytes; catalog\.limits\.definitionBytes/),
  )
})
