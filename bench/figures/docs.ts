import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { measureDocsVisits } from '../docs-visits.ts'
import type { Bench, Figure, Row } from '../figure.ts'
import { settledMemory } from '../process-memory.ts'
import { median } from '../statistics.ts'
import { signInAsGuest } from './throughput.ts'

const pages = 200
const manySites = 5000
const megabyte = 1_000_000
const site = '/api/techdocs'
const triplet = 'default/component/bench-docs'

/** A page of what real ones hold: text, lists, code, a table, a note, tabs and links. */
function pageText(number: number): string {
  const section = (index: number) => `
## Section ${index} of page ${number}

A paragraph with **strong** words, \`code\`, a [link](page-${(number + index) % pages}.md) and a note[^${index}].

- one
- two
  - three

| a | b |
| --- | --- |
| ${index} | \`x|y\` |

\`\`\`yaml title="config.yml"
name: page-${number}
values: [1, 2, 3]
\`\`\`

!!! note "Mind"
    This is number ${index}.

[^${index}]: A footnote.
`
  return `# Page ${number}\n${Array.from({ length: 8 }, (_, index) => section(index)).join('')}`
}

function entityText(name: string, ref: string): string {
  return JSON.stringify({
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Component',
    metadata: { name, annotations: { 'backstage.io/techdocs-ref': ref } },
    spec: { type: 'service', lifecycle: 'production', owner: 'nobody' },
  })
}

function writeSite(folder: string): void {
  mkdirSync(path.join(folder, 'docs'), { recursive: true })
  mkdirSync(path.join(folder, 'warm/docs'), { recursive: true })
  writeFileSync(path.join(folder, 'warm/docs/index.md'), '# Warm\n')
  const entities = [entityText('bench-docs', 'dir:.'), entityText('bench-warm', 'dir:warm')]
  writeFileSync(path.join(folder, 'catalog-info.yaml'), entities.join('\n---\n'))
  writeFileSync(path.join(folder, 'mkdocs.yml'), 'site_name: Bench\n')
  writeFileSync(path.join(folder, 'docs/index.md'), '# Home\n')
  for (let number = 0; number < pages; number++) writeFileSync(path.join(folder, `docs/page-${number}.md`), pageText(number))
}

/** Docs that the server renders itself. */
export const docs: Figure = {
  id: 'docs',
  about: `a docs site of ${pages} pages: from a changed source to the first page, all pages, a page that is kept`,
  async measure(bench) {
    const folder = bench.freshFolder()
    writeSite(folder)
    const cache = bench.freshFolder()
    const server = await bench.start(bench.freshFolder(), {
      'catalog.locations': [{ type: 'file', target: path.join(folder, 'catalog-info.yaml') }],
      'techdocs.cache.folder': cache,
    })
    const token = await signInAsGuest(server.url)
    const get = (rest: string) => fetch(`${server.url}${site}/${rest}`, { headers: { authorization: `Bearer ${token}` } })
    while ((await get(`metadata/entity/${triplet}`)).status !== 200) await wait(100)
    // Starts the thread that reads and the process that renders, which other sites share.
    await (await get('pages/default/component/bench-warm/')).text()
    const first = await timed(async () => void (await (await get(`pages/${triplet}/page-0/`)).text()))
    const all = await timed(async () => {
      for (let number = 1; number < pages; number++) await (await get(`pages/${triplet}/page-${number}/`)).text()
    })
    const kept: number[] = []
    for (let run = 0; run < 200; run++) kept.push(await timed(async () => void (await (await get(`pages/${triplet}/page-7/`)).text())))
    const visits = await measureDocsVisits(server.url, '/docs/default/component/bench-docs/page-4')
    await server.stop()
    return [
      { name: `From a source nobody has read to its first page, of ${pages}`, value: first, unit: 'ms', limit: 300 },
      { name: `The other ${pages - 1} pages, one after the other`, value: all / 1000, unit: 's', limit: 2 },
      { name: 'A page that is kept, over one connection, median', value: median(kept), unit: 'ms', limit: 3 },
      ...visits,
    ] satisfies Row[]
  },
}

/** What the server keeps of sites: one after the other is read. */
export const docsMany: Figure = {
  id: 'docs-many',
  about: `the memory of a server that has shown ${manySites.toLocaleString('en')} docs sites`,
  measure: measureManySites,
}

/** Writes sites of four pages each, and returns the file that describes them. */
export function writeSites(folder: string, sites: number): string {
  for (let number = 0; number < sites; number++) {
    const docs = path.join(folder, `site-${number}/docs`)
    mkdirSync(docs, { recursive: true })
    for (let page = 0; page < 4; page++) writeFileSync(path.join(docs, page === 0 ? 'index.md' : `page-${page}.md`), pageText(page))
  }
  const entities = Array.from({ length: sites }, (_, number) => entityText(`site-${number}`, `dir:site-${number}`))
  const target = path.join(folder, 'catalog-info.yaml')
  writeFileSync(target, entities.join('\n---\n'))
  return target
}

async function measureManySites(bench: Bench): Promise<Row[]> {
  const folder = bench.freshFolder()
  const target = writeSites(folder, manySites)
  const server = await bench.start(bench.freshFolder(), {
    'catalog.locations': [{ type: 'file', target }],
    'techdocs.cache.folder': bench.freshFolder(),
  })
  const token = await signInAsGuest(server.url)
  const get = (rest: string) => fetch(`${server.url}${site}/${rest}`, { headers: { authorization: `Bearer ${token}` } })
  while ((await get(`metadata/entity/default/component/site-${manySites - 1}`)).status !== 200) await wait(500)
  const before = await settledMemory(server.pid)
  const numbers = Array.from({ length: manySites }, (_, number) => number).values()
  async function readSites(): Promise<void> {
    for (const number of numbers) {
      const answer = await get(`pages/default/component/site-${number}/`)
      if (answer.status !== 200) throw new Error(`site ${number} gave ${answer.status}`)
      await answer.text()
    }
  }
  await Promise.all(Array.from({ length: 4 }, readSites))
  const added = (await settledMemory(server.pid)) - before
  await server.stop()
  return [{ name: `Memory that ${manySites} docs sites add`, value: added / megabyte, unit: 'MB', limit: 150 }]
}

async function timed(run: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}
