import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openCatalog, prepareOrganisation, untilComplete, untilSettled, type CatalogClient } from '../catalog-server.ts'
import { withDatabase } from '../embedded-database.ts'
import type { Bench, Figure, Row } from '../figure.ts'
import { readPlans, type Plan } from '../read-plans.ts'

const entities = 50_000

interface Question {
  readonly name: string
  readonly ask: (ask: CatalogClient) => Promise<unknown>
}

interface Answered extends Question {
  readonly plans: readonly Plan[]
}

/** What PostgreSQL does for each kind of query: `explain (analyze, buffers)` of what the server really sends. */
export const plans: Figure = {
  id: 'plans',
  about: `what PostgreSQL does for each question at ${entities.toLocaleString('en')} entities; written to bench/plans.md`,
  measure,
}

async function measure(bench: Bench): Promise<Row[]> {
  const { folder, config } = prepareOrganisation(bench, entities)
  const first = await bench.start(folder, config)
  const loading = await openCatalog(first)
  await untilComplete(loading, entities + 1)
  await untilSettled(loading)
  await explainEverything(folder)
  await first.stop()
  // No source is read again meanwhile, so what is in the log belongs to the queries.
  const server = await bench.start(folder, { ...config, 'catalog.processingInterval': false })
  const ask = await openCatalog(server)
  await ask.json('/entities/by-query?limit=0')
  const answered: Answered[] = []
  for (const question of await questions(ask)) answered.push({ ...question, plans: await plansOf(folder, () => question.ask(ask)) })
  await server.stop()
  writeFileSync(join(bench.root, 'bench', 'plans.md'), toPage(answered))
  return answered.map(({ name, plans: found }) => ({
    name: `Pages that PostgreSQL looks at: ${name}`,
    value: found.reduce((sum, { buffers }) => sum + buffers, 0),
    unit: 'pages',
  }))
}

/** From the next connection on, PostgreSQL writes the plan of every statement to its log. */
async function explainEverything(folder: string): Promise<void> {
  await withDatabase(folder, async client => {
    await client.query('analyze')
    for (const [name, value] of [
      ['session_preload_libraries', 'auto_explain'],
      ['auto_explain.log_min_duration', '0'],
      ['auto_explain.log_analyze', 'on'],
      ['auto_explain.log_buffers', 'on'],
      ['auto_explain.log_parameter_max_length', '0'],
    ]) {
      await client.query(`alter database portico set ${name} = '${value}'`)
    }
  })
}

async function questions(ask: CatalogClient): Promise<Question[]> {
  const list = '/entities/by-query?filter=kind=component&limit=20&orderField=metadata.name,asc'
  const { items, pageInfo } = await ask.json(`${list}&offset=1000`)
  const one = items[7]!
  const path = `${one.kind.toLowerCase()}/${one.metadata.namespace ?? 'default'}/${one.metadata.name}`
  const get = (name: string, address: string): Question => ({ name, ask: client => client.json(address) })
  return [
    get('page of 20', `${list}&offset=2000`),
    get('the same page again', `${list}&offset=2000`),
    get('page of 20 by a cursor', `/entities/by-query?limit=20&cursor=${encodeURIComponent(pageInfo.nextCursor ?? '')}`),
    get('page of 20 at offset 5,000', `${list}&offset=5000`),
    get('count', '/entities/by-query?limit=0&filter=kind=api,spec.lifecycle=production'),
    get('facet', '/entity-facets?facet=spec.type&filter=kind=component'),
    get('words', `${list}&fullTextFilterTerm=pay`),
    get('alternatives with an order', `${list}&filter=kind=api&filter=kind=system`),
    get('by name', `/entities/by-name/${path}`),
    get('ancestry', `/entities/by-name/${path}/ancestry`),
    get('history', `/entities/by-name/${path}/history`),
    get('explanation', `/explain/${path}`),
    get('changes', '/changes?limit=100'),
    get('as of a moment', `${list}&asOf=${encodeURIComponent(new Date().toISOString())}`),
    get('locations', '/locations'),
    get('failed entities', '/entities/unprocessed/failed'),
  ]
}

/** What was logged while a query was answered. */
async function plansOf(folder: string, ask: () => Promise<unknown>): Promise<Plan[]> {
  const log = join(folder, 'postgres', 'postgres.log')
  const before = readFileSync(log, 'utf8').length
  await ask()
  return readPlans(readFileSync(log, 'utf8').slice(before)).filter(({ statement }) => !/core\.|pg_notify|kysely/.test(statement))
}

function toPage(answered: readonly Answered[]): string {
  const parts = answered.map(({ name, plans: found }) =>
    [
      `## ${name[0]!.toUpperCase()}${name.slice(1)}`,
      found.length === 0 ? 'PostgreSQL is not asked: the index in memory and the texts at hand answer it.' : '',
      ...found.map(({ statement, plan }) => `\`\`\`\n${statement}\n\n${plan}\n\`\`\``),
    ]
      .filter(Boolean)
      .join('\n\n'),
  )
  const head = `# What PostgreSQL does for each question

Written by \`npm run bench -- plans\`: the catalog with ${entities.toLocaleString('en')} generated entities, each question asked once over HTTP, and what \`auto_explain\` logged meanwhile (\`analyze\`, \`buffers\`).
Lists, counts, facets and words are found by the index in memory (decision 0021); of PostgreSQL they only need the texts that go out and are not at hand.`
  return `${[head, ...parts].join('\n\n')}\n`
}
