import { document, file } from '@portico/catalog/testing'
import { defineServerPlugin, permissionPort } from '@portico/core/server'
import { eventually, type TestServer } from '@portico/core/testing'
import { scorecardsApi } from '@portico/scorecards/common'
import { scorecardsPast, type ScorecardsPast } from '@portico/scorecards/server'
import { authorizeOneTeam, checkDocument, scorecardDocument, startScorecards } from '@portico/scorecards/testing'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const day = 864e5
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10)
// For exemptions that have ended: the only way to them besides waiting.
let past: ScorecardsPast
const pastReader = defineServerPlugin({
  id: 'past-reader',
  uses: { found: scorecardsPast },
  setup: (_core, { found }) => void (past = found),
})
const policy = defineServerPlugin({
  id: 'policy',
  provides: { permissions: permissionPort },
  setup: () => ({ permissions: { authorize: authorizeOneTeam } }),
})
const checks = mkdtempSync(path.join(tmpdir(), 'portico-checks-'))
const writeChecks = (name: string, ...documents: string[]) => writeFileSync(path.join(checks, name), documents.join('\n---\n'))

let portal: Awaited<ReturnType<typeof startScorecards>>
const call = ((...args: Parameters<TestServer['call']>) => portal.server.call(...args)) as TestServer['call']
const shop = 'component:default/shop'
const stock = 'component:default/stock'
const stateOf = async (check: string, ref = shop) =>
  (await call(scorecardsApi.listEntities, { query: { check } })).items.find(({ entityRef }) => entityRef === ref)?.result

beforeAll(async () => {
  writeChecks('first.yaml', checkDocument('twice', 'true'))
  writeChecks('second.yaml', checkDocument('twice', 'false'))
  portal = await startScorecards(
    {
      'shop.yaml': file(
        document('Component', 'shop', { metadata: { description: 'a'.repeat(40) } }),
        document('Group', 'team-a'),
        document('Group', 'team-b'),
        document('Component', 'stock', { spec: { owner: 'team-b' } }),
      ),
    },
    {
      plugins: [policy, pastReader],
      config: { permission: { enabled: true }, scorecards: { locations: [{ type: 'file', target: path.join(checks, '*.yaml') }] } },
    },
  )
  await portal.until('kind=component', 2)
  await portal.save(checkDocument('endless', '($f := function($x) { $f($x) }; $f(1))'))
  await portal.save(checkDocument('hostile', '$contains(entity.metadata.description & "!", /^(a+)+$/)'))
  await portal.save(checkDocument('by-nothing', '1 / 0 > 1'))
  await portal.save(checkDocument('a-number', '42'))
  await portal.save(checkDocument('nobody', 'true', { filter: { kind: 'Nothing' } }))
  await portal.save(checkDocument('missing', '$fact("tool.none") > 1 and entity.kind = "Component"'))
  await portal.save(checkDocument('made-name', '$fact("scorecards" & ".score") > 50'))
  await portal.save(checkDocument('fine', 'true'))
  await portal.save(checkDocument('strict', 'false'))
  await portal.save(checkDocument('depends', '$count($related("dependsOn")[exists]) > 0'))
  await portal.save(checkDocument('planned', 'true', { state: 'draft' }))
  await portal.save(scorecardDocument('all', { checks: ['fine', 'by-nothing', 'gone', 'planned'] }))
  await portal.save(scorecardDocument('planned-card', { checks: ['fine'], state: 'draft' }))
  await portal.untilResult(shop, 'fine', state => state === 'pass')
  await portal.untilResult(stock, 'fine', state => state === 'pass')
  await portal.untilResult(shop, 'a-number', state => state === 'unknown')
  await portal.untilMembers('all', 2)
})
afterAll(async () => {
  await portal.stop()
  rmSync(checks, { recursive: true })
})

test('checks that never end, divide by nothing, need what is missing or give a number are unknown and say so; the others go on', async () => {
  expect((await stateOf('endless'))?.reason?.code).toBe('expression-too-long')
  expect((await stateOf('hostile'))?.reason?.code).toBe('expression-too-long')
  expect((await stateOf('by-nothing'))?.reason?.code).toBe('expression-failed')
  expect((await stateOf('a-number'))?.reason).toMatchObject({
    code: 'not-a-boolean',
    message: 'The expression gives a number, not true or false',
  })
  expect((await stateOf('missing'))?.reason).toMatchObject({ code: 'fact-missing', input: 'tool.none' })
  // A check on a score, whose name the expression makes, finds nothing: scores go in no circle.
  expect((await stateOf('made-name'))?.reason).toMatchObject({ code: 'fact-missing', input: 'scorecards.score' })
  expect((await stateOf('fine'))?.state).toBe('pass')
})

test('who writes no checks learns nothing of drafts, also not by what names them', async () => {
  const eve = portal.server.as('user:default/eve')
  const namesFor = async (as: Pick<TestServer, 'call'>) => [
    (await as.call(scorecardsApi.getScorecard, { params: { name: 'all' }, query: {} })).checks.map(({ name }) => name),
    (await as.call(scorecardsApi.getCheck, { params: { name: 'fine' }, query: {} })).scorecards,
  ]
  expect(await namesFor(portal.server)).toEqual([
    ['fine', 'by-nothing', 'planned'],
    ['all', 'planned-card'],
  ])
  expect(await namesFor(eve)).toEqual([['fine', 'by-nothing'], ['all']])
})

test('of two files with one name the first counts, and the second is told', async () => {
  await portal.untilResult(shop, 'twice', state => state === 'pass')
  const { problems } = await call(scorecardsApi.listDocuments, { query: {} })
  expect(problems).toMatchObject([{ path: 'metadata.name', source: path.join(checks, 'second.yaml') }])
  expect(problems[0]?.message).toBe(`Check 'twice' is in ${path.join(checks, 'first.yaml')} already`)
})

test('an exemption that has ended exempts nobody, and none can be approved for a day in the past', async () => {
  const exemption = { entityRef: shop, check: 'strict', reason: 'Until the move is over', askedBy: 'user:default/jane' }
  const ended = { ...exemption, until: inDays(-1), approvedBy: 'group:default/team-a' }
  await eventually(async () => expect(await past.bringIn({ from: new Date(0), results: [], exemptions: [ended] })).toBe(true))
  const owner = portal.server.as('group:default/team-a')
  expect((await owner.call(scorecardsApi.listExemptions, { query: { check: 'strict' } })).items).toMatchObject([
    { state: 'ended', mayWithdraw: false },
  ])
  expect((await stateOf('strict'))?.state).toBe('fail')
  const { check, entityRef, reason } = exemption
  const asked = await owner.call(scorecardsApi.askExemption, { body: { check, entityRef, reason, until: inDays(5) } })
  const body = { decision: 'approve', until: inDays(-2) } as const
  await expect(owner.call(scorecardsApi.decideExemption, { params: { id: asked.id }, body })).rejects.toMatchObject({
    code: 'scorecards.exemption-in-past',
  })
  const bob = portal.server.as('user:default/bob')
  expect(await bob.call(scorecardsApi.listExemptions, { query: {} })).toEqual({ items: [], total: 0 })
  await expect(bob.call(scorecardsApi.withdrawExemption, { params: { id: asked.id } })).rejects.toMatchObject({ status: 404 })
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
  expect(await bob.call(scorecardsApi.whatIf, { body: { text: checkDocument('fine', 'false') } })).toMatchObject({
    entities: 1,
    totalFlips: 1,
    owners: [{ key: 'group:default/team-b' }],
    causes: [{ count: 1 }],
  })
  const levels = scorecardDocument('all', { levels: [{ name: 'one', title: 'One', checks: ['fine'] }] })
  expect(await bob.call(scorecardsApi.whatIf, { body: { text: levels } })).toMatchObject({ entities: 1, levelsAfter: { one: 1 } })
  expect(await bob.call(scorecardsApi.getScorecard, { params: { name: 'all' }, query: {} })).toMatchObject({ entities: 1 })
  expect((await bob.call(scorecardsApi.listEntities, { query: {} })).total).toBe(1)
  expect((await bob.call(scorecardsApi.listNextSteps, { query: { owner: ['group:default/team-a'] } })).total).toBe(0)
  for (const file of ['overview', 'entities']) {
    const lines = (await (await bob.fetch(`/api/scorecards/${file}.csv`)).text()).trim().split('\r\n')
    expect([file, lines.length, lines[1]]).toEqual([file, 2, expect.stringContaining('team-b')])
  }
  const ofShop = { params: { namespace: 'default', kind: 'component', name: 'shop' }, query: {} }
  await expect(bob.call(scorecardsApi.getBadge, ofShop)).rejects.toMatchObject({ status: 404 })
  await expect(bob.call(scorecardsApi.listHistory, ofShop)).rejects.toMatchObject({ status: 404 })
  await expect(
    bob.call(scorecardsApi.getTeam, { params: { namespace: 'default', kind: 'group', name: 'team-a' }, query: {} }),
  ).rejects.toMatchObject({ status: 404 })
  // What bob proposes under the name of what he may not see is as if it were new.
  const entities = [JSON.parse(document('Component', 'shop'))]
  const [preview] = (await bob.call(scorecardsApi.previewEntities, { body: { entities } })).items
  expect(preview).toMatchObject({ isNew: true, now: { counts: { pass: 0, fail: 0 } } })
  // Nor does a preview tell whether there is an entity that it names.
  const depends = { entities: [JSON.parse(document('Component', 'stock', { spec: { owner: 'team-b', dependsOn: [shop] } }))] }
  const flipsOf = async (as: Pick<TestServer, 'call'>) =>
    (await as.call(scorecardsApi.previewEntities, { body: depends })).items[0]?.flips.map(({ check, to }) => `${check} ${to}`)
  expect(await flipsOf(portal.server)).toContain('depends pass')
  expect(await flipsOf(bob)).not.toContain('depends pass')
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

test('5,000 checks are evaluated and listed, and one more is told and left out', async () => {
  const own = (await call(scorecardsApi.listDocuments, { query: { kind: 'Check' } })).items.length
  const many = Array.from({ length: 5000 }, (_, at) => checkDocument(`many-${at}`, 'true'))
  for (let at = 0; at < many.length; at += 250) writeChecks(`many-${at}.yaml`, ...many.slice(at, at + 250))
  await portal.server
    .as({ plugin: 'devtools' })
    .fetch('/api/scorecards/.backstage/scheduler/v1/tasks/read-documents/trigger', { method: 'POST' })
  await eventually(async () => {
    const { items, problems } = await call(scorecardsApi.listDocuments, { query: { kind: 'Check' } })
    expect([items.length >= 5000, items.length < 5000 + own]).toEqual([true, true])
    expect(problems.map(({ message }) => message)).toContain('There are more than 5000 documents of the kind Check')
  })
  await portal.untilResult(shop, 'many-1', state => state === 'pass')
  expect((await call(scorecardsApi.getOverview, { query: {} })).total.counts.pass).toBeGreaterThan(9000)
  for (let at = 0; at < many.length; at += 250) rmSync(path.join(checks, `many-${at}.yaml`))
  await portal.server
    .as({ plugin: 'devtools' })
    .fetch('/api/scorecards/.backstage/scheduler/v1/tasks/read-documents/trigger', { method: 'POST' })
  await portal.untilResult(shop, 'fine', state => state === 'pass')
})

test('an entity that is gone or renamed leaves the numbers; its history stays, and its new name begins one', async () => {
  portal.write(
    'shop.yaml',
    file(document('Component', 'shop'), document('Group', 'team-b'), document('Component', 'store', { spec: { owner: 'team-b' } })),
  )
  await portal.untilResult('component:default/store', 'fine', state => state === 'pass')
  await portal.untilResult(stock, 'fine', state => state === undefined)
  await portal.untilMembers('all', 2)
  expect((await call(scorecardsApi.listSummaries, { body: { entityRefs: [stock] } })).items).toEqual([])
  const historyOf = async (name: string) =>
    (await call(scorecardsApi.listHistory, { params: { namespace: 'default', kind: 'component', name }, query: { check: 'fine' } })).items
  expect(await historyOf('store')).toMatchObject([{ to: 'pass' }])
  const ofStock = await historyOf('stock')
  expect([ofStock[0], ofStock.at(-1)]).toMatchObject([{ from: 'pass' }, { to: 'pass' }])
})

test('an id that is none finds no exemption', async () => {
  for (const id of ['7', '-'.repeat(36), 'f'.repeat(36)])
    await expect(call(scorecardsApi.getExemption, { params: { id } })).rejects.toMatchObject({ name: 'NotFoundError' })
})
