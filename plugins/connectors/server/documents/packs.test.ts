import type { ConnectorViews } from '@portico/connectors/common'
import { startPacks, type TestPacks } from '@portico/connectors/testing'
import { eventually } from '@portico/core/testing'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = new URL('../../packs/', import.meta.url)
const names = readdirSync(folder).map(file => file.replace('.yaml', ''))

const entities = {
  argocd: { 'argocd/app-selector': 'team=web' },
  github: { 'github.com/project-slug': 'acme/web' },
  gitlab: { 'gitlab.com/project-slug': 'acme/tools/web' },
  'bitbucket-pulls': { 'bitbucket.org/project-slug': 'acme/web' },
  'bitbucket-server-pulls': { 'bitbucket.com/project-slug': 'ACME/web' },
  'azure-pulls': { 'dev.azure.com/project-repo': 'Shop front/web' },
  sonarqube: { 'sonarqube.org/project-key': 'acme:web' },
  grafana: {
    'grafana/dashboard-selector': "tags @> 'web' && !(tags @> 'generated')",
    'grafana/alert-label-selector': 'service=web,severity=page',
  },
  'grafana-tag': { 'grafana/dashboard-selector': 'web' },
  prometheus: { 'prometheus.io/rule': 'memory|pod, up', 'prometheus.io/alert': 'WebDown,WebSlow', 'prometheus.io/labels': 'team=web' },
  snyk: { 'snyk.io/target-id': 't-1', 'snyk.io/org-name': 'acme' },
  sentry: { 'sentry.io/project-slug': 'web' },
  pagerduty: { 'pagerduty.com/integration-key': 'a1b2c3' },
  opsgenie: { 'opsgenie.com/component-selector': 'tag:"service:web"', 'opsgenie.com/team': 'Web team' },
  jira: { 'jira/project-key': 'WEB', 'jira/component': 'Search,Cart' },
  'jira-own': { 'jira/project-key': 'own/WEB' },
  datadog: { 'datadoghq.com/service-name': 'web', 'datadoghq.com/dashboard-url': 'https://p.datadoghq.test/sb/1' },
  dynatrace: {
    'dynatrace.com/dynatrace-entity-id': 'SERVICE-0A1B2C3D4E5F6071',
    'dynatrace.com/synthetics-ids': 'HTTP_CHECK-1, HTTP_CHECK-2',
  },
  'jenkins-tests': { 'jenkins.io/job-full-name': 'team/web' },
  lighthouse: { 'lighthouse.com/website-url': 'https://acme.test/' },
  cost: { 'portico.io/cost-id': 'web' },
  'cost-other': { 'portico.io/cost-id': 'other' },
  // What goes wrong.
  bare: { 'github.com/project-slug': 'acme/bare' },
  locked: { 'sonarqube.org/project-key': 'locked/acme:web' },
  unknown: { 'argocd/app-name': 'nothing' },
  application: { 'argocd/app-name': 'web' },
} satisfies Record<string, Record<string, string>>

let packs: TestPacks
beforeAll(async () => {
  packs = await startPacks(entities, 39)
})
afterAll(() => packs.stop())

const read = new Map<string, Promise<readonly ConnectorViews[]>>()
async function viewsOf(entity: keyof typeof entities, connector: string): Promise<ConnectorViews> {
  if (!read.has(entity)) read.set(entity, packs.read(entity))
  const all = (await read.get(entity)) ?? []
  const found = all.find(each => each.connector === connector)
  if (!found) throw new Error(`${entity} has only ${all.map(each => each.connector).join(', ')}`)
  return found
}
/** The values of facts by their short names. */
async function valuesOf(entity: keyof typeof entities, connector: string = entity): Promise<Record<string, unknown>> {
  const { facts, error } = await viewsOf(entity, connector)
  expect([connector, error, facts.flatMap(fact => fact.value?.error ?? [])]).toEqual([connector, undefined, []])
  return Object.fromEntries(facts.map(fact => [fact.name.replace(`${connector}.`, ''), fact.value?.value]))
}

test.each(names)('the pack %s has less than 150 lines, and the docs name it with its annotations', name => {
  const text = readFileSync(new URL(`${name}.yaml`, folder), 'utf8')
  expect(text.split('\n').length).toBeLessThan(150)
  const docs = readFileSync(new URL('../../../../docs/connectors/README.md', import.meta.url), 'utf8')
  expect(docs).toContain(`\`${name}\``)
  const annotations = [...text.matchAll(/^ {4}- key: (\S+)$/gm)].map(([, key]) => key!)
  const old = ['jenkins.io/github-folder', 'circleci.com/project-slug']
  expect(annotations.filter(key => !docs.includes(`\`${key}`) && !old.includes(key))).toEqual([])
})

test('what deploys: Argo CD tells the worst of the applications and their course', async () => {
  expect(await valuesOf('argocd')).toMatchObject({
    sync: 'OutOfSync',
    health: 'Degraded',
    revision: '0f3b1c2d',
    deployments: 2,
    applications: [
      { name: 'web', url: `${packs.fakes.argocd.url}/applications/argocd/web`, health: 'Healthy' },
      { name: 'web-canary', message: 'Deployment has exceeded its progress deadline' },
    ],
    history: [{ id: 7 }, { id: 7 }, { id: 6 }, { id: 6 }],
  })
})

test('pull requests of five hosts have their age and reviewers', async () => {
  expect(await valuesOf('github', 'github-pulls')).toMatchObject({
    open: 3,
    unreviewed: 1,
    merged: 1,
    'merge-time': 36_000,
    pulls: [{ number: '#7', reviewers: 'bob, Web', state: 'open' }, { state: 'draft' }, { reviewers: '' }],
  })
  expect(await valuesOf('gitlab', 'gitlab-pulls')).toMatchObject({
    open: 2,
    unreviewed: 1,
    'merge-time': 43_200,
    pulls: [{ number: '!4' }, { state: 'conflict' }],
  })
  expect(await valuesOf('bitbucket-pulls')).toMatchObject({
    open: 3,
    unreviewed: 2,
    pulls: [{ number: '#1', approvals: 1 }, {}, { number: '#3' }],
  })
  expect(await valuesOf('bitbucket-server-pulls')).toMatchObject({
    open: 2,
    unreviewed: 1,
    pulls: [{ reviewers: 'Bob' }, { number: '#2' }],
  })
  expect(await valuesOf('azure-pulls')).toMatchObject({
    open: 2,
    unreviewed: 0,
    pulls: [{ url: `http://${packs.fakes.azure.host}/acme/Shop%20front/_git/web/pullrequest/11`, state: 'approved' }, { state: 'draft' }],
  })
  const hrefs = async (entity: keyof typeof entities, connector: string) =>
    (await viewsOf(entity, connector)).views.flatMap(view => ('href' in view ? view.href : []))
  expect(await hrefs('github', 'github-pulls')).toEqual([`http://${packs.fakes.github.host}/acme/web/pulls`])
  expect(await hrefs('bitbucket-pulls', 'bitbucket-pulls')).toEqual(['https://bitbucket.org/acme/web/pull-requests'])
  expect(await hrefs('azure-pulls', 'azure-pulls')).toEqual([`http://${packs.fakes.azure.host}/acme/Shop%20front/_git/web/pullrequests`])
})

test('repositories tell their languages, people and releases', async () => {
  expect(await valuesOf('github', 'github-insights')).toMatchObject({
    language: 'TypeScript',
    visibility: 'internal',
    licence: 'Apache-2.0',
    languages: [{ name: 'TypeScript', share: 75 }, { name: 'CSS' }],
    contributors: [{ name: 'ada', role: '120 commits' }],
    release: 'v1.9.0',
  })
  expect(await valuesOf('gitlab', 'gitlab-insights')).toMatchObject({
    language: 'Go',
    contributors: [{ email: 'ada@acme.test' }],
    release: 'v3.1',
  })
})

test('security findings are counted by severity, over all pages', async () => {
  expect(await valuesOf('github', 'github-security')).toMatchObject({
    critical: 1,
    high: 1,
    medium: 0,
    low: 1,
    code: 2,
    dependencies: 1,
    secrets: 0,
    'code-alerts': [{ place: 'src/page.ts:12' }, {}],
    'dependency-alerts': [{ package: 'left-pad', fixed: '1.3.0' }],
  })
  expect(await valuesOf('gitlab', 'gitlab-security')).toMatchObject({
    critical: 1,
    high: 1,
    findings: [{ place: 'main.go:7' }, { kind: 'dependency scanning', place: 'x/net 0.1.0' }],
  })
  expect(await valuesOf('snyk')).toMatchObject({
    critical: 1,
    high: 2,
    low: 4,
    projects: [{ id: 'p-1' }, { id: 'p-2' }],
    issues: [{ severity: 'critical', package: 'left-pad 1.2.0' }, { severity: 'low' }],
  })
})

test('quality: SonarQube, tests of Jenkins, and Lighthouse', async () => {
  expect(await valuesOf('sonarqube')).toMatchObject({
    gate: 'ERROR',
    coverage: 81.4,
    bugs: 3,
    reliability: 'C',
    security: 'A',
    conditions: [{ metric: 'new coverage', limit: 'at least 80' }, { state: 'OK' }],
  })
  expect(await valuesOf('jenkins-tests')).toMatchObject({
    state: 'failed',
    failed: 1,
    rate: 90,
    failures: [{ name: 'adds', state: 'new', builds: 2 }],
  })
  expect(await valuesOf('lighthouse')).toMatchObject({
    performance: 72,
    accessibility: 98,
    trend: [{ name: 'Performance', value: 60 }, {}, { value: 72 }, {}],
    audits: [{ state: 'RUNNING' }, {}, {}],
  })
})

test('what is watched: dashboards, alerts, series, objectives and errors', async () => {
  expect(await valuesOf('grafana')).toMatchObject({
    state: 'firing',
    firing: 1,
    dashboards: [{ title: 'Web database', url: `${packs.fakes.grafana.url}/d/b2/web-database` }],
    alerts: [{ title: 'Slow answers', state: 'firing' }, { state: 'inactive' }],
  })
  expect((await valuesOf('grafana-tag', 'grafana'))['dashboards']).toHaveLength(2)
  const { series, ...prometheus } = await valuesOf('prometheus')
  expect(prometheus).toMatchObject({ state: 'firing', firing: 1, alerts: [{ title: 'WebDown', value: 3 }, { state: 'inactive' }] })
  expect(series).toHaveLength(62)
  expect(series).toMatchObject([{ name: 'memory web-1', value: 0 }, { value: 1 }, ...Array.from({ length: 60 }, () => ({}))])
  expect(await valuesOf('datadog')).toMatchObject({
    state: 'Alert',
    alerting: 1,
    budget: 48.2,
    monitors: [{ title: 'Monitor 2' }, { title: 'Monitor 1' }],
    objectives: [{ value: 99.95, target: 99.9 }],
    dashboard: [{ url: 'https://p.datadoghq.test/sb/1' }],
  })
  expect(await valuesOf('dynatrace')).toMatchObject({
    state: 'open',
    open: 1,
    week: 2,
    restored: 1800,
    synthetics: [{ title: 'HTTP_CHECK-1' }],
  })
  expect(await valuesOf('sentry')).toMatchObject({
    state: 'new errors',
    unresolved: 2,
    fresh: 1,
    errors: 35,
    issues: [{ id: 'WEB-1', events: 10 }, {}],
  })
})

test('who is on call and what is open, also for a service that only its key names', async () => {
  expect(await valuesOf('pagerduty')).toMatchObject({
    status: 'critical',
    open: 1,
    oncall: [{ name: 'Ada', role: 'Level 1, Weekdays' }, { name: 'Bob' }],
    incidents: [{ title: 'No answers', description: 'Ada' }],
  })
  expect(await valuesOf('opsgenie')).toMatchObject({ open: 2, priority: 'P2', oncall: [{ email: 'ada@acme.test' }] })
})

test('issues of Jira, in the cloud and of a server that the annotation names', async () => {
  expect(await valuesOf('jira')).toMatchObject({
    open: 2,
    bugs: 1,
    progress: 1,
    unassigned: 1,
    issues: [{ key: 'WEB-1' }, { assignee: 'Ada' }],
  })
  expect(await valuesOf('jira-own', 'jira')).toMatchObject({ open: 240, bugs: 1 })
})

test('the cost of an entity comes from one file for all', async () => {
  expect(await valuesOf('cost')).toMatchObject({
    month: 40,
    last: 150.5,
    change: 50,
    level: 'rising',
    months: [{ value: 100 }, { value: 150.5 }],
  })
  expect(await valuesOf('cost-other', 'cost')).toMatchObject({ last: 7 })
  expect(new Set(packs.fakes.cost.requests)).toEqual(new Set(['GET /export/cost.csv']))
})

test('the figures of delivery stand on facts of other packs', async () => {
  await eventually(async () => expect(await valuesOf('github', 'dora')).toMatchObject({ 'lead-time': 36_000, level: 'elite' }))
})

test('actions are requests to the tool, with what the form says and who sends it', async () => {
  await packs.run('argocd', 'sync', 'application', { prune: true })
  expect(packs.fakes.argocd.written).toEqual([{ prune: true }])
  await packs.run('pagerduty', 'page', 'pagerduty', { title: 'No answers', urgency: 'high' })
  expect(packs.fakes.pagerduty.written).toMatchObject([{ incident: { title: 'No answers', urgency: 'high', service: { id: 'PWEB001' } } }])
  await packs.run('opsgenie', 'page', 'opsgenie', { message: 'No answers', priority: 'P1' })
  expect(packs.fakes.opsgenie.written).toMatchObject([
    { message: 'No answers', priority: 'P1', responders: [{ name: 'Web team', type: 'team' }] },
  ])
  await packs.run('jira', 'create', 'jira', { summary: 'Slow search', kind: 'Bug' })
  expect(packs.fakes.jira.written).toEqual([{ fields: { project: { key: 'WEB' }, issuetype: { name: 'Bug' }, summary: 'Slow search' } }])
  await packs.run('lighthouse', 'audit', 'lighthouse', {})
  expect(packs.fakes.lighthouse.written).toEqual([{ url: 'https://acme.test/' }])
})

test('what a tool refuses is told at its own facts, and no secret with it', async () => {
  const { facts } = await viewsOf('bare', 'github-security')
  const errors = Object.fromEntries(facts.map(({ name, value }) => [name, value?.error?.message]))
  expect(errors['github-security.code']).toBeUndefined()
  expect(errors['github-security.dependencies']).toContain('403')
  const locked = await viewsOf('locked', 'sonarqube')
  expect([locked.state, JSON.stringify(locked)]).toEqual(['failing', expect.stringContaining('401')])
  expect(JSON.stringify(locked)).not.toContain('another')
  expect(JSON.stringify(await viewsOf('unknown', 'argocd'))).toContain('404')
})

test('the tools were asked only what their documentation has', () => {
  expect(Object.values(packs.fakes).flatMap(({ refused }) => refused)).toEqual([])
})
