import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startBalancer } from '../balancer.ts'
import { openCatalog, prepareOrganisation, untilComplete, untilSettled } from '../catalog-server.ts'
import type { Bench, Figure, Row } from '../figure.ts'
import type { LoadResult } from '../load.ts'
import { generateOrganisation } from '../organisation.ts'
import { describeMinute, openReaders, p99Of, readsOf, type Reads } from '../portal-load.ts'
import { readProcessMemory } from '../process-memory.ts'
import type { RunningServer } from '../server-process.ts'
import { writeSites } from './docs.ts'
import { createListeners } from './signals.ts'
import { addFinished, writeTemplates } from './templates.ts'
import { signInAsGuest } from './throughput.ts'

const minutes = Number(process.env['PORTICO_BENCH_MINUTES'] ?? 60)
/** Below 1 for a machine or an evening that is too short for all of it. */
const scale = Number(process.env['PORTICO_BENCH_SCALE'] ?? 1)
const entities = Math.round(50_000 * scale)
const sites = Math.round(5000 * scale)
const connections = Math.round(10_000 * scale)
const users = Math.round(500 * scale)
const minutesBetweenKills = Math.min(5, Math.ceil(minutes / 3))
const minuteMs = 60_000
const runMinute = 2
const runType = 'software-catalog'
const megabyte = 1_000_000

/** Everything at once, for long: does memory grow, does a queue, does anybody wait or get an error? */
export const portal: Figure = {
  id: 'portal',
  about: 'the whole portal at scale: entities, docs sites, documents, tasks, signals and 500 readers, for an hour (PORTICO_BENCH_MINUTES)',
  isOnRequest: true,
  measure: bench => measurePortal(bench, 1),
}

export const portalReplicas: Figure = {
  id: 'portal-replicas',
  about: 'the same over three replicas behind a load balancer, one of which is killed every five minutes',
  isOnRequest: true,
  measure: bench => measurePortal(bench, 3),
}

type Balancer = Awaited<ReturnType<typeof startBalancer>>
type Listeners = ReturnType<typeof createListeners>

interface Minute {
  readonly results: readonly LoadResult[]
  readonly memoryBytes: number
  readonly oldestSeconds: number
}

async function measurePortal(bench: Bench, count: number): Promise<Row[]> {
  const balancer = await startBalancer()
  const listeners = createListeners()
  try {
    return await measureBehind(balancer, listeners, bench, count)
  } finally {
    listeners.close()
    // Its processes would keep a bench alive that has failed.
    balancer.stop()
  }
}

async function measureBehind(balancer: Balancer, listeners: Listeners, bench: Bench, count: number): Promise<Row[]> {
  const organisation = prepareOrganisation(bench, entities)
  const others = bench.freshFolder()
  const config = {
    ...organisation.config,
    'catalog.locations': [
      ...organisation.config['catalog.locations'],
      { type: 'file', target: writeSites(others, sites) },
      { type: 'file', target: writeTemplates(others) },
    ],
    'app.baseUrl': balancer.url,
    'backend.baseUrl': balancer.url,
    'backend.database.dataFolder': join(organisation.folder, 'postgres'),
    // The load does not sign in again, and the hour begins minutes after it did.
    'auth.backstageTokenExpiration': '2h',
  }
  const start = async () => {
    const server = await bench.start(bench.freshFolder(), config)
    await balancer.add(server.url)
    return server
  }
  const replicas: RunningServer[] = [await start()]
  const token = await fill(balancer.url, replicas[0]!, organisation.folder)
  while (replicas.length < count) replicas.push(await start())
  const socketUrl = `${balancer.socketUrl}/api/signals`
  for (let n = 0; n < connections; n += 100) await Promise.all(Array.from({ length: 100 }, () => listeners.keepOpen(socketUrl, token)))

  const names = [...generateOrganisation({ entities, seed: 1 })].flatMap(({ kind, metadata }) =>
    kind === 'Component' ? metadata.name : [],
  )
  const reads = readsOf({ users, names: names.filter((_, index) => index % 40 === 0), sites })
  const readers = openReaders(balancer.url, token, reads)
  try {
    // The first reader of a site waits until it is rendered, the first question until the index is open, and docs are put into search.
    await readers.read(minuteMs)
    while ((await oldestJob(balancer.url, token)) > 0) await wait(1000)
    const seen: Promise<Minute>[] = []
    for (let minute = 1; minute <= minutes; minute++) {
      const isKill = count > 1 && minute % minutesBetweenKills === 0
      if (minute === runMinute) await startRun(balancer.url, token)
      // The next minute begins when this one is over, and does not wait for its last answers: users do not pause together.
      const read = readers.read(minuteMs).then(async results => {
        const memoryBytes = Math.max(...replicas.map(residentBytesOf))
        const oldestSeconds = await oldestJob(balancer.url, token)
        const rest = `${Math.round(memoryBytes / megabyte)} MB, oldest job ${Math.round(oldestSeconds)} s, ${listeners.count} connections`
        process.stderr.write(describeMinute(minute, reads, results, rest))
        return { results, memoryBytes, oldestSeconds }
      })
      // It is awaited at the end.
      read.catch(() => {})
      seen.push(read)
      await Promise.all([wait(minuteMs), isKill && replace(replicas, (minute / minutesBetweenKills) % count, start, balancer.remove)])
    }
    return toRows(reads, await Promise.all(seen), await lastRunSeconds(balancer.url, token))
  } finally {
    await readers.close()
    // Before the servers: a socket that a server closes is opened again.
    listeners.close()
    await Promise.all(replicas.map(server => server.stop()))
  }
}

/** Everything that is read later is there: entities, documents, tasks that have run. Returns a user's token. */
async function fill(url: string, server: RunningServer, folder: string): Promise<string> {
  const catalog = await openCatalog(server)
  await untilComplete(catalog, entities + sites)
  await untilSettled(catalog)
  const token = await signInAsGuest(url)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const post = async (path: string, body: object) => {
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path} gave ${response.status}: ${await response.text()}`)
    return (await response.json().catch(() => undefined)) as { id?: string } | undefined
  }
  const { id } = (await post('/api/scaffolder/v2/tasks', { templateRef: 'template:default/three', values: { name: 'shop' } })) ?? {}
  await (await fetch(`${url}/api/scaffolder/v2/tasks/${id}/eventstream`, { headers })).text()
  await addFinished(folder)
  return token
}

/** A replica dies without a word, and a new one takes its place. */
async function replace(
  replicas: RunningServer[],
  index: number,
  start: () => Promise<RunningServer>,
  remove: (url: string) => Promise<void>,
): Promise<void> {
  const victim = replicas[index]!
  process.kill(victim.pid, 'SIGKILL')
  // A balancer notices by its next health check.
  await wait(1000)
  await remove(victim.url)
  replicas[index] = await start()
}

/** None of one that has just been killed. */
function residentBytesOf({ pid }: RunningServer): number {
  try {
    return readProcessMemory(pid).residentBytes
  } catch {
    return 0
  }
}

async function oldestJob(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}/api/devtools/performance`, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`the operators' page gave ${response.status}`)
  const { queues } = (await response.json()) as { queues: { oldestSeconds: number }[] }
  return Math.max(0, ...queues.map(({ oldestSeconds }) => oldestSeconds))
}

/** Every ten minutes the server starts one by itself; at a time that is known it is in a short measurement too. */
async function startRun(url: string, token: string): Promise<void> {
  const init = { method: 'POST', headers: { authorization: `Bearer ${token}` } }
  const { status } = await fetch(`${url}/api/search/types/${runType}/run`, init)
  if (status !== 204 && status !== 409) throw new Error(`a run of search could not be started: ${status}`)
}

async function lastRunSeconds(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}/api/search/status`, { headers: { authorization: `Bearer ${token}` } })
  const { types } = (await response.json()) as { types: { type: string; tookMs?: number }[] }
  return (types.find(({ type }) => type === runType)?.tookMs ?? 0) / 1000
}

function toRows(reads: readonly Reads[], seen: readonly Minute[], runSeconds: number): Row[] {
  const all = seen.flatMap(({ results }) => results)
  const third = Math.max(1, Math.floor(seen.length / 3))
  const memory = seen.map(({ memoryBytes }) => memoryBytes)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return [
    { name: `Reads in ${minutes} minutes`, value: all.reduce((sum, { requests }) => sum + requests, 0), unit: 'requests' },
    { name: 'Reads that failed', value: all.reduce((sum, { failures }) => sum + failures, 0), unit: 'requests', limit: 0 },
    { name: 'All reads, 99th percentile', value: p99Of(all), unit: 'ms', limit: 150 },
    ...reads.map(({ name }, index): Row => {
      return { name: `${name}, 99th percentile`, value: p99Of(seen.map(({ results }) => results[index]!)), unit: 'ms', limit: 150 }
    }),
    { name: 'A whole run of search over the catalog meanwhile', value: runSeconds, unit: 's', limit: 60 },
    { name: 'Memory of the largest server, at most', value: Math.max(...memory) / megabyte, unit: 'MB' },
    {
      name: 'Memory, last third against first',
      value: (mean(memory.slice(-third)) / mean(memory.slice(0, third)) - 1) * 100,
      unit: '%',
      limit: 10,
      runs: memory.map(bytes => bytes / megabyte),
    },
    { name: 'The oldest job that waited', value: Math.max(...seen.map(({ oldestSeconds }) => oldestSeconds)), unit: 's', limit: 300 },
  ]
}
