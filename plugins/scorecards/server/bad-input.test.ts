import { entityReadPermission } from '@portico/catalog/common'
import { document, file } from '@portico/catalog/testing'
import type { Decision } from '@portico/core/common'
import { defineServerPlugin, permissionPort } from '@portico/core/server'
import type { TestServer } from '@portico/core/testing'
import { scorecardsApi } from '@portico/scorecards/common'
import { checkDocument, scorecardDocument, startScorecards } from '@portico/scorecards/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Stands in for the permission service: bob sees only what team-b owns.
const ofTeamB: Decision = {
  result: 'CONDITIONAL',
  pluginId: 'catalog',
  resourceType: 'catalog-entity',
  conditions: { rule: 'IS_ENTITY_OWNER', resourceType: 'catalog-entity', params: { claims: ['group:default/team-b'] } },
}
const policy = defineServerPlugin({
  id: 'policy',
  provides: { permissions: permissionPort },
  setup: () => ({
    permissions: {
      authorize: async (caller, requests) =>
        requests.map(({ permission }) =>
          permission.name === entityReadPermission.name && caller.type === 'user' && caller.userEntityRef === 'user:default/bob'
            ? ofTeamB
            : { result: 'ALLOW' as const },
        ),
    },
  }),
})

let portal: Awaited<ReturnType<typeof startScorecards>>
const call = ((...args: Parameters<TestServer['call']>) => portal.server.call(...args)) as TestServer['call']
const shop = 'component:default/shop'
const stock = 'component:default/stock'
const stateOf = async (check: string, ref = shop) =>
  (await call(scorecardsApi.listEntities, { query: { check } })).items.find(({ entityRef }) => entityRef === ref)?.result

beforeAll(async () => {
  portal = await startScorecards(
    {
      'shop.yaml': file(
        document('Component', 'shop', { metadata: { description: 'a'.repeat(40) } }),
        document('Group', 'team-a'),
        document('Group', 'team-b'),
        document('Component', 'stock', { spec: { owner: 'team-b' } }),
      ),
    },
    { plugins: [policy], config: { permission: { enabled: true } } },
  )
  await portal.until('kind=component', 2)
  await portal.save(checkDocument('endless', '($f := function($x) { $f($x) }; $f(1))'))
  await portal.save(checkDocument('hostile', '$contains(entity.metadata.description & "!", /^(a+)+$/)'))
  await portal.save(checkDocument('by-nothing', '1 / 0 > 1'))
  await portal.save(checkDocument('a-number', '42'))
  await portal.save(checkDocument('nobody', 'true', { filter: { kind: 'Nothing' } }))
  await portal.save(checkDocument('fine', 'true'))
  await portal.save(scorecardDocument('all', { checks: ['fine', 'by-nothing', 'gone'] }))
  await portal.untilResult(shop, 'fine', state => state === 'pass')
  await portal.untilResult(stock, 'fine', state => state === 'pass')
  await portal.untilResult(shop, 'a-number', state => state === 'unknown')
  await portal.untilMembers('all', 2)
})
afterAll(() => portal.stop())

test('checks that never end, divide by nothing or give a number are unknown and say so; the others go on', async () => {
  expect((await stateOf('endless'))?.reason?.code).toBe('expression-too-long')
  expect((await stateOf('hostile'))?.reason?.code).toBe('expression-too-long')
  expect((await stateOf('by-nothing'))?.reason?.code).toBe('expression-failed')
  expect((await stateOf('a-number'))?.reason).toMatchObject({
    code: 'not-a-boolean',
    message: 'The expression gives a number, not true or false',
  })
  expect((await stateOf('fine'))?.state).toBe('pass')
})

test('a check that matches nobody, and a scorecard with a check that is gone, say so', async () => {
  expect(await call(scorecardsApi.getCheck, { params: { name: 'nobody' }, query: {} })).toMatchObject({
    entities: 0,
    counts: { pass: 0, fail: 0 },
  })
  expect((await call(scorecardsApi.getScorecard, { params: { name: 'all' }, query: {} })).missing).toEqual(['gone'])
})

test('counts tell nothing of entities that the caller may not see', async () => {
  const bob = portal.server.as('user:default/bob')
  const overview = await bob.call(scorecardsApi.getOverview, { query: {} })
  expect(overview.total.entities).toBe(1)
  expect(overview.groups.map(({ key }) => key)).toEqual(['group:default/team-b'])
  expect(await bob.call(scorecardsApi.getCheck, { params: { name: 'fine' }, query: {} })).toMatchObject({
    entities: 1,
    counts: { pass: 1 },
  })
  expect((await bob.call(scorecardsApi.getTrend, { query: { check: 'fine', points: 2 } })).points.at(-1)).toMatchObject({ entities: 1 })
  expect((await bob.call(scorecardsApi.whatIf, { body: { text: checkDocument('fine', 'false') } })).totalFlips).toBe(1)
  await expect(
    bob.call(scorecardsApi.getEntity, { params: { namespace: 'default', kind: 'component', name: 'shop' }, query: {} }),
  ).rejects.toMatchObject({ status: 404 })
  expect(
    (await bob.call(scorecardsApi.listSummaries, { body: { entityRefs: [shop, stock] } })).items.map(({ entityRef }) => entityRef),
  ).toEqual([stock])
})

test('a second document of a name is told where the first is', async () => {
  await expect(portal.save(checkDocument('fine', 'true', { state: 'draft', severity: 'wrong' }))).rejects.toMatchObject({
    code: 'scorecards.document-invalid',
  })
  expect((await call(scorecardsApi.listDocuments, { query: { kind: 'Check' } })).items.filter(({ name }) => name === 'fine')).toHaveLength(
    1,
  )
})

test('an entity that is gone leaves the numbers, and its history stays', async () => {
  portal.write('shop.yaml', document('Component', 'shop'))
  await portal.untilMembers('all', 1)
  const { items } = await call(scorecardsApi.listSummaries, { body: { entityRefs: [stock] } })
  expect(items).toEqual([])
})
