import { document, file } from '@portico/catalog/testing'
import { defineServerPlugin, permissionPort } from '@portico/core/server'
import type { TestServer } from '@portico/core/testing'
import { scorecardsApi } from '@portico/scorecards/common'
import { authorizeOneTeam, checkDocument, scorecardDocument, startScorecards } from '@portico/scorecards/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const policy = defineServerPlugin({
  id: 'policy',
  provides: { permissions: permissionPort },
  setup: () => ({ permissions: { authorize: authorizeOneTeam } }),
})
const ofComponents = { filter: { kind: 'Component' } }
const stock = document('Component', 'stock', { spec: { owner: 'team-b', dependsOn: ['component:vault'] } })

/** Bob may write checks, and sees only what team-b owns: `stock` and `stock-api`, and not the two that `stock` is tied to. */
let portal: Awaited<ReturnType<typeof startScorecards>>
let bob: Pick<TestServer, 'call'>
beforeAll(async () => {
  portal = await startScorecards(
    {
      'all.yaml': file(
        stock,
        document('API', 'stock-api', { spec: { type: 'openapi', owner: 'team-b', definition: '{}' } }),
        document('Component', 'vault', { metadata: { title: 'Secret vault' } }),
        document('Component', 'raid', { metadata: { title: 'Secret raid' }, spec: { dependsOn: ['component:stock'] } }),
      ),
    },
    { plugins: [policy], config: { permission: { enabled: true } } },
  )
  bob = portal.server.as('user:default/bob')
  await portal.until('relations.dependencyof=component:default/raid', 1)
  await portal.save(checkDocument('tied', '$count($related("dependsOn")[exists and title = "Secret vault"]) = 1', ofComponents))
  await portal.save(scorecardDocument('all', { checks: ['tied'] }))
  await portal.untilResult('component:default/stock', 'tied', state => state === 'pass')
  await portal.untilMembers('all', 3)
})
afterAll(() => portal.stop())

const whatIf = (as: Pick<TestServer, 'call'>, expression: string, spec: object = ofComponents) =>
  as.call(scorecardsApi.whatIf, { body: { text: checkDocument('draft', expression, spec) } })

test('a draft reads nothing of what its writer may not see, also not over a relation', async () => {
  const everything = '$error($string([entity.relations, $related("dependsOn"), $related("dependencyOf")]))'
  expect((await whatIf(portal.server, everything)).flips.map(({ reason }) => reason)).toContainEqual(expect.stringContaining('raid'))
  const tried = await whatIf(bob, everything)
  expect(tried.flips).toMatchObject([{ entityRef: 'component:default/stock', reason: 'The expression fails: []' }])
  expect(JSON.stringify(tried)).not.toMatch(/secret|vault|raid/i)
})

test('a draft counts nothing of what its writer may not see', async () => {
  for (const expression of [
    '$count(entity.relations) > 0',
    '$count($related("dependencyOf")) > 0',
    '"component:default/vault" in $related("dependsOn").ref',
  ]) {
    expect((await whatIf(portal.server, expression)).flips).toContainEqual(
      expect.objectContaining({ entityRef: 'component:default/stock', to: 'pass' }),
    )
    expect(await whatIf(bob, expression)).toMatchObject({ entities: 1, after: { pass: 0, fail: 1 } })
  }
})

test('the filter of a draft finds nothing by a relation that its writer may not see', async () => {
  const filter = { 'relations.dependencyof': 'component:default/raid' }
  expect((await whatIf(portal.server, 'true', { filter })).entities).toBe(1)
  expect((await whatIf(bob, 'true', { filter })).entities).toBe(0)
  const levels = scorecardDocument('draft', { filter, levels: [{ name: 'one', title: 'One', checks: ['tied'] }] })
  expect((await portal.server.call(scorecardsApi.whatIf, { body: { text: levels } })).entities).toBe(1)
  expect((await bob.call(scorecardsApi.whatIf, { body: { text: levels } })).entities).toBe(0)
})

test('an expression keeps nothing of one entity for the next', async () => {
  const { flips } = await whatIf(portal.server, '$error($join($seen := $append($seen, entity.metadata.name), ","))')
  expect(flips.map(({ reason }) => reason).toSorted()).toEqual(['raid', 'stock', 'vault'].map(name => `The expression fails: ${name}`))
})

test('what an expression still does after it has failed reads nothing of the next entity', async () => {
  const { flips } = await whatIf(portal.server, '[$error("x"), ($map([1], function($v) { $v }); $annotation(entity.metadata.name))]')
  for (const { entityRef, inputs } of flips)
    expect(inputs.map(({ name }) => name).filter(name => name.startsWith('annotation '))).toEqual([
      `annotation ${entityRef.slice('component:default/'.length)}`,
    ])
  expect(flips).toHaveLength(3)
})

test('a draft is tried with entities that no check was about before, for whoever may see them', async () => {
  expect(await whatIf(bob, 'true', { filter: { kind: 'API' } })).toMatchObject({ entities: 1, totalFlips: 1 })
})

test('a preview tells of nothing that is tied to a stored entity and hidden', async () => {
  const probe = document('Component', 'probe', { spec: { owner: 'team-b', dependsOn: ['component:vault'] } })
  const entities = [stock, probe].map(text => JSON.parse(text))
  const flipsOf = async (as: Pick<TestServer, 'call'>) =>
    (await as.call(scorecardsApi.previewEntities, { body: { entities } })).items.map(({ flips }) => flips.map(({ to }) => to))
  expect(await flipsOf(portal.server)).toEqual([[], ['pass']])
  expect(await flipsOf(bob)).toEqual([['fail'], ['fail']])
})

test('stored results tell nobody the names of entities that they may not see, now, in the past, or in a fix', async () => {
  const fix = { text: 'Cut the ties to {$join(entity.relations.targetRef, ", ")}' }
  await portal.save(checkDocument('loose', '$count(entity.relations) = 0 and $related("dependsOn")', { ...ofComponents, fix }))
  await portal.untilResult('component:default/stock', 'loose', state => state === 'fail')
  const params = { namespace: 'default', kind: 'component', name: 'stock' }
  const toldTo = async (as: Pick<TestServer, 'call'>) => {
    const rows = { check: 'tied' }
    return JSON.stringify([
      await as.call(scorecardsApi.getEntity, { params, query: {} }),
      await as.call(scorecardsApi.listHistory, { params, query: {} }),
      await as.call(scorecardsApi.listEntities, { query: rows }),
    ])
  }
  expect((await toldTo(portal.server)).match(/component:default\/vault/g)?.length).toBeGreaterThan(3)
  expect(await toldTo(bob)).not.toMatch(/vault|raid/)
})
