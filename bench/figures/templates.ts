import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { withDatabase } from '../embedded-database.ts'
import type { Figure } from '../figure.ts'
import { runLoad } from '../load.ts'
import { processSeconds } from '../process-time.ts'
import { signInAsGuest } from './throughput.ts'

const tasks = 50
const files = 500
const finished = 10_000
const idleSeconds = 10
const idlePeriods = 3

/** Templates: many small tasks at once, the first line of a log, a large skeleton, a long list, and doing nothing. */
export const templates: Figure = {
  id: 'templates',
  about: `${tasks} tasks of three log steps at once, the first line of a task's log, a skeleton of ${files} files, and a list of ${finished.toLocaleString('en')} tasks`,
  async measure(bench) {
    const folder = bench.freshFolder()
    const target = writeTemplates(folder)
    const location = { type: 'file', target, rules: [{ allow: ['Template'] }] }
    const server = await bench.start(folder, { 'catalog.locations': [location], 'catalog.rules': [{ allow: ['Template'] }] })
    const headers = { authorization: `Bearer ${await signInAsGuest(server.url)}`, 'content-type': 'application/json' }
    const base = `${server.url}/api/scaffolder/v2`

    async function create(name: string): Promise<string> {
      const body = JSON.stringify({ templateRef: `template:default/${name}`, values: { name: 'shop' } })
      const response = await fetch(`${base}/tasks`, { method: 'POST', headers, body })
      if (response.status !== 201) throw new Error(`creating a task gave ${response.status}: ${await response.text()}`)
      return ((await response.json()) as { id: string }).id
    }
    const ended = async (id: string) => (await fetch(`${base}/tasks/${id}/eventstream`, { headers })).text()
    async function firstLine(): Promise<number> {
      const began = performance.now()
      const { body } = await fetch(`${base}/tasks/${await create('three')}/eventstream`, { headers })
      let text = ''
      for await (const chunk of body ?? []) {
        text += Buffer.from(chunk).toString()
        if (text.includes('event: log')) break
      }
      return performance.now() - began
    }
    async function timed(run: () => Promise<unknown>): Promise<number> {
      const began = performance.now()
      await run()
      return performance.now() - began
    }

    while ((await fetch(`${base}/templates/default/template/three/parameter-schema`, { headers })).status !== 200);
    await ended(await create('three'))
    const many = await timed(async () => Promise.all((await Promise.all(Array.from({ length: tasks }, () => create('three')))).map(ended)))
    const lines = [await firstLine(), await firstLine(), await firstLine(), await firstLine(), await firstLine()].sort((a, b) => a - b)
    const skeleton = await timed(async () => {
      const log = await ended(await create('skeleton'))
      if (!log.includes(`${files} files written`)) throw new Error(`the skeleton was not written: ${log.slice(-500)}`)
    })
    await addFinished(folder)
    const url = `${base}/tasks?createdBy=user:default/u7&status=completed&limit=50`
    const list = await runLoad({ url, headers, connections: 1, warmUpMs: 1000, durationMs: 3000 })
    if (list.failures > 0) throw new Error(`${list.failures} lists of tasks failed`)
    const idle = await quietSeconds(server.pid)
    await server.stop()
    return [
      { name: `${tasks} tasks of three log steps, first request to last completion`, value: many / 1000, unit: 's', limit: 1.5 },
      { name: 'From the request to the first line of the log, median', value: lines[2] ?? 0, unit: 'ms', limit: 100, runs: lines },
      { name: `A skeleton of ${files} files, request to completion`, value: skeleton / 1000, unit: 's', limit: 1 },
      {
        name: `A page of ${finished.toLocaleString('en')} finished tasks by owner and status, median`,
        value: list.medianMs,
        unit: 'ms',
        limit: 10,
      },
      { name: `Processor time of ${idleSeconds} seconds without a task`, value: idle * 1000, unit: 'ms', limit: 100 },
    ]
  },
}

/** Processor time of the quietest of some periods: what the start and the load leave behind ends meanwhile. */
async function quietSeconds(pid: number): Promise<number> {
  const spent: number[] = []
  for (let period = 0; period < idlePeriods; period += 1) {
    const before = processSeconds(pid)
    await wait(idleSeconds * 1000)
    spent.push(processSeconds(pid) - before)
  }
  return Math.min(...spent)
}

/** Copies of a task that has run, of fifty users, one in ten of them failed. */
export function addFinished(folder: string): Promise<void> {
  return withDatabase(folder, async client => {
    await client.query(`insert into scaffolder.task (id, template_ref, spec, status, created_by, created_at, started_at, finished_at)
      select gen_random_uuid(), template_ref, spec, case when n % 10 = 0 then 'failed' else 'completed' end, 'user:default/u' || n % 50,
        created_at, started_at, finished_at
      from (select * from scaffolder.task where status = 'completed' limit 1) one, generate_series(1, ${finished}) n`)
    await client.query('analyze scaffolder.task')
  })
}

export function writeTemplates(folder: string): string {
  const template = (name: string, steps: readonly object[]) =>
    JSON.stringify({ apiVersion: 'scaffolder.backstage.io/v1beta3', kind: 'Template', metadata: { name }, spec: { type: 'bench', steps } })
  const log = { action: 'debug:log', input: { message: 'Hello ${{ parameters.name }}' } }
  const fetchSkeleton = { action: 'fetch:template', input: { url: './skeleton', values: { name: '${{ parameters.name }}' } } }
  for (let index = 0; index < files; index += 1) {
    const place = join(folder, 'skeleton', `part-${index % 20}`)
    mkdirSync(place, { recursive: true })
    writeFileSync(
      join(place, `file-${index}.md`),
      `# \${{ values.name }} ${index}\n\n${'Plain words in between.\n'.repeat(20)}{% if values.name %}\${{ values.name | upper }}{% endif %}\n`,
    )
  }
  const target = join(folder, 'templates.yaml')
  writeFileSync(target, [template('three', [log, log, log]), template('skeleton', [fetchSkeleton])].join('\n---\n'))
  return target
}
