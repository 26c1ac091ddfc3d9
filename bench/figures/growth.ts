import { setTimeout as wait } from 'node:timers/promises'
import { join } from 'node:path'
import { openCatalog, prepareOrganisation, untilComplete, untilSettled } from '../catalog-server.ts'
import type { Bench, Figure, Row } from '../figure.ts'
import { folderSize } from '../folder-size.ts'
import { readProcessMemory } from '../process-memory.ts'
import { processSeconds } from '../process-time.ts'
import type { RunningServer } from '../server-process.ts'
import { questionRows, readWhile } from './catalog.ts'
import { signInAsGuest } from './throughput.ts'

const megabyte = 1_000_000

interface Limits {
  readonly ingestSeconds?: number
  readonly firstListMs?: number
  readonly everythingSeconds?: number
}

/** What grows with the catalog and is not a single question: taking it in, starting again, reading all of it, sorting it anew. */
function growthFigure(id: string, entities: number, limits: Limits): Figure {
  return {
    id,
    about: `the catalog with ${entities.toLocaleString('en')} entities: ingest, restart, reading everything, a new order, every kind of query`,
    isOnRequest: true,
    measure: bench => measure(bench, entities, limits),
  }
}

export const growthFigures: readonly Figure[] = [
  growthFigure('growth-10k', 10_000, {}),
  growthFigure('growth-50k', 50_000, { everythingSeconds: 1.2 }),
  growthFigure('growth-100k', 100_000, { firstListMs: 2000 }),
  growthFigure('growth-1m', 1_000_000, { ingestSeconds: 900, firstListMs: 8000 }),
]

async function measure(bench: Bench, entities: number, limits: Limits): Promise<Row[]> {
  const { folder, config } = prepareOrganisation(bench, entities)
  const server = await bench.start(folder, config)
  const began = performance.now()
  const ask = await openCatalog(server)
  const settled = untilComplete(ask, entities + 1).then(() => untilSettled(ask))
  const reads = await readWhile(ask, settled)
  const settledSeconds = ((await settled) - began) / 1000
  const ingest: Row[] = [
    { name: 'Ingest, until all relations are written on both sides', value: settledSeconds, unit: 's', ...limitOf(limits.ingestSeconds) },
    { name: 'Ingest, processor time of Node and PostgreSQL', value: processSeconds(server.pid), unit: 's' },
    { name: 'Ingest, most memory of the server', value: peakMB(server), unit: 'MB', limit: 2000 },
    { name: 'Reads while entities come in, 99th percentile', value: reads.p99Ms, unit: 'ms', limit: 60 },
  ]
  // It saves the index when it is quiet, or when it stops.
  await untilQuiet(server)
  await server.stop()
  const restarted = await restart(bench, folder, config)
  await untilQuiet(restarted.server)
  const everything = await readEverything(restarted.server)
  const stall = await longestStall(restarted.server, token =>
    fetch(`${restarted.server.url}/api/catalog/entities/by-query?limit=20&orderField=metadata.description,desc`, {
      headers: { authorization: `Bearer ${token}` },
    }).then(response => response.arrayBuffer()),
  )
  const questions = await questionRows(await openCatalog(restarted.server))
  await restarted.server.stop()
  return [
    ...ingest,
    {
      name: 'First list after a restart, from the start of the process',
      value: restarted.firstListMs,
      unit: 'ms',
      ...limitOf(limits.firstListMs),
    },
    { name: 'Most memory of the server until then', value: restarted.peakMB, unit: 'MB' },
    { name: 'Everything by pages of 500', value: everything.seconds, unit: 's', ...limitOf(limits.everythingSeconds) },
    { name: 'Everything by pages of 500, processor time of the server', value: everything.processorSeconds, unit: 's' },
    { name: 'Memory of the server after that', value: everything.memoryMB, unit: 'MB' },
    { name: 'First list by a new order', value: stall.tookMs, unit: 'ms' },
    { name: 'The longest that another request waited meanwhile', value: stall.longestMs, unit: 'ms', limit: 100 },
    ...questions,
    { name: 'Database, history included', value: folderSize(join(folder, 'postgres', 'postgres', 'base')) / megabyte, unit: 'MB' },
  ]
}

function limitOf(limit: number | undefined): { limit?: number } {
  return limit === undefined ? {} : { limit }
}

async function restart(bench: Bench, folder: string, config: Readonly<Record<string, unknown>>) {
  const began = performance.now()
  const server = await bench.start(folder, config)
  const ask = await openCatalog(server)
  await ask.json('/entities/by-query?limit=20&orderField=metadata.name,asc')
  const firstListMs = performance.now() - began
  return { server, firstListMs, peakMB: peakMB(server) }
}

function peakMB({ pid }: RunningServer): number {
  return readProcessMemory(pid).peakBytes / megabyte
}

/** Returns when next to nothing has been done for two seconds: other plugins catch up after a start too. */
async function untilQuiet({ pid }: RunningServer): Promise<void> {
  for (let before = processSeconds(pid), after = Infinity; after - before > 0.1; after = processSeconds(pid)) {
    before = processSeconds(pid)
    await wait(2000)
  }
}

/** As a published client reads all entities, but for taking the JSON apart, which is the client's work. */
async function readEverything(server: RunningServer) {
  const headers = { authorization: `Bearer ${await signInAsGuest(server.url)}` }
  const base = `${server.url}/api/catalog/entities/by-query?limit=500`
  const before = processSeconds(server.pid)
  const began = performance.now()
  for (let address: string | undefined = base; address !== undefined;) {
    const text: string = await (await fetch(address, { headers })).text()
    const cursor: string | undefined = /"nextCursor":"([^"]+)"/.exec(text.slice(-2000))?.[1]
    address = cursor === undefined ? undefined : `${base}&cursor=${encodeURIComponent(cursor)}`
  }
  return {
    seconds: (performance.now() - began) / 1000,
    processorSeconds: processSeconds(server.pid) - before,
    memoryMB: readProcessMemory(server.pid).residentBytes / megabyte,
  }
}

/** How long the slowest of other requests took while one was answered. */
async function longestStall(server: RunningServer, request: (token: string) => Promise<unknown>) {
  const token = await signInAsGuest(server.url)
  const began = performance.now()
  let isDone = false
  const asked = request(token).finally(() => (isDone = true))
  let longestMs = 0
  while (!isDone) {
    const sent = performance.now()
    await (
      await fetch(`${server.url}/api/catalog/entities/by-query?limit=1&fields=kind`, { headers: { authorization: `Bearer ${token}` } })
    ).arrayBuffer()
    longestMs = Math.max(longestMs, performance.now() - sent)
    await wait(2)
  }
  await asked
  return { tookMs: performance.now() - began, longestMs }
}
