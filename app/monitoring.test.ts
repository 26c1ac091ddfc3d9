import { eventually, startTestServer, type TestServer } from '@portico/core/testing'
import { notificationsApi } from '@portico/notifications/common'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plugins } from './plugins.ts'

const folder = path.join(import.meta.dirname, '../docs/monitoring')
const alerts = readFileSync(path.join(folder, 'alerts.yaml'), 'utf8')
const dashboard = readFileSync(path.join(folder, 'grafana-dashboard.json'), 'utf8')
/** Labels and metrics that Prometheus adds, or that its functions make. */
const ownLabels = ['job', 'instance']
const ownMetrics = ['up']

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool) process.stderr.write('promtool is not installed: what it says about metrics and alert rules is not tried\n')

let server: TestServer
let text: string
beforeAll(async () => {
  server = await startTestServer({
    plugins,
    config: {
      notifications: {
        processors: {
          email: {
            transportConfig: { hostname: '127.0.0.1', port: 1 },
            sender: 'portal@example.com',
            broadcastConfig: { receiver: 'config', receiverEmails: ['ops@example.com'] },
          },
        },
      },
    },
  })
  await server.fetch('/api/nothing-here')
  await server.as({ plugin: 'test' }).call(notificationsApi.sendNotification, {
    body: { recipients: { type: 'broadcast' }, payload: { title: 'All lamps are on' } },
  })
  text = await eventually(async () => {
    await server.fetch('/api/search/query?term=lamp')
    const metrics = await (await server.fetch('/metrics')).text()
    // What is measured only once something has happened.
    const late = ['portico_notifications_messages_total', 'nodejs_eventloop_delay_p99_seconds', 'search_query_duration_seconds']
    const absent = late.filter(name => !metrics.includes(`# TYPE ${name} `))
    if (absent.length > 0) throw new Error(`Not measured yet: ${absent.join()}`)
    return metrics
  })
})
afterAll(() => server.stop())

/** The labels of each series by its name. */
function offered(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_0-9]+)\{(.*)\} \S+$/gm)) {
    const known = found.get(name) ?? new Set(ownLabels)
    for (const [, label = ''] of labels.matchAll(/([a-z_0-9]+)="/g)) known.add(label)
    found.set(name, known)
  }
  return found
}

/** Every metric of an expression with the labels that it is selected and grouped by. */
function used(expression: string): { readonly name: string; readonly labels: readonly string[] }[] {
  const grouped = [...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/))
  return [...expression.matchAll(/([a-z][a-z_0-9]+)\{([^}]*)\}/g)].map(([, name = '', matchers = '']) => ({
    name,
    labels: [...grouped, ...[...matchers.matchAll(/([a-z_0-9]+)\s*[=!]/g)].map(([, label = '']) => label)],
  }))
}

function missing(expressions: readonly string[]): string[] {
  const known = offered()
  return expressions.flatMap(used).flatMap(({ name, labels }) => {
    if (ownMetrics.includes(name)) return []
    const has = known.get(name)
    return has ? labels.filter(label => !has.has(label)).map(label => `${name}{${label}}`) : [name]
  })
}

test('alert rules and the dashboard name only metrics and labels that the portal offers', () => {
  const inDashboard = [...dashboard.matchAll(/"(?:expr|query)": ("(?:[^"\\]|\\.)*")/g)].map(([, value = '']) => JSON.parse(value) as string)
  expect(inDashboard.length).toBeGreaterThan(10)
  const inAlerts = alerts.split('- alert:').map(rule => rule.replace(/ labels:[\s\S]*/, ''))
  expect(inAlerts.length).toBeGreaterThan(5)
  expect(missing([...inAlerts, ...inDashboard])).toEqual([])
  const variable = /label_values\(([a-z_]+)/.exec(dashboard)?.[1] ?? ''
  expect([...offered().keys()]).toContain(variable)
})

test('metrics have the names and units that Prometheus expects', () => {
  expect(text).toContain('# TYPE http_server_request_duration_seconds histogram')
  expect(text).toMatch(/http_server_request_duration_seconds_count\{[^}]*url_scheme="http"/)
  expect(text).not.toContain('http_route="unknown"')
  const units = [...text.matchAll(/^# UNIT (\S+) (\S+)$/gm)]
  expect(units.length).toBeGreaterThan(5)
  for (const [, name = '', unit = ''] of units) expect(name.replace(/_total$/, '')).toMatch(new RegExp(`_${unit}$`))
})

test.skipIf(!hasPromtool)('promtool finds nothing to say against the metrics and the alert rules', () => {
  const metrics = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
  expect([metrics.stdout, metrics.stderr, metrics.status]).toEqual(['', '', 0])
  const rules = spawnSync('promtool', ['check', 'rules', path.join(folder, 'alerts.yaml')], { encoding: 'utf8' })
  expect([rules.stderr, rules.status]).toEqual(['', 0])
})
