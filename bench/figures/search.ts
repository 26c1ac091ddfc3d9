import { setTimeout as wait } from 'node:timers/promises'
import { join } from 'node:path'
import { openCatalog, prepareOrganisation, untilComplete, untilSettled } from '../catalog-server.ts'
import { generateSections } from '../doc-sections.ts'
import type { Bench, Figure, Row } from '../figure.ts'
import { exampleQuestions, generatedQuestions, type JudgedQuestion } from '../judged-questions.ts'
import { runLoad } from '../load.ts'
import { generateOrganisation } from '../organisation.ts'
import { settledMemory } from '../process-memory.ts'
import { measureSearchVisits } from '../search-visits.ts'
import type { RunningServer } from '../server-process.ts'
import { signInAsGuest } from './throughput.ts'

const size = 50_000
const judgedSize = 2000
const seed = 1
const megabyte = 1_000_000
// A guest of a portal in production may not start runs.
const operatorToken = 'bench-operator'
const operator = {
  'backend.auth.externalAccess': [{ type: 'static', options: { token: operatorToken, subject: 'bench' } }],
}

/** Questions of every sort on a large organisation, taking its documents in, and memory. */
export const search: Figure = {
  id: 'search',
  about: `search over ${size.toLocaleString('en')} entities and as many sections of docs: questions, a whole run, memory, the page and the palette`,
  measure: measureSearch,
}

/** Whether the right answer comes first, over the example organisation and a generated one. */
export const searchJudged: Figure = {
  id: 'search-judged',
  about: 'the share of judged questions whose answer comes first',
  measure: measureJudged,
}

function entryFor(entities: number) {
  const env = { PORTICO_BENCH_SECTIONS: String(entities), PORTICO_BENCH_ENTITIES: String(entities), PORTICO_BENCH_SEED: String(seed) }
  return { module: join('bench', 'search-portal.ts'), env }
}

async function measureSearch(bench: Bench): Promise<Row[]> {
  const { folder, config } = prepareOrganisation(bench, size)
  // Reading all sources again leaves garbage that is not the search's.
  const server = await bench.start(folder, { ...config, ...operator, 'catalog.processingInterval': { hours: 1 } }, entryFor(size))
  const catalog = await openCatalog(server)
  await untilComplete(catalog, size + 1)
  await untilSettled(catalog)
  const ask = await openSearch(server)
  const before = await settledMemory(server.pid)
  let isDone = false
  const run = ask.run('sections', size).finally(() => (isDone = true))
  const reads: number[] = []
  while (!isDone) {
    const { p99Ms } = await catalog.load(
      { connections: 2, durationMs: 2000, pauseMs: 50 },
      '/entities/by-query?limit=20&orderField=metadata.name,asc',
    )
    reads.push(p99Ms)
  }
  const runSeconds = await run
  await ask.until(size * 2)
  const names = [...generateOrganisation({ entities: size, seed })]
    .filter(({ kind }) => kind === 'Component')
    .map(({ metadata }) => metadata.name)
  const some = names.filter((_, index) => index % 300 === 0)
  const words = some.map(name => name.split('-')[1]!)
  const typed = some.flatMap(name => [2, 3, 4, 5].map(length => name.slice(0, length)))
  const wrong = words.filter(word => word.length > 4).map(word => word.slice(0, 2) + word[3]! + word[2]! + word.slice(4))
  const questions: Row[] = [
    ...(await ask.latency('A word', words, 6)),
    ...(await ask.latency('Letters as they are typed', typed, 4)),
    ...(await ask.latency('A word with a mistake', wrong, 12)),
    ...(await ask.latency(
      'Two words',
      some.map(name => name.split('-').slice(0, 2).join(' ')),
      6,
    )),
    { name: 'Questions, 16 connections', value: await ask.throughput([...words, ...typed]), unit: 'requests/s', atLeast: 700 },
  ]
  const added = (await settledMemory(server.pid)) - before
  const rows: Row[] = [
    ...questions,
    { name: `A whole run over ${size} documents`, value: runSeconds, unit: 's', limit: 60 },
    { name: 'Lists of the catalog during the run, worst 99th percentile of two seconds', value: Math.max(...reads), unit: 'ms', limit: 60 },
    { name: 'Memory that search adds', value: added / megabyte, unit: 'MB', limit: 150 },
    ...(await measureSearchVisits(server.url, words[0]!)),
  ]
  await server.stop()
  return rows
}

async function measureJudged(bench: Bench): Promise<Row[]> {
  const entities = [...generateOrganisation({ entities: judgedSize, seed })]
  const sections = [...generateSections(entities, { sections: judgedSize, seed })]
  const organisation = prepareOrganisation(bench, judgedSize)
  const generated = await judge(
    await bench.start(organisation.folder, { ...organisation.config, ...operator }, entryFor(judgedSize)),
    generatedQuestions(entities, sections, seed),
    { entities: judgedSize + 1, sections: judgedSize },
  )
  const examples = await judge(await bench.start(bench.freshFolder()), exampleQuestions, { entities: 50, sections: 0 })
  const all = [...generated, ...examples]
  for (const { question, place } of all.filter(({ place: at }) => at !== 1))
    process.stderr.write(`${place ?? 'not found'}: ${question.term}\n`)
  const share = (max: number) => (100 * all.filter(({ place }) => place !== undefined && place <= max).length) / all.length
  return [
    { name: `Judged questions (${all.length}) with the answer first`, value: share(1), unit: '%', atLeast: 90 },
    { name: `Judged questions (${all.length}) with the answer among the first three`, value: share(3), unit: '%', atLeast: 98 },
  ]
}

/** The place of the right answer of each question. */
async function judge(
  server: RunningServer,
  questions: readonly JudgedQuestion[],
  counts: { readonly entities: number; readonly sections: number },
) {
  const ask = await openSearch(server)
  await ask.until(counts.entities)
  if (counts.sections > 0) await ask.run('sections', counts.sections)
  await ask.until(counts.entities + counts.sections)
  const judged: { readonly question: JudgedQuestion; readonly place: number | undefined }[] = []
  for (const question of questions) {
    const { results } = await ask.query(question.term)
    const place = results.findIndex(({ document }) => question.locations.includes(document.location))
    judged.push({ question, place: place < 0 ? undefined : place + 1 })
  }
  await server.stop()
  return judged
}

/** Searches as a guest, and starts runs as an operator. */
async function openSearch(server: RunningServer) {
  const headers = { authorization: `Bearer ${await signInAsGuest(server.url)}` }
  const asOperator = { authorization: `Bearer ${operatorToken}` }
  const base = `${server.url}/api/search`
  const addressOf = (term: string, limit: number) => `${base}/query?pageLimit=${limit}&term=${encodeURIComponent(term)}`
  async function json<T>(url: string, init: RequestInit = {}): Promise<T> {
    const response = await fetch(url, { headers, ...init })
    if (!response.ok) throw new Error(`${url} gave ${response.status}: ${await response.text()}`)
    return (response.status === 204 ? undefined : await response.json()) as T
  }
  type Found = { readonly numberOfResults: number; readonly results: readonly { readonly document: { readonly location: string } }[] }
  type Status = {
    readonly types: readonly {
      readonly type: string
      readonly documents: number
      readonly running: boolean
      readonly result?: string
      readonly tookMs?: number
    }[]
  }
  return {
    query: (term: string) => json<Found>(addressOf(term, 10)),
    /** When so many documents are found. */
    async until(count: number): Promise<void> {
      for (let found = -1; found < count; await wait(200)) {
        found = await json<Found>(addressOf('', 0)).then(
          ({ numberOfResults }) => numberOfResults,
          () => -1,
        )
      }
    },
    /** Has a type read again; how long that took, in seconds. */
    async run(type: string, documents: number): Promise<number> {
      await json(`${base}/types/${type}/run`, { method: 'POST', headers: asOperator })
      for (;;) {
        const status = (await json<Status>(`${base}/status`, { headers: asOperator })).types.find(each => each.type === type)
        if (status?.result === 'failed') throw new Error(`the run of ${type} failed`)
        if (!status?.running && status?.documents === documents) return (status.tookMs ?? 0) / 1000
        await wait(200)
      }
    },
    async latency(name: string, terms: readonly string[], limit: number): Promise<Row[]> {
      const url = terms.map(term => addressOf(term, 10))
      const { medianMs, p99Ms } = await runLoad({ url, headers, connections: 1, warmUpMs: 1000, durationMs: 5000 })
      return [
        { name: `${name}, median`, value: medianMs, unit: 'ms', limit },
        { name: `${name}, 99th percentile`, value: p99Ms, unit: 'ms', limit: 40 },
      ]
    },
    async throughput(terms: readonly string[]): Promise<number> {
      const url = terms.map(term => addressOf(term, 10))
      return (await runLoad({ url, headers, connections: 16, warmUpMs: 2000, durationMs: 5000 })).requestsPerSecond
    },
  }
}
