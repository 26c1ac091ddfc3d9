import { makeDatabaseFolder, testConnection } from '@portico/core/testing'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { portalProgram } from './module-addresses.ts'

const running = new Set<ChildProcess>()
const folders: string[] = []
afterEach(async () => {
  for (const child of running) {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  running.clear()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = makeDatabaseFolder('app')
  folders.push(folder)
  return folder
}

interface Portal {
  readonly child: ChildProcess
  readonly output: () => string
  /** The address once it is ready; rejects when the process ends before. */
  readonly url: Promise<string>
}

function startPortal(env: Record<string, string>, args: string[] = []): Portal {
  const { PORTICO_TEST_DATABASE: _ours, NODE_ENV: _test, ...inherited } = process.env
  const child = spawn(process.execPath, [portalProgram, ...args], {
    cwd: newFolder(),
    // The example organisation would read and serve more than these tests look at.
    env: { ...inherited, APP_CONFIG_backend_listen: '"127.0.0.1:0"', APP_CONFIG_catalog_locations: '[]', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  const url = new Promise<string>((resolve, reject) => {
    const listener = (data: Buffer) => {
      output += String(data)
      const ready = /Portico is ready at ([^\s"]+)"/.exec(output)?.[1]
      if (ready) resolve(ready.replace('localhost', '127.0.0.1'))
    }
    child.stdout!.on('data', listener)
    child.stderr!.on('data', listener)
    child.on('exit', () => reject(new Error(output)))
  })
  url.catch(() => {})
  return { child, output: () => output, url }
}

const ended = (child: ChildProcess) =>
  child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve([child.exitCode])

async function guestToken(url: string): Promise<string> {
  const response = await fetch(`${url}api/auth/guest/refresh`, { headers: { 'x-requested-with': 'XMLHttpRequest' } })
  return ((await response.json()) as { backstageIdentity: { token: string } }).backstageIdentity.token
}

const userInfo = (url: string, token: string) => fetch(`${url}api/auth/v1/userinfo`, { headers: { authorization: `Bearer ${token}` } })

test('a new portal starts without config, signs a guest in, keeps what it committed through kill -9, and shuts down gracefully', async () => {
  const data = { APP_CONFIG_backend_dataFolder: newFolder() }
  const first = startPortal(data)
  const token = await guestToken(await first.url)
  first.child.kill('SIGKILL')
  await ended(first.child)

  const second = startPortal(data)
  expect((await userInfo(await second.url, token)).status).toBe(200)
  second.child.kill('SIGTERM')
  expect((await ended(second.child))[0]).toBe(0)
  expect(second.output()).toContain('stopping')
  // No terminal: nothing but JSON, one line each.
  for (const line of second.output().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('message')
})

test('two portals that start at once on an empty database migrate it once, and one accepts what the other issued', async () => {
  const name = `app_${process.pid}_${Date.now()}`
  const administrator = new pg.Client(testConnection('postgres'))
  await administrator.connect()
  await administrator.query(`create database ${name}`)
  const env = { APP_CONFIG_backend_database_connection: JSON.stringify(testConnection(name)) }
  const portals = [startPortal(env), startPortal(env)]
  const [one, two] = (await Promise.all(portals.map(portal => portal.url))) as [string, string]
  expect((await userInfo(two, await guestToken(one))).status).toBe(200)
  expect(portals.filter(portal => portal.output().includes('the database was made'))).toHaveLength(1)

  // The database ends every connection, as in a restart: no answer is wrong, and the portal recovers.
  const token = await guestToken(one)
  await administrator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await userInfo(one, token)).status))
  expect(statuses.every(status => status === 200 || status === 503)).toBe(true)
  await expect.poll(async () => (await userInfo(one, token)).status).toBe(200)

  for (const { child } of portals) child.kill('SIGTERM')
  await Promise.all(portals.map(({ child }) => ended(child)))
  await administrator.query(`drop database ${name} with (force)`)
  await administrator.end()
})

test('errors that the operator can fix are reported in one line', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const portTaken = startPortal({ APP_CONFIG_backend_listen: `"127.0.0.1:${port}"`, APP_CONFIG_backend_dataFolder: newFolder() })
  const folder = newFolder()
  const file = path.join(folder, 'a-file')
  writeFileSync(file, 'no folder')
  const noFolder = startPortal({ APP_CONFIG_backend_dataFolder: path.join(file, 'data') })
  const config = path.join(folder, 'broken.yaml')
  writeFileSync(config, 'app:\n  baseUrl: nonsense\nbackend:\n  listen: high\n  tpyo: 1\n')
  const broken = startPortal({ APP_CONFIG_backend_listen: '' }, ['--config', config])
  await Promise.all([portTaken, noFolder, broken].map(({ child }) => ended(child)))
  taken.close()

  expect(portTaken.output().trim()).toBe(
    `Portico could not start: Port ${port} is taken by another program. Stop it, or set backend.listen to another port`,
  )
  expect(noFolder.output().trim().split('\n').at(-1)).toMatch(/^Portico could not start: .*folder/)
  expect(broken.output()).toMatch(/app\.baseUrl[\s\S]*backend\.listen/)
  expect([portTaken, noFolder, broken].map(({ child }) => child.exitCode)).toEqual([1, 1, 1])
})
