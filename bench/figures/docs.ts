import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure, Row } from '../figure.ts'
import { median } from '../statistics.ts'
import { signInAsGuest } from './throughput.ts'

const pages = 200
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

function writeSite(folder: string): void {
  mkdirSync(path.join(folder, 'docs'), { recursive: true })
  mkdirSync(path.join(folder, 'warm/docs'), { recursive: true })
  writeFileSync(path.join(folder, 'warm/docs/index.md'), '# Warm\n')
  const entity = (name: string, ref: string) =>
    JSON.stringify({
      apiVersion: 'backstage.io/v1alpha1',
      kind: 'Component',
      metadata: { name, annotations: { 'backstage.io/techdocs-ref': ref } },
      spec: { type: 'service', lifecycle: 'production', owner: 'nobody' },
    })
  writeFileSync(path.join(folder, 'catalog-info.yaml'), [entity('bench-docs', 'dir:.'), entity('bench-warm', 'dir:warm')].join('\n---\n'))
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
    await server.stop()
    return [
      { name: `From a source nobody has read to its first page, of ${pages}`, value: first, unit: 'ms', limit: 300 },
      { name: `The other ${pages - 1} pages, one after the other`, value: all / 1000, unit: 's', limit: 2 },
      { name: 'A page that is kept, over one connection, median', value: median(kept), unit: 'ms', limit: 3 },
    ] satisfies Row[]
  },
}

async function timed(run: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}
