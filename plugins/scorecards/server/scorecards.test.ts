import { document, file } from '@portico/catalog/testing'
import { connectorsApi } from '@portico/connectors/common'
import { eventually, type TestServer } from '@portico/core/testing'
import { startFakeGithub } from '@portico/integrations/testing'
import { scorecardsApi } from '@portico/scorecards/common'
import { checkDocument, scorecardDocument, startScorecards } from '@portico/scorecards/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let github: Awaited<ReturnType<typeof startFakeGithub>>
let portal: Awaited<ReturnType<typeof startScorecards>>
const described = 'A service with a description that is long enough'
const shop = 'component:default/shop'
const stock = 'component:default/stock'

beforeAll(async () => {
  github = await startFakeGithub()
  github.model.add('acme/standards', { 'checks/all.yaml': `${checkDocument('first', 'true')}\n---\n${checkDocument('second', 'true')}\n` })
  const integrations = { github: [{ host: github.host, apiBaseUrl: github.apiBaseUrl, token: 'gh-token-1' }] }
  portal = await startScorecards(
    {
      'catalog.yaml': file(
        document('Component', 'shop', { metadata: { description: described }, spec: { system: 'store' } }),
        document('Component', 'stock', { spec: { owner: 'team-b' } }),
        document('System', 'store'),
        document('Group', 'team-a'),
        document('Group', 'team-b'),
      ),
    },
    { config: { integrations, scorecards: { proposals: `${github.url}/acme/standards/tree/main/checks` } } },
  )
  await portal.until('kind=component', 2)
  await portal.save(
    checkDocument('described', '$length(entity.metadata.description) >= parameter.min', {
      parameters: { min: 20 },
      weight: 3,
      severity: 'high',
    }),
  )
  await portal.save(
    checkDocument('in-system', '$exists(entity.spec.system)', {
      effort: 'small',
      fix: { text: 'Set the system of {entity.metadata.name}' },
    }),
  )
  await portal.save(checkDocument('tested', '$fact("quality.coverage") >= 80'))
  await portal.save(
    scorecardDocument('ready', {
      levels: [
        { name: 'bronze', title: 'Bronze', checks: ['described', 'in-system'] },
        { name: 'gold', title: 'Gold', checks: ['tested'] },
      ],
    }),
  )
  await portal.untilResult(shop, 'tested', state => state === 'unknown')
  await portal.untilResult(stock, 'tested', state => state === 'unknown')
  await portal.untilMembers('ready', 2)
})
afterAll(async () => {
  await portal.stop()
  await github.close()
})

const call = ((...args: Parameters<TestServer['call']>) => portal.server.call(...args)) as TestServer['call']

test('a missing fact is unknown, says which, and counts neither as pass nor as fail', async () => {
  const page = await call(scorecardsApi.getEntity, { params: { namespace: 'default', kind: 'component', name: 'shop' }, query: {} })
  const tested = page.results.find(({ check }) => check === 'tested')
  expect(tested).toMatchObject({ state: 'unknown', reason: { code: 'fact-missing', input: 'quality.coverage' } })
  expect(page.scorecards).toMatchObject([
    { scorecard: 'ready', score: 100, coverage: 80, level: 'bronze', next: { level: 'gold', failing: [], unknown: ['tested'] } },
  ])
  expect(page.results.find(({ check }) => check === 'described')?.inputs).toContainEqual({
    name: 'entity.metadata.description',
    value: described,
  })
})

test('the overview groups by owner, the worst first, with coverage beside each score', async () => {
  const overview = await call(scorecardsApi.getOverview, { query: { scorecard: 'ready' } })
  expect(overview.total).toMatchObject({
    entities: 2,
    counts: { pass: 2, fail: 2, unknown: 2, exempt: 0 },
    coverage: 80,
    levels: { '': 1, bronze: 1, gold: 0 },
  })
  expect(overview.groups.map(({ key, score }) => [key, score])).toEqual([
    ['group:default/team-b', 0],
    ['group:default/team-a', 100],
  ])
  expect(overview.columns.map(({ name }) => name)).toEqual(['described', 'in-system', 'tested'])
  const csv = await (await portal.server.fetch('/api/scorecards/overview.csv?scorecard=ready')).text()
  expect(csv.split('\r\n')[1]).toBe('group:default/team-b,team-b,1,0,80,0,2,1,0,')
})

test('next steps are ordered by gain for effort, and say how', async () => {
  const { items } = await call(scorecardsApi.listNextSteps, { query: { owner: ['group:default/team-b'] } })
  expect(items.map(({ check, gain }) => [check, gain])).toEqual([
    ['described', 60],
    ['in-system', 20],
    ['tested', 20],
  ])
  expect(items[1]?.fix?.text).toBe('Set the system of stock')
})

test('a changed fact changes its result, and the history says why', async () => {
  await call(connectorsApi.pushFacts, {
    body: {
      definitions: [{ name: 'quality.coverage', title: 'Coverage', type: 'number' }],
      values: [{ entityRef: shop, name: 'quality.coverage', value: 91 }],
    },
  })
  await portal.untilResult(shop, 'tested', state => state === 'pass')
  const { items } = await call(scorecardsApi.listHistory, {
    params: { namespace: 'default', kind: 'component', name: 'shop' },
    query: { check: 'tested' },
  })
  expect(items[0]).toMatchObject({ from: 'unknown', to: 'pass', inputs: [{ name: 'quality.coverage', value: 91 }] })
  const [gold] = (await call(scorecardsApi.listSummaries, { body: { entityRefs: [shop] } })).items
  expect(gold?.scorecards).toMatchObject([{ name: 'ready', level: 'gold', score: 100, coverage: 100 }])
  const past = await call(scorecardsApi.getOverview, {
    query: { scorecard: 'ready', owner: ['group:default/team-a'], asOf: new Date(Date.parse(items[0]!.at) - 1).toISOString() },
  })
  expect(past.total.coverage).toBe(80)
})

test('facts of scores are written when they change, also by a changed level, and others of the entity stay as they are', async () => {
  const factsOf = async (ref: string) => {
    const { items } = await call(connectorsApi.listFacts, { query: { entityRef: [ref], name: ['scorecards.level', 'scorecards.failing'] } })
    return new Map(items.map(fact => [fact.name, fact]))
  }
  await eventually(async () => expect((await factsOf(stock)).get('scorecards.level')?.value).toBe('None'))
  const before = await factsOf(stock)
  await portal.save(checkDocument('never', 'false'))
  await eventually(async () =>
    expect((await factsOf(stock)).get('scorecards.failing')?.value).toBe(Number(before.get('scorecards.failing')?.value) + 1),
  )
  expect((await factsOf(stock)).get('scorecards.level')).toEqual(before.get('scorecards.level'))
  const levelled = (title: string) => scorecardDocument('other', { levels: [{ name: 'one', title, checks: ['described'] }] })
  await portal.save(levelled('Paper'))
  await portal.untilMembers('other', 2)
  await portal.save(levelled('Wood'))
  await eventually(async () => {
    const { items } = await call(connectorsApi.listFacts, { query: { entityRef: [shop], name: ['scorecards.levels'] } })
    expect(items[0]?.value).toContainEqual({ name: 'Scorecard other: Wood' })
  })
  for (const [kind, name] of [
    ['Scorecard', 'other'],
    ['Check', 'never'],
  ] as const)
    await call(scorecardsApi.removeDocument, { params: { kind, name } })
})

test('what if a threshold changes is told before anybody sees it', async () => {
  const text = checkDocument('described', '$length(entity.metadata.description) >= parameter.min', { parameters: { min: 100 } })
  const told = await call(scorecardsApi.whatIf, { body: { text } })
  expect(told).toMatchObject({ problems: [], entities: 2, now: { pass: 1, fail: 1 }, after: { pass: 0, fail: 2 }, totalFlips: 1 })
  expect(told.flips).toMatchObject([{ entityRef: shop, from: 'pass', to: 'fail' }])
  await portal.untilResult(shop, 'described', state => state === 'pass')
})

test('mistakes are told at their line, and nothing is saved', async () => {
  const text =
    'apiVersion: portico/v1\nkind: Check\nmetadata:\n  name: broken\n  title: Broken\nspec:\n  owner: group:default/team-a\n  why: x\n  severty: high\n  expression: entity.(\n'
  const { problems } = await call(scorecardsApi.checkDocument, { body: { text } })
  expect(problems).toMatchObject([{ line: 9, path: 'spec.severty' }])
  const second = await call(scorecardsApi.checkDocument, { body: { text: text.replace('  severty: high\n', '') } })
  expect(second.problems).toMatchObject([{ line: 9, path: 'spec.expression', severity: 'error' }])
  await expect(call(scorecardsApi.putDocument, { params: { kind: 'Check', name: 'broken' }, body: { text } })).rejects.toMatchObject({
    code: 'scorecards.document-invalid',
  })
  const circle = await call(scorecardsApi.checkDocument, { body: { text: checkDocument('circle', '$fact("scorecards.score") > 50') } })
  expect(circle.problems).toMatchObject([{ severity: 'error', path: 'spec.expression' }])
})

test('an exemption is asked for, approved by the owner of the check, and takes the failure out of the score', async () => {
  const body = {
    check: 'in-system',
    entityRef: stock,
    reason: 'It will be shut down soon',
    until: new Date(Date.now() + 864e5 * 30).toISOString().slice(0, 10),
  }
  await expect(call(scorecardsApi.askExemption, { body: { ...body, until: '2020-01-01' } })).rejects.toMatchObject({
    code: 'scorecards.exemption-in-past',
  })
  const jane = portal.server.as('user:default/jane')
  const asked = await jane.call(scorecardsApi.askExemption, { body })
  expect(asked).toMatchObject({ state: 'asked', mayDecide: false, mayWithdraw: true })
  await expect(jane.call(scorecardsApi.decideExemption, { params: { id: asked.id }, body: { decision: 'approve' } })).rejects.toMatchObject(
    { code: 'scorecards.may-not-decide' },
  )
  const owner = portal.server.as('group:default/team-a')
  expect(await owner.call(scorecardsApi.getExemption, { params: { id: asked.id } })).toMatchObject({ state: 'asked', mayDecide: true })
  expect(await owner.call(scorecardsApi.decideExemption, { params: { id: asked.id }, body: { decision: 'approve' } })).toMatchObject({
    state: 'approved',
  })
  await portal.untilResult(stock, 'in-system', state => state === 'exempt')
  await jane.call(scorecardsApi.withdrawExemption, { params: { id: asked.id } })
  await portal.untilResult(stock, 'in-system', state => state === 'fail')
})

test('a badge shows the score to whoever has its signed address', async () => {
  const { url } = await call(scorecardsApi.getBadge, {
    params: { namespace: 'default', kind: 'component', name: 'stock' },
    query: { scorecard: 'ready' },
  })
  const path = new URL(url).pathname
  const badge = await portal.server.as(undefined).fetch(path)
  expect(badge.headers.get('content-type')).toMatch('image/svg+xml')
  expect(await badge.text()).toMatch('Scorecard ready: 0 %')
  expect((await portal.server.as(undefined).fetch(path.replace(/.{8}\.svg/, 'AAAAAAAA.svg'))).status).toBe(404)
})

test('a check is proposed as a pull request: as a file of its own, or in its place among others', async () => {
  const repository = github.model.find('acme', 'standards')!
  const { url } = await call(scorecardsApi.proposeDocument, { body: { text: checkDocument('third', 'true'), message: 'For all' } })
  expect(url).toMatch(/\/acme\/standards\/pull\/1$/)
  expect(repository.requests[0]).toMatchObject({ title: 'Add the check Check third', description: 'For all', target: 'main' })
  const fileOf = (at: number, name: string) =>
    github.model.resolve(repository, repository.requests[at]!.source)?.files.get(name)?.toString()
  expect(fileOf(0, 'checks/third.yaml')).toBe(checkDocument('third', 'true'))
  expect(fileOf(0, 'checks/all.yaml')).toContain('"second"')

  const target = `${github.url}/acme/standards/blob/main/checks/all.yaml`
  await call(scorecardsApi.proposeDocument, { body: { text: checkDocument('first', 'false'), target } })
  await call(scorecardsApi.proposeDocument, { body: { text: checkDocument('third', 'true'), target } })
  expect(fileOf(1, 'checks/all.yaml')).toBe(`${checkDocument('first', 'false')}\n---\n${checkDocument('second', 'true')}\n`)
  expect(fileOf(2, 'checks/all.yaml')?.split('---')).toHaveLength(3)
  expect(github.model.resolve(repository, 'main')?.files.get('checks/all.yaml')?.toString()).toContain('"true"')

  await expect(
    call(scorecardsApi.proposeDocument, { body: { text: checkDocument('third', 'true'), target: 'https://example.com' } }),
  ).rejects.toMatchObject({ code: 'scorecards.proposal-target-invalid' })
})
