import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect, parseArgs } from 'node:util'
import { agents } from './figures/agents.ts'
import { apiDefinitions } from './figures/api-definitions.ts'
import { browser } from './figures/browser.ts'
import { browserKit } from './figures/browser-kit.ts'
import { bundle } from './figures/bundle.ts'
import { catalogAgain } from './figures/catalog-again.ts'
import { catalogFigures } from './figures/catalog.ts'
import { catalogWeb } from './figures/catalog-web.ts'
import { code } from './figures/code.ts'
import { disk } from './figures/disk.ts'
import { apiDocs } from './figures/api-docs.ts'
import { docs, docsMany } from './figures/docs.ts'
import { growthFigures } from './figures/growth.ts'
import { hostile } from './figures/hostile.ts'
import { connectors } from './figures/connectors.ts'
import { kubernetes } from './figures/kubernetes.ts'
import { kubernetesWeb } from './figures/kubernetes-web.ts'
import { memory } from './figures/memory.ts'
import { plans } from './figures/plans.ts'
import { permissions } from './figures/permissions.ts'
import { portal, portalReplicas } from './figures/portal.ts'
import { proxy } from './figures/proxy.ts'
import { templates } from './figures/templates.ts'
import { search, searchJudged } from './figures/search.ts'
import { signals } from './figures/signals.ts'
import { tokenFigure } from './figures/tokens.ts'
import { scorecardsFigures } from './figures/scorecards.ts'
import { sources } from './figures/sources.ts'
import { packageFigure } from './figures/package.ts'
import { coldStart, warmStart } from './figures/start.ts'
import { throughput } from './figures/throughput.ts'
import { timeSlider } from './figures/time-slider.ts'
import { wizard } from './figures/wizard.ts'
import type { Bench, Figure } from './figure.ts'
import { describeMachine, mergeReports, toTable, withFigures, type Measured, type Report } from './report.ts'
import { startServer, type RunningServer } from './server-process.ts'

const figures: readonly Figure[] = [
  coldStart,
  warmStart,
  memory,
  disk,
  packageFigure,
  bundle,
  code,
  throughput,
  permissions,
  tokenFigure,
  signals,
  browser,
  browserKit,
  ...catalogFigures,
  ...growthFigures,
  catalogAgain,
  catalogWeb,
  timeSlider,
  templates,
  wizard,
  docs,
  docsMany,
  apiDocs,
  agents,
  connectors,
  kubernetes,
  kubernetesWeb,
  proxy,
  sources,
  ...scorecardsFigures,
  search,
  searchJudged,
  plans,
  apiDefinitions,
  hostile,
  portal,
  portalReplicas,
]
const root = join(import.meta.dirname, '..')

const usage = `npm run bench -- [figure ...] [--save] [--json]

  --save   keep the figures in bench/figures.json and bench/README.md
  --json   print JSON instead of a table

${figures.map(({ id, about }) => `  ${id.padEnd(12)} ${about}`).join('\n')}`

function createBench() {
  const folders: string[] = []
  const servers = new Set<RunningServer>()
  let warm: Promise<string> | undefined

  function freshFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
    // The system user that the database runs as under root must be able to enter it.
    chmodSync(folder, 0o711)
    folders.push(folder)
    return folder
  }

  const start: Bench['start'] = async (dataFolder, config = {}, entry = undefined) => {
    const server = await startServer({ root, dataFolder, config, entry })
    const tracked: RunningServer = { ...server, stop: async () => (servers.delete(tracked), await server.stop()) }
    servers.add(tracked)
    return tracked
  }

  async function makeWarmFolder(): Promise<string> {
    const folder = freshFolder()
    await (await start(folder)).stop()
    return folder
  }

  const bench: Bench = { root, freshFolder, start, warmFolder: () => (warm ??= makeWarmFolder()) }
  return {
    bench,
    /** Ends what a figure that failed has left running. */
    stopServers: () => Promise.all([...servers].map(server => server.stop())),
    removeFolders: () => folders.forEach(folder => rmSync(folder, { recursive: true, force: true })),
  }
}

async function measureAll(chosen: readonly Figure[]): Promise<Measured[]> {
  const { bench, stopServers, removeFolders } = createBench()
  const measured: Measured[] = []
  try {
    for (const figure of chosen) {
      process.stderr.write(`measuring ${figure.id} ...\n`)
      try {
        measured.push({ figure: figure.id, rows: await figure.measure(bench) })
      } catch (error) {
        process.stderr.write(`${figure.id}: ${inspect(error)}\n`)
        measured.push({ figure: figure.id, rows: [], failure: messageOf(error) })
      }
      await stopServers()
    }
  } finally {
    removeFolders()
  }
  return measured
}

/** An error of several attempts has no message of its own. */
function messageOf(error: unknown): string {
  const errors = error instanceof AggregateError ? (error.errors as Error[]) : [error as Error]
  return errors.map(({ message }) => message).join('; ')
}

function save(report: Report): void {
  const file = join(import.meta.dirname, 'figures.json')
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
  const merged = mergeReports(before, report)
  writeFileSync(file, `${JSON.stringify(merged, undefined, 2)}\n`)
  const readme = join(import.meta.dirname, 'README.md')
  writeFileSync(readme, withFigures(readFileSync(readme, 'utf8'), merged))
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      save: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const unknown = positionals.filter(id => !figures.some(figure => figure.id === id))
  if (unknown.length > 0) throw new Error(`there is no figure called ${unknown.join(', ')}\n\n${usage}`)
  const chosen = figures.filter(({ id, isOnRequest }) => (positionals.length === 0 ? !isOnRequest : positionals.includes(id)))
  const report: Report = { measuredAt: new Date().toISOString(), machine: describeMachine(), figures: await measureAll(chosen) }
  console.log(values.json ? JSON.stringify(report, undefined, 2) : toTable(report.figures))
  if (values.save) save(report)
  if (report.figures.some(({ failure }) => failure !== undefined)) process.exitCode = 1
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
