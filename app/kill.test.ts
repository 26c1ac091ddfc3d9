import { eventually, makeDatabaseFolder, testConnection } from '@portico/core/testing'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portalProgram } from './module-addresses.ts'

const sites = 40
const pages = 4
const indexDocs = '/api/devtools/tasks/techdocs/index-docs/trigger'
/** Each page has its title and two sections, which are documents of search. */
const sectionsPerPage = 3
const total = sites * pages * sectionsPerPage
/** The location of the config is one too. */
const entities = sites + 1

const name = `kill_${process.pid}_${Date.now()}`
const administrator = new pg.Client(testConnection('postgres'))
const client = new pg.Client(testConnection(name))
let folder: string
let running: ChildProcess | undefined
beforeAll(async () => {
  folder = makeDatabaseFolder('kill')
  writeSites()
  await administrator.connect()
  await administrator.query(`create database ${name}`)
  await client.connect()
})
afterAll(async () => {
  running?.kill('SIGKILL')
  await client.end()
  await administrator.query(`drop database ${name} with (force)`)
  await administrator.end()
  rmSync(folder, { recursive: true, force: true })
})

function writeSites(): void {
  const documents = Array.from({ length: sites }, (_, site) => {
    const docs = path.join(folder, `site-${site}/docs`)
    mkdirSync(docs, { recursive: true })
    for (let page = 0; page < pages; page++) {
      const text = `# Page ${page}\n\nA title.\n\n## Bells\n\nOne.\n\n## Whistles\n\nTwo of site${site}page${page}.\n`
      writeFileSync(path.join(docs, page === 0 ? 'index.md' : `page-${page}.md`), text)
    }
    const annotations = { 'backstage.io/techdocs-ref': `dir:site-${site}` }
    const spec = { type: 'service', lifecycle: 'production', owner: 'nobody' }
    return JSON.stringify({ apiVersion: 'backstage.io/v1alpha1', kind: 'Component', metadata: { name: `site-${site}`, annotations }, spec })
  })
  writeFileSync(path.join(folder, 'catalog-info.yaml'), documents.join('\n---\n'))
}

/** The whole portal as a process of its own, on the one database and the one folder. */
async function startPortal(): Promise<{ child: ChildProcess; url: string }> {
  const { PORTICO_TEST_DATABASE: _ours, NODE_ENV: _test, ...inherited } = process.env
  const config = {
    backend_listen: '127.0.0.1:0',
    backend_dataFolder: path.join(folder, 'data'),
    backend_database_connection: testConnection(name),
    catalog_locations: [{ type: 'file', target: path.join(folder, 'catalog-info.yaml') }],
    techdocs_cache_folder: path.join(folder, 'cache'),
  }
  const env = Object.fromEntries(Object.entries(config).map(([key, value]) => [`APP_CONFIG_${key}`, JSON.stringify(value)]))
  const child = spawn(process.execPath, [portalProgram], {
    cwd: folder,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running = child
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
  return { child, url }
}

async function signIn(url: string) {
  const answer = await fetch(`${url}/api/auth/guest/refresh`, { headers: { 'x-requested-with': 'XMLHttpRequest' } })
  const { backstageIdentity } = (await answer.json()) as { backstageIdentity: { token: string } }
  const headers = { authorization: `Bearer ${backstageIdentity.token}` }
  return {
    status: async (target: string, method = 'GET') => (await fetch(`${url}${target}`, { method, headers })).status,
    json: async (target: string) => (await (await fetch(`${url}${target}`, { headers })).json()) as Record<string, unknown>,
  }
}

const count = async (query: string) => Number((await client.query(`select count(*) from ${query}`)).rows[0].count)
const documents = (type: string) => count(`search.document where type = '${type}' and body is not null`)

test('a portal that is killed while it builds docs and puts them into search loses and doubles nothing', { timeout: 300_000 }, async () => {
  const first = await startPortal()
  await eventually(async () => expect(await documents('software-catalog')).toBe(entities))
  expect(await (await signIn(first.url)).status(indexDocs, 'POST')).toBe(204)
  await eventually(async () => expect(await documents('techdocs')).toBeGreaterThan(0))
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  // It was in the middle of it.
  expect(await documents('techdocs')).toBeLessThan(total)

  const second = await startPortal()
  // What the dead one held is free now, and not only when its leases end.
  await client.query(`update core.job set lease_until = now() where state = 'running'`)
  await eventually(async () => expect(await documents('techdocs')).toBe(total))
  expect(await documents('software-catalog')).toBe(entities)
  const { status, json } = await signIn(second.url)
  expect(await json('/api/catalog/entities/by-query?filter=kind=component&limit=0')).toMatchObject({ totalItems: sites })
  for (const site of [0, 17, sites - 1]) {
    // The index in memory follows the documents.
    await eventually(async () => {
      const { results } = await json(`/api/search/query?term=site${site}page3`)
      const locations = (results as { document: { location: string } }[]).map(({ document }) => document.location)
      expect(locations.filter(each => each.includes(`/site-${site}/page-3`))).not.toEqual([])
      expect(new Set(locations).size).toBe(locations.length)
    })
    expect(await status(`/api/techdocs/pages/default/component/site-${site}/page-3/`)).toBe(200)
  }
  second.child.kill('SIGTERM')
  await once(second.child, 'exit')
})
