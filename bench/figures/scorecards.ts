import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openCatalog, prepareOrganisation, untilComplete, untilSettled } from '../catalog-server.ts'
import type { Bench, Figure, Row } from '../figure.ts'
import { runLoad } from '../load.ts'
import { readProcessMemory } from '../process-memory.ts'

const checks = 100
/** Guests may neither send facts nor try drafts. */
const token = 'the-token-of-a-program-that-measures'
const megabyte = 1_000_000

function scorecardsFigure(entities: number, isOnRequest: boolean): Figure {
  return {
    id: `scorecards-${entities / 1000}k`,
    about: `scorecards with ${checks} checks and ${entities.toLocaleString('en')} entities: first evaluation, a changed fact, overview, what-if`,
    ...(isOnRequest && { isOnRequest }),
    measure: bench => measure(bench, entities, isOnRequest),
  }
}

export const scorecardsFigures: readonly Figure[] = [scorecardsFigure(10_000, false), scorecardsFigure(100_000, true)]

const expressions = [
  '$length(entity.metadata.description) > parameter.limit',
  '$count($related("ownedBy")) > 0',
  '$exists(entity.spec.lifecycle) and entity.spec.lifecycle != "deprecated"',
  '$count(entity.metadata.tags) > parameter.limit / 10',
  '$fact("bench.value") > parameter.limit',
]

/** About every entity of four kinds, so that most of them apply. */
function check(at: number): object {
  return {
    apiVersion: 'portico/v1',
    kind: 'Check',
    metadata: { name: `bench-${at}`, title: `Bench ${at}` },
    spec: {
      owner: 'group:default/bench',
      filter: { kind: ['Component', 'API', 'Resource', 'System', 'User', 'Group', 'Domain'] },
      parameters: { limit: at % 37 },
      expression: expressions[at % expressions.length],
      why: 'To be measured',
    },
  }
}

interface Overview {
  readonly pending: number
  readonly total: { readonly entities: number }
}
interface EntityPage {
  readonly results: readonly { readonly check: string; readonly state: string }[]
}

const scorecard = {
  apiVersion: 'portico/v1',
  kind: 'Scorecard',
  metadata: { name: 'bench', title: 'Bench' },
  spec: {
    owner: 'group:default/bench',
    filter: { kind: 'Component' },
    levels: [0, 1, 2].map(level => ({
      name: `level-${level}`,
      title: `Level ${level}`,
      checks: Array.from({ length: 10 }, (_, at) => `bench-${level * 10 + at}`),
    })),
  },
}

async function measure(bench: Bench, entities: number, isOnRequest: boolean): Promise<Row[]> {
  const { folder, config } = prepareOrganisation(bench, entities)
  const first = await bench.start(folder, config)
  const ask = await openCatalog(first)
  await untilComplete(ask, entities + 1)
  await untilSettled(ask)
  await first.stop()

  const file = join(folder, 'scorecards.yaml')
  const documents = [...Array.from({ length: checks }, (_, at) => check(at)), scorecard]
  writeFileSync(file, documents.map(document => JSON.stringify(document)).join('\n---\n'))
  const server = await bench.start(folder, {
    ...config,
    'scorecards.locations': [{ type: 'file', target: file }],
    'backend.auth.externalAccess': [{ type: 'static', options: { token, subject: 'bench' } }],
  })
  const began = performance.now()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const base = `${server.url}/api/scorecards`
  const json = async <T = Overview>(path: string, body?: object): Promise<T> => {
    const response = await fetch(path.startsWith('http') ? path : base + path, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} gave ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  const isDone = async () => {
    const { pending, total } = await json('/overview')
    return total.entities >= entities * 0.8 && pending === 0
  }
  // Asking is work, too: it is normal load, and no more than that.
  while (!(await isDone())) await wait(1000)
  const evaluatedSeconds = (performance.now() - began) / 1000

  const { items } = await json<{ items: { entityRef: string }[] }>('/entities?check=bench-4&limit=1')
  const { entityRef } = items[0]!
  const definitions = [{ name: 'bench.value', title: 'Value', type: 'number' }]
  const pushed = performance.now()
  await json(`${server.url}/api/connectors/facts`, { definitions, values: [{ entityRef, name: 'bench.value', value: 1000 }] })
  const [, kind, namespace, name] = /^(.+):(.+)\/(.+)$/.exec(entityRef)!
  for (;;) {
    const page = await json<EntityPage>(`/entities/${namespace}/${kind}/${name}`)
    if (page.results.some(result => result.check === 'bench-4' && result.state === 'pass')) break
    await wait(20)
  }
  const factMs = performance.now() - pushed

  const paths = ['/overview', '/overview?by=system', '/overview?scorecard=bench', '/overview?by=kind&scorecard=bench']
  const load = await runLoad({ url: paths.map(path => base + path), headers, connections: 4, warmUpMs: 2000, durationMs: 5000 })
  const draft = check(0) as { spec: { parameters: { limit: number } } }
  const whatIfs: number[] = []
  for (const limit of [40, 60, 80]) {
    draft.spec.parameters.limit = limit
    const asked = performance.now()
    await json('/what-if', { text: JSON.stringify(draft) })
    whatIfs.push(performance.now() - asked)
  }
  const trend = performance.now()
  await json('/trend?scorecard=bench')
  const trendMs = performance.now() - trend
  const memory = readProcessMemory(server.pid).residentBytes / megabyte
  await server.stop()
  const limit = (value: number) => (isOnRequest ? {} : { limit: value })
  return [
    { name: `First evaluation of ${checks} checks, from ready until all are there`, value: evaluatedSeconds, unit: 's', ...limit(30) },
    { name: 'A changed fact, until its result is answered', value: factMs, unit: 'ms', ...limit(2000) },
    { name: 'Overview, 99th percentile over 4 connections', value: load.p99Ms, unit: 'ms', ...limit(50) },
    {
      name: 'What-if of a changed threshold, the slowest of three',
      value: Math.max(...whatIfs),
      unit: 'ms',
      ...limit(2000),
      runs: whatIfs,
    },
    { name: 'Trend of a scorecard over 90 days', value: trendMs, unit: 'ms' },
    { name: 'Memory of the process', value: memory, unit: 'MB' },
  ]
}
