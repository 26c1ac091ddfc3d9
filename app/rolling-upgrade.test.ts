import { eventually, makeDatabaseFolder, testConnection } from '@portico/core/testing'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portalProgram } from './module-addresses.ts'
import { checkOut, readLastRelease } from './testing/last-release.ts'
import { migrationsOf } from './testing/migrated-database.ts'

const last = readLastRelease()
const folder = makeDatabaseFolder('rolling')
const lastProgram = checkOut(last.from, path.join(folder, 'last-release'))
if (!lastProgram)
  console.warn(
    `Git has no ${last.from} here (a shallow clone?): the last release is not started beside this version. ` +
      'That migrations leave it what it uses is tested by app/last-release.test.ts alone.',
  )

const name = `rolling_${process.pid}_${Date.now()}`
const administrator = new pg.Client(testConnection('postgres'))
const running = new Set<ChildProcess>()
beforeAll(async () => {
  await administrator.connect()
  await administrator.query(`create database ${name}`)
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await administrator.query(`drop database ${name} with (force)`)
  await administrator.end()
  rmSync(folder, { recursive: true, force: true })
})

const catalogFile = path.join(folder, 'catalog-info.yaml')
function writeCatalog(title: string): void {
  const entity = { apiVersion: 'backstage.io/v1alpha1', kind: 'Component', metadata: { name: 'shop', title } }
  writeFileSync(catalogFile, JSON.stringify({ ...entity, spec: { type: 'service', lifecycle: 'production', owner: 'nobody' } }))
}

/** A whole portal as a process of its own, on the one database. */
async function startPortal(program: string) {
  const { PORTICO_TEST_DATABASE: _ours, NODE_ENV: _test, ...inherited } = process.env
  const config = {
    backend_listen: '127.0.0.1:0',
    backend_dataFolder: path.join(folder, 'data'),
    backend_database_connection: testConnection(name),
    catalog_locations: [{ type: 'file', target: catalogFile }],
  }
  const env = Object.fromEntries(Object.entries(config).map(([key, value]) => [`APP_CONFIG_${key}`, JSON.stringify(value)]))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    cwd: folder,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const listener = (data: Buffer) => {
      output += String(data)
      const ready = /Portico is ready at ([^\s"]+?)\/?["\s]/.exec(output)?.[1]
      if (ready) resolve(ready.replace('localhost', '127.0.0.1'))
    }
    child.stdout.on('data', listener)
    child.stderr.on('data', listener)
    child.on('exit', () => reject(new Error(output)))
  })

  async function call(target: string, { token, ...init }: RequestInit & { token?: string } = {}): Promise<any> {
    const headers = {
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const response = await fetch(`${url}/api/${target}`, { ...init, headers })
    const text = await response.text()
    if (!response.ok) throw new Error(`${target} of ${program}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  return {
    output: () => output,
    signIn: async () => (await call('auth/guest/refresh')).backstageIdentity.token as string,
    titleOf: async (token: string) =>
      (await call('catalog/entities/by-query?filter=kind=component', { token })).items[0]?.metadata.title as string,
    found: async (term: string, token: string) =>
      ((await call(`search/query?term=${term}`, { token })).results as { document: { title: string } }[]).map(
        ({ document }) => document.title,
      ),
    refresh: (token: string) =>
      call('catalog/refresh', { token, method: 'POST', body: JSON.stringify({ entityRef: 'component:default/shop' }) }),
    startTask: (task: string, token: string) => call(`devtools/tasks/${task}/trigger`, { token, method: 'POST' }),
    tasks: async (token: string) => (await call('devtools/tasks', { token })).items as { plugin: string; id: string; lastRunAt?: string }[],
    plugins: async (token: string) => (await call('devtools/system', { token })).plugins as { id: string; state: string }[],
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      running.delete(child)
    },
  }
}

test.runIf(lastProgram)(
  'the last release and this version work over one database while replicas are replaced, and nothing is lost between them',
  { timeout: 300_000 },
  async () => {
    writeCatalog('Written before')
    const older = await startPortal(lastProgram!)
    const token = await older.signIn()
    await eventually(async () => expect(await older.titleOf(token)).toBe('Written before'))

    const newer = await startPortal(portalProgram)
    const isNew = Object.entries(migrationsOf).some(([schema, own]) => Object.keys(own).length > (last.migrations[schema]?.length ?? 0))
    expect(newer.output().includes('the database was upgraded')).toBe(isNew)
    // The session of the one is good for the other.
    expect(await newer.titleOf(token)).toBe('Written before')
    const tokenOfNewer = await newer.signIn()
    for (const portal of [older, newer]) expect((await portal.plugins(tokenOfNewer)).filter(({ state }) => state !== 'started')).toEqual([])

    // Whoever is asked to do something, and whoever does it: both know the result.
    for (const [asked, title] of [
      [newer, 'Asked of the newer'],
      [older, 'Asked of the older'],
    ] as const) {
      writeCatalog(title)
      await asked.refresh(token)
      for (const portal of [older, newer]) await eventually(async () => expect(await portal.titleOf(tokenOfNewer)).toBe(title))
      for (const portal of [older, newer])
        await eventually(async () => expect(await portal.found(title.split(' ').at(-1)!, token)).toContain(title))
    }
    const ranAt = async (portal: typeof older) =>
      (await portal.tasks(token)).find(({ plugin, id }) => plugin === 'user-settings' && id === 'forget-expired-access-tokens')?.lastRunAt
    await older.startTask('user-settings/forget-expired-access-tokens', token)
    await eventually(async () => expect(await ranAt(newer)).toBeDefined())
    expect(await ranAt(newer)).toBe(await ranAt(older))

    // A server of the last release that is restarted meanwhile goes on too.
    await older.stop()
    const restarted = await startPortal(lastProgram!)
    expect(await restarted.titleOf(token)).toBe('Asked of the older')
    await restarted.stop()
    writeCatalog('Written after')
    await newer.refresh(token)
    await eventually(async () => expect(await newer.titleOf(token)).toBe('Written after'))
    await newer.stop()
  },
)
