import { authPlugin } from '@portico/auth/server'
import { catalogPlugin } from '@portico/catalog/server'
import { coreSchemas, startServer, type RunningServer } from '@portico/core/server'
import { eventually, openTestDatabase, type TestDatabase } from '@portico/core/testing'
import { integrationsPlugin } from '@portico/integrations/server'
import type { Task, TaskEvent } from '@portico/scaffolder/common'
import { scaffolderPlugin } from '@portico/scaffolder/server'
import { crashServerFile, crashPlugin, template } from '@portico/scaffolder/testing'
import { sql } from 'kysely'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = mkdtempSync(path.join(tmpdir(), 'portico-recovery-'))
chmodSync(folder, 0o755)
const counted = (name: string) => path.join(folder, `${name}.count`)
const cases = {
  'inside-again': ['test:again', 'after', {}],
  'before-once': ['test:once', 'before', {}],
  'inside-once': ['test:once', 'after', {}],
  'boundary-again': ['test:again', 'boundary', {}],
  'boundary-first': ['test:once', 'boundary', {}],
  'boundary-last': ['test:once', 'boundary', {}],
  'start-over': ['test:again', 'after', { EXPERIMENTAL_recovery: { EXPERIMENTAL_strategy: 'startOver' } }],
  pair: ['test:again', 'after', {}],
  'no-recovery': ['test:again', 'after', { EXPERIMENTAL_recovery: { EXPERIMENTAL_strategy: 'none' } }],
} as const

/** The step at which a server dies, where it is not the one in the middle. */
const placeOf: Readonly<Record<string, string>> = { 'boundary-first': 'first', 'boundary-last': 'last' }

let database: TestDatabase
let configFile: string
beforeAll(async () => {
  const templates = Object.entries(cases).map(([name, [action, die, more]]) =>
    template(name, {
      ...more,
      steps: ['first', 'crashing', 'last'].map(id => ({
        id,
        action: id === 'crashing' ? action : 'test:once',
        input: { file: counted(name), name: id, ...(id === (placeOf[name] ?? 'crashing') && { die }) },
      })),
      output: { files: '${{ steps.last.output.files }}' },
    }),
  )
  const step = (name: string, id: string, more: object) => ({
    id,
    action: 'test:again',
    input: { file: counted(name), name: id, ...more },
  })
  templates.push(
    template('blocks', {
      steps: [
        step('blocks', 'first', { until: counted('beside') }),
        step('blocks', 'crashing', { die: 'block' }),
        step('blocks', 'last', {}),
      ],
    }),
    template('patient', { steps: [{ action: 'debug:wait', input: { minutes: 10 } }] }),
    template('beside', { steps: [step('beside', 'held', { die: 'hold' })] }),
  )
  const target = path.join(folder, 'templates.yaml')
  writeFileSync(target, templates.join('\n---\n'))
  const plugins = [catalogPlugin, authPlugin, integrationsPlugin, scaffolderPlugin]
  const migrations = plugins.flatMap(({ id, migrations: own }) => (own ? [[id, own] as const] : []))
  database = await openTestDatabase({ schemas: { ...coreSchemas, ...Object.fromEntries(migrations) } })
  configFile = path.join(folder, 'app-config.yaml')
  const config = {
    backend: { listen: '127.0.0.1:0', database: { connection: database.connection } },
    catalog: { rules: [{ allow: ['Template'] }], locations: [{ type: 'file', target }] },
    // Long enough that no crashing server takes up the task of another.
    scaffolder: { taskRecovery: { staleTimeout: '10m' } },
  }
  writeFileSync(configFile, JSON.stringify(config))
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a task in a server that dies in it. */
async function crash(name: string): Promise<string> {
  const child = startCrashing(configFile, name)
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  expect(signal).toBe('SIGKILL')
  return idOf(name)
}

function startCrashing(file: string, ...names: string[]) {
  const refs = names.map(name => `template:default/${name}`)
  return spawn(process.execPath, ['--no-warnings', crashServerFile, file, ...refs], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function idOf(name: string): Promise<string> {
  const db = database.database.forSchema('scaffolder')
  const { rows } = await sql<{ id: string }>`select id from task where template_ref = ${`template:default/${name}`}`.execute(db)
  return rows[0]?.id ?? ''
}

/** As if so much time had passed that nobody believes the servers of jobs to be alive. */
const expireLeases = () => sql`update core.job set lease_until = now()`.execute(database.database.forSchema('core'))

/** No server takes up the job of a task. */
const holdJob = (id: string) =>
  sql`update core.job set lease_until = now() + interval '1 hour' where payload ->> 'taskId' = ${id}`.execute(
    database.database.forSchema('core'),
  )

const linesOf = (name: string) => (existsSync(counted(name)) ? readFileSync(counted(name), 'utf8').trim().split('\n') : [])

async function ask<T>(server: RunningServer, url: string, body?: object): Promise<T> {
  const { token } = await server.services.tokens.userTokens.issue({ userEntityRef: 'user:default/test' })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const post = body && { method: 'POST', body: JSON.stringify(body) }
  return (await (await fetch(`${server.url}/api/scaffolder${url}`, { headers, ...post })).json()) as T
}

const startSurvivor = (file: string) =>
  startServer({
    plugins: [authPlugin, integrationsPlugin, catalogPlugin, scaffolderPlugin, crashPlugin(false)],
    version: '0.0.0-test',
    cwd: folder,
    configFiles: [file],
    env: {},
    logTo: { write: () => true },
  })

test(
  'tasks of a server that was killed go on at another, or fail cleanly; nothing takes effect twice that must not',
  { timeout: 300_000 },
  async () => {
    const ids: Record<string, string> = {}
    for (const name of Object.keys(cases)) if (name !== 'pair') ids[name] = await crash(name)
    await expireLeases()
    const survivor = await startSurvivor(configFile)
    try {
      const ended: Record<string, Task> = {}
      for (const [name, id] of Object.entries(ids))
        ended[name] = await eventually(async () => {
          const task = await ask<Task>(survivor, `/v2/tasks/${id}`)
          expect(['completed', 'failed'], JSON.stringify(task)).toContain(task.status)
          return task
        })
      const counts = linesOf
      const secret = 'kept-for-recovery'
      const events = (name: string) => ask<TaskEvent[]>(survivor, `/v2/tasks/${ids[name]}/events`)

      expect(Object.fromEntries(Object.entries(ended).map(([name, { status }]) => [name, status]))).toEqual({
        'boundary-first': expect.any(String),
        'boundary-last': expect.any(String),
        'inside-again': 'completed',
        'before-once': 'failed',
        'inside-once': 'failed',
        'boundary-again': 'completed',
        'start-over': 'completed',
        'no-recovery': 'failed',
      })
      // What may be repeated is repeated; the files of earlier steps are there, and the secrets too.
      expect(counts('inside-again')).toEqual([`first ${secret}`, `crashing ${secret}`, `crashing ${secret}`, `last ${secret}`])
      expect((await events('inside-again')).at(-1)?.body).toMatchObject({ output: { files: ['crashing.txt', 'first.txt', 'last.txt'] } })
      expect((await events('inside-again')).filter(({ type }) => type === 'recovered')).toMatchObject([
        { body: { recoverStrategy: 'resume' } },
      ])
      // What may not be repeated is not, also when it may not have happened.
      expect(counts('before-once')).toEqual([`first ${secret}`])
      expect(counts('inside-once')).toEqual([`first ${secret}`, `crashing ${secret}`])
      expect((await events('inside-once')).at(-1)?.body).toMatchObject({
        error: { message: expect.stringContaining('whether test:once took effect is not known') },
      })
      const boundary = counts('boundary-again')
      expect([boundary[0], boundary.at(-1), boundary.filter(line => line.startsWith('last')).length]).toEqual([
        `first ${secret}`,
        `last ${secret}`,
        1,
      ])
      // Whether the end of a step was stored is not known; that it took effect once is.
      for (const [name, step] of Object.entries(placeOf)) {
        const lines = counts(name)
        expect(lines.filter(line => line.startsWith(step))).toHaveLength(1)
        if (ended[name]?.status === 'completed') expect(lines).toEqual(['first', 'crashing', 'last'].map(each => `${each} ${secret}`))
        else expect((await events(name)).at(-1)?.body).toMatchObject({ error: { code: 'scaffolder.interrupted', stepId: step } })
      }
      expect(counts('start-over')).toEqual([
        `first ${secret}`,
        `crashing ${secret}`,
        `first ${secret}`,
        `crashing ${secret}`,
        `last ${secret}`,
      ])
      expect((await events('start-over')).filter(({ body }) => body.stepId === 'first' && body.status === 'processing')).toHaveLength(1)
      expect(counts('no-recovery')).toEqual([`first ${secret}`, `crashing ${secret}`])
      expect((await events('no-recovery')).at(-1)?.body).toMatchObject({ error: { message: 'The server that ran the task stopped' } })
    } finally {
      await survivor.stop()
    }
  },
)

test(
  'a step that blocks its server is tried twice and then fails; what ran beside it goes on, and a retry by a person tries again',
  { timeout: 300_000 },
  async () => {
    for (const names of [['blocks', 'beside'], []]) {
      const blocked = linesOf('blocks').filter(line => line.startsWith('crashing')).length
      const child = startCrashing(configFile, ...names)
      await eventually(async () => expect(linesOf('blocks').filter(line => line.startsWith('crashing')).length).toBe(blocked + 1))
      child.kill('SIGKILL')
      await once(child, 'close')
      await expireLeases()
      // It was beside the culprit once; the second time it has its turn after it.
      await holdJob(await idOf('beside'))
    }
    await expireLeases()
    const [id, beside] = [await idOf('blocks'), await idOf('beside')]
    const survivor = await startSurvivor(configFile)
    try {
      const until = (taskId: string, status: string) =>
        eventually(async () => expect((await ask<Task>(survivor, `/v2/tasks/${taskId}`)).status).toBe(status))
      await until(id, 'failed')
      await until(beside, 'completed')
      expect(linesOf('blocks').map(line => line.split(' ')[0])).toEqual(expect.arrayContaining(['first', 'crashing', 'crashing']))
      expect(linesOf('blocks').filter(line => line.startsWith('crashing'))).toHaveLength(2)
      const events = await ask<TaskEvent[]>(survivor, `/v2/tasks/${id}/events`)
      expect(events.at(-1)).toMatchObject({
        type: 'completion',
        body: {
          error: {
            code: 'scaffolder.server-ended',
            stepId: 'crashing',
            message: expect.stringContaining('The server ended while this step ran'),
          },
        },
      })
      expect(events.at(-2)?.body).toMatchObject({ stepId: 'crashing', status: 'failed' })
      await ask(survivor, `/v2/tasks/${id}/retry`, { secrets: { TOKEN: 'x' } })
      await until(id, 'completed')
    } finally {
      await survivor.stop()
    }
  },
)

test('when one of two servers is killed, the other finishes what both had in hand', { timeout: 300_000 }, async () => {
  const config = JSON.parse(readFileSync(configFile, 'utf8')) as object
  const file = path.join(folder, 'pair.yaml')
  writeFileSync(file, JSON.stringify({ ...config, scaffolder: { concurrentTasksLimit: 2, taskRecovery: { staleTimeout: '2s' } } }))
  const survivor = await startSurvivor(file)
  try {
    const templateRef = 'template:default/pair'
    const create = () => ask<{ id?: string }>(survivor, '/v2/tasks', { templateRef, values: {}, secrets: { TOKEN: 'x' } })
    await eventually(async () => expect((await create()).id).toBeDefined())
    const crashing = startCrashing(file, 'pair')
    const isDead = once(crashing, 'close')
    // There is always work for both, until one of them has died of it.
    while (crashing.exitCode === null && crashing.signalCode === null) {
      const { id = '' } = await create()
      await eventually(async () => expect((await ask<Task>(survivor, `/v2/tasks/${id}`)).status).not.toBe('open'))
    }
    expect((await isDead)[1]).toBe('SIGKILL')
    const { tasks } = await eventually(async () => {
      const found = await ask<{ tasks: Task[] }>(survivor, `/v2/tasks?templateRef=${templateRef}&limit=500`)
      expect(found.tasks.filter(({ status }) => status === 'open' || status === 'processing')).toEqual([])
      return found
    })
    // A step that may not be repeated ran once for each task that completed; one that was in it failed cleanly.
    const lasts = readFileSync(counted('pair'), 'utf8')
      .split('\n')
      .filter(line => line.startsWith('last'))
    const [completed, failed] = ['completed', 'failed'].map(status => tasks.filter(task => task.status === status))
    expect(completed?.length).toBeGreaterThan(0)
    expect(lasts.length).toBeGreaterThanOrEqual(completed?.length ?? 0)
    expect(lasts.length).toBeLessThanOrEqual(tasks.length)
    for (const { id } of failed ?? []) {
      const events = await ask<TaskEvent[]>(survivor, `/v2/tasks/${id}/events`)
      expect(events.at(-1)?.body).toMatchObject({ error: { message: expect.stringContaining('took effect is not known') } })
    }
    // A server that lets go of a task, as one does that stops, has not ended in it: that is no try.
    const { id = '' } = await ask<{ id?: string }>(survivor, '/v2/tasks', { templateRef: 'template:default/patient', values: {} })
    const tries = async () => {
      const { rows } = await sql<{ tried_by: string[] }>`select tried_by from scaffolder.task where id = ${id}`.execute(
        database.database.forSchema('scaffolder'),
      )
      return rows[0]?.tried_by.length
    }
    await eventually(async () => expect(await tries()).toBe(1))
    await sql`update core.job set owner = gen_random_uuid(), lease_until = now() + interval '1 hour'
      where payload->>'taskId' = ${id}`.execute(database.database.forSchema('core'))
    await eventually(async () => expect(await tries()).toBe(0))
    await ask(survivor, `/v2/tasks/${id}/cancel`, {})
  } finally {
    await survivor.stop()
  }
})
