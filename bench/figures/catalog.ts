import { setTimeout as wait } from 'node:timers/promises'
import { join } from 'node:path'
import { openCatalog, prepareOrganisation, untilComplete, untilSettled, type CatalogClient } from '../catalog-server.ts'
import type { Bench, Figure, Row } from '../figure.ts'
import { readProcessMemory } from '../process-memory.ts'
import { processSeconds } from '../process-time.ts'
import { folderSize } from '../folder-size.ts'
import { percentile } from '../statistics.ts'

const megabyte = 1_000_000
const readMs = 10_000

interface Limits {
  readonly ingestSeconds: number
  readonly databaseMB?: number
}

/** The catalog with so many generated entities: ingest, and every kind of query. */
function catalogFigure(id: string, entities: number, limits: Limits): Figure {
  return {
    id,
    about: `the catalog with ${entities.toLocaleString('en')} entities: ingest, queries, memory, size`,
    measure: bench => measure(bench, entities, limits),
  }
}

export const catalogFigures: readonly Figure[] = [
  catalogFigure('catalog-10k', 10_000, { ingestSeconds: 7 }),
  catalogFigure('catalog-50k', 50_000, { ingestSeconds: 35, databaseMB: 400 }),
  catalogFigure('catalog-100k', 100_000, { ingestSeconds: 80 }),
]

async function measure(bench: Bench, entities: number, limits: Limits): Promise<Row[]> {
  const { folder, config } = prepareOrganisation(bench, entities)
  const server = await bench.start(folder, config)
  const began = performance.now()
  const ask = await openCatalog(server)
  let arrivedSeconds = 0
  const settled = untilComplete(ask, entities + 1).then(at => {
    arrivedSeconds = (at - began) / 1000
    return untilSettled(ask)
  })
  const reads = await readWhile(ask, settled)
  const settledSeconds = ((await settled) - began) / 1000
  const ingestCpu = processSeconds(server.pid)
  const quiet = processSeconds(server.pid)
  await wait(10_000)
  const quietSeconds = processSeconds(server.pid) - quiet
  const memory = () => readProcessMemory(server.pid).residentBytes / megabyte
  const rows: Row[] = [
    { name: 'Ingest, from ready until all entities are there', value: arrivedSeconds, unit: 's' },
    {
      name: 'Ingest, from ready until all relations are written on both sides too',
      value: settledSeconds,
      unit: 's',
      limit: limits.ingestSeconds,
    },
    { name: 'Ingest, processor time of Node and PostgreSQL', value: ingestCpu, unit: 's' },
    { name: 'Reads while entities come in, 99th percentile', value: reads.p99Ms, unit: 'ms', limit: 60 },
    { name: 'Reads while entities come in, worst 99th percentile of ten seconds', value: reads.worstMs, unit: 'ms' },
    { name: 'Ten seconds right after ingest, processor time', value: quietSeconds * 1000, unit: 'ms' },
    { name: 'Memory of the server ten seconds after ingest', value: memory(), unit: 'MB', limit: 300 },
    ...(await questionRows(ask)),
    { name: 'Memory of the server right after that load', value: memory(), unit: 'MB' },
    {
      name: 'Database, history included',
      value: folderSize(join(folder, 'postgres', 'postgres', 'base')) / megabyte,
      unit: 'MB',
      ...(limits.databaseMB && { limit: limits.databaseMB }),
    },
  ]
  await server.stop()
  return rows
}

/** Requests lists meanwhile, and returns the 99th percentile of all answers and the worst one of any ten seconds. */
export async function readWhile(ask: CatalogClient, work: Promise<unknown>): Promise<{ readonly p99Ms: number; readonly worstMs: number }> {
  let isDone = false
  let worstMs = 0
  const all: number[] = []
  const finished = work.finally(() => (isDone = true))
  while (!isDone) {
    const { p99Ms, latencies } = await ask.load({ connections: 2, durationMs: readMs, pauseMs: 50 }, [
      '/entities/by-query?limit=20&orderField=metadata.name,asc',
      '/entity-facets?facet=kind',
    ])
    worstMs = Math.max(worstMs, p99Ms)
    all.push(...latencies)
  }
  await finished
  return { p99Ms: percentile(all, 0.99), worstMs }
}

/** Every kind of question: medians over one connection, and what sixteen get. */
export async function questionRows(ask: CatalogClient): Promise<Row[]> {
  const page = await ask.json('/entities/by-query?filter=kind=component&limit=100&orderField=metadata.name,asc')
  const refs = page.items.map(({ kind, metadata }) => `${kind}:${metadata.namespace ?? 'default'}/${metadata.name}`.toLowerCase())
  const tags = (await ask.json('/entity-facets?facet=metadata.tags')) as unknown as { facets: Record<string, { value: string }[]> }
  const distinct = tags.facets['metadata.tags']!.map(({ value }) => encodeURIComponent(value))
  const names = page.items.map(({ metadata }) => `/entities/by-name/component/${metadata.namespace ?? 'default'}/${metadata.name}`)
  let deep = page
  for (let i = 0; i < 20 && deep.pageInfo.nextCursor; i++)
    deep = await ask.json(`/entities/by-query?limit=100&cursor=${encodeURIComponent(deep.pageInfo.nextCursor)}`)
  const list = '/entities/by-query?filter=kind=component&limit=20&orderField='
  const others = ['spec.lifecycle,desc', 'spec.type,asc', 'metadata.description,asc'].map(order => list + order)
  // Sorted once, which takes seconds for a million.
  for (const path of others) await ask.json(path)
  const asked: readonly (readonly [string, string | readonly string[], number, string?])[] = [
    ['Page of 20 by name', `${list}metadata.name,asc`, 3],
    ['Page of 20 by another field', others, 3],
    [
      'Deep cursor page',
      `/entities/by-query?limit=20&cursor=${encodeURIComponent(deep.pageInfo.nextCursor ?? page.pageInfo.nextCursor ?? '')}`,
      3,
    ],
    ['Offset 5,000', `${list}metadata.name,asc&offset=5000`, 8],
    ['Count, a filter not asked before', distinct.map(tag => `/entities/by-query?limit=0&filter=kind=component,metadata.tags=${tag}`), 15],
    ['Count, asked before', '/entities/by-query?limit=0&filter=kind=component', 1],
    [
      'Facet of types, a filter not asked before',
      distinct.map(tag => `/entity-facets?facet=spec.type&filter=kind=component,metadata.tags=${tag}`),
      15,
    ],
    ['Facet of types', '/entity-facets?facet=spec.type&filter=kind=component', 15],
    ['Facet of tags', '/entity-facets?facet=metadata.tags&filter=kind=component', 15],
    ['By name', names, 1],
    ['100 refs', '/entities/by-refs', 4, JSON.stringify({ entityRefs: refs })],
    [
      'Alternatives with an order',
      distinct.map(tag => `${list}metadata.name,asc&filter=kind=api,spec.lifecycle=production&filter=metadata.tags=${tag}`),
      20,
    ],
    ['Words', distinct.map(tag => `${list}metadata.name,asc&fullTextFilterTerm=${tag.slice(0, 3)}`), 15],
  ]
  const rows: Row[] = []
  for (const [name, paths, limit, body] of asked) {
    const { medianMs, failures } = await ask.load({ connections: 1, durationMs: 2000, ...(body !== undefined && { body }) }, paths)
    if (failures > 0) throw new Error(`${name}: ${failures} answers were not 200`)
    rows.push({ name: `${name}, median`, value: medianMs, unit: 'ms', limit })
  }
  for (const [name, paths] of [
    ['By name', names],
    ['Page of 20 by name', `${list}metadata.name,asc`],
  ] as const) {
    const { requestsPerSecond } = await ask.load({ connections: 16, durationMs: 5000 }, paths)
    rows.push({ name: `${name}, 16 connections`, value: requestsPerSecond, unit: 'requests/s' })
  }
  return rows
}
