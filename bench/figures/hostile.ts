import { Agent, request } from 'node:http'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import WebSocket from 'ws'
import { prepareOrganisation } from '../catalog-server.ts'
import type { Bench, Figure, Row } from '../figure.ts'
import { hostileInputs, startEndlessServer, webhookSecret, wideTopic, writeHostileFiles, type HostileInput } from '../hostile-inputs.ts'
import { openLoad, type LoadResult } from '../load.ts'
import { generateOrganisation } from '../organisation.ts'
import { readProcessMemory } from '../process-memory.ts'
import type { RunningServer } from '../server-process.ts'
import { percentile } from '../statistics.ts'
import { writeSites } from './docs.ts'
import { writeTemplates } from './templates.ts'

const entities = 2000
const sites = 20
const readersOfEachKind = 5
const pauseMs = 100
const calmMs = 15_000
const attackMs = 30_000
const sockets = 500
/** After this the sender of a hostile input gives up and sends it again. */
const hostileTimeoutMs = 20_000
const taskEveryMs = 2000
/** Every task that was accepted has to end within this, once the attack is over. */
const tasksTimeoutMs = 120_000
const reader = 'ann'
const attacker = 'mallory'

/** Whether one user can take the portal away from the others. */
export const hostile: Figure = {
  id: 'hostile',
  about: `${4 * readersOfEachKind} readers while one user sends twelve hostile inputs at once, again and again for ${attackMs / 1000} s`,
  async measure(bench) {
    const endless = await startEndlessServer()
    try {
      return await measureWith(bench, endless.url)
    } finally {
      endless.stop()
    }
  },
}

async function measureWith(bench: Bench, endlessUrl: string): Promise<Row[]> {
  const server = await startPortal(bench, endlessUrl)
  const [ann, mallory] = [await signIn(server, reader), await signIn(server, attacker)]
  const readers = openReaders(server.url, ann)
  try {
    // The first readers fill caches, and wait for docs to be rendered.
    await readers.read(5000)
    const before = await readers.read(calmMs)
    const attack = startAttack(server.url, mallory)
    const tasks = startTasks(server.url, [ann, mallory])
    let peakBytes = 0
    const sampling = setInterval(() => (peakBytes = Math.max(peakBytes, residentBytesOf(server))), 500)
    const during = await readers.read(attackMs)
    clearInterval(sampling)
    const sent = await attack.stop()
    process.stderr.write(`${sent.map(line => `  ${line}\n`).join('')}`)
    const outcome = await tasks.outcome()
    const after = await readers.read(calmMs / 3)
    return toRows({ before, during, after, outcome, peakBytes })
  } finally {
    await readers.close()
    await server.stop().catch((error: Error) => process.stderr.write(`${error.message.slice(0, 200)}\n`))
  }
}

/** As the guides show it: users behind a proxy that signs them in, permissions on, two users, of whom neither is an admin. */
async function startPortal(bench: Bench, endlessUrl: string): Promise<RunningServer> {
  const organisation = prepareOrganisation(bench, entities)
  const folder = bench.freshFolder()
  const files = [writeSites(folder, sites), writeTemplates(folder), ...writeHostileFiles(join(folder, 'hostile')), writePeople(folder)]
  const server = await bench.start(organisation.folder, {
    ...organisation.config,
    'catalog.locations': [...organisation.config['catalog.locations'], ...files.map(target => ({ type: 'file', target }))],
    'auth.providers': { oauth2Proxy: { signIn: { resolvers: [{ resolver: 'forwardedUserMatchingUserEntityName' }] } } },
    'permission.enabled': true,
    'permission.policy': {
      roles: { developer: { members: ['signed-in'], permissions: ['scaffolder.task.create', 'scaffolder.action.execute'] } },
    },
    'events.http.topics': [wideTopic],
    'events.modules.github.webhookSecret': webhookSecret,
    'proxy.endpoints': { '/endless': endlessUrl },
    'techdocs.cache.folder': bench.freshFolder(),
  })
  const headers = { authorization: `Bearer ${await signIn(server, reader)}` }
  const isThere = async (path: string) => (await fetch(server.url + path, { headers })).status === 200
  while (!(await isThere('/api/catalog/entities/by-name/template/default/endless'))) await wait(200)
  while (!(await isThere(`/api/catalog/entities/by-name/component/default/site-${sites - 1}`))) await wait(200)
  return server
}

function writePeople(folder: string): string {
  const people = [reader, attacker].map(name =>
    JSON.stringify({ apiVersion: 'backstage.io/v1alpha1', kind: 'User', metadata: { name }, spec: { memberOf: [] } }),
  )
  const file = join(folder, 'people.yaml')
  writeFileSync(file, people.join('\n---\n'))
  return file
}

/** A user's token, as soon as the catalog has the user. */
async function signIn(server: RunningServer, name: string): Promise<string> {
  for (;;) {
    const response = await fetch(`${server.url}/api/auth/oauth2Proxy/refresh`, { headers: { 'x-forwarded-user': name } })
    if (response.ok) return ((await response.json()) as { backstageIdentity: { token: string } }).backstageIdentity.token
    if (response.status !== 404 && response.status !== 503) throw new Error(`signing in gave ${response.status}: ${await response.text()}`)
    await wait(200)
  }
}

/** The pages that people have open most of the time. */
function openReaders(url: string, token: string) {
  const names = [...generateOrganisation({ entities, seed: 1 })].flatMap(({ kind, metadata }) =>
    kind === 'Component' ? metadata.name : [],
  )
  const some = names.filter((_, index) => index % 20 === 0)
  const kinds = [
    some.map(name => `/api/catalog/entities/by-name/component/default/${name}`),
    ['/api/catalog/entities/by-query?limit=20&filter=kind=component&orderField=metadata.name,asc'],
    some.map(name => `/api/search/query?term=${name.split('-')[1] ?? name}`),
    Array.from({ length: sites }, (_, number) => `/api/techdocs/pages/default/component/site-${number}/`),
  ]
  const headers = { authorization: `Bearer ${token}` }
  const loads = kinds.map(paths => openLoad({ url: paths.map(path => url + path), headers, connections: readersOfEachKind, pauseMs }))
  return {
    read: (durationMs: number): Promise<LoadResult[]> => Promise.all(loads.map(load => load.run({ warmUpMs: 0, durationMs }))),
    close: (): Promise<unknown> => Promise.all(loads.map(load => load.close())),
  }
}

/** Sends every input again as soon as it is answered, and holds sockets open; `stop` says what was answered. */
function startAttack(url: string, token: string) {
  const agent = new Agent({ keepAlive: true })
  const answers = new Map<string, Map<number, number>>()
  let isOver = false
  const count = (name: string, status: number) => {
    const own = answers.get(name) ?? new Map<number, number>()
    answers.set(name, own.set(status, (own.get(status) ?? 0) + 1))
  }
  async function repeat(input: HostileInput): Promise<void> {
    while (!isOver) {
      count(input.name, await send(agent, url, input, token))
      await wait(50)
    }
  }
  for (const input of hostileInputs()) for (let n = 0; n < (input.atOnce ?? 1); n++) void repeat(input)
  const opened = openSockets(url, token, status => count('Sockets', status))
  return {
    async stop(): Promise<string[]> {
      isOver = true
      opened.forEach(socket => socket.terminate())
      agent.destroy()
      return [...answers].map(
        ([name, own]) => `${name}: ${[...own].map(([status, times]) => `${times} x ${status || 'no answer'}`).join(', ')}`,
      )
    },
  }
}

function openSockets(url: string, token: string, onEnd: (status: number) => void): WebSocket[] {
  return Array.from({ length: sockets }, () => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/signals`, [token], { perMessageDeflate: false })
    socket.on('open', () => {
      onEnd(101)
      for (let n = 0; n < 100; n++) socket.send(JSON.stringify({ action: 'subscribe', channel: `channel-${n}` }))
    })
    socket.on('error', () => onEnd(0))
    return socket
  })
}

/** The status of the answer; 0 without one. */
function send(agent: Agent, url: string, { method, path, headers, body }: HostileInput, token: string): Promise<number> {
  return new Promise(resolve => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const options = { agent, method, headers: { authorization: `Bearer ${token}`, ...headers, ...length }, timeout: hostileTimeoutMs }
    const outgoing = request(url + path, options, response => {
      response.resume().once('close', () => resolve(response.statusCode ?? 0))
    })
    outgoing.once('timeout', () => outgoing.destroy())
    outgoing.once('error', () => resolve(0))
    outgoing.end(body)
  })
}

interface Outcome {
  readonly accepted: number
  readonly refused: number
  readonly completed: number
}

/** Tasks as people start them: what was accepted has to be done, however late. */
function startTasks(url: string, tokens: readonly string[]) {
  const accepted: { readonly id: string; readonly token: string }[] = []
  let refused = 0
  const create = async (token: string) => {
    const body = JSON.stringify({ templateRef: 'template:default/three', values: { name: 'shop' } })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${url}/api/scaffolder/v2/tasks`, { method: 'POST', headers, body, signal: AbortSignal.timeout(60_000) })
    if (response.status === 201) accepted.push({ id: ((await response.json()) as { id: string }).id, token })
    else refused++
  }
  const pending: Promise<void>[] = []
  const timer = setInterval(() => pending.push(...tokens.map(token => create(token).catch(() => void refused++))), taskEveryMs)
  const statusOf = async ({ id, token }: { id: string; token: string }) => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${url}/api/scaffolder/v2/tasks/${id}`, { headers, signal: AbortSignal.timeout(10_000) })
    return ((await response.json()) as { status: string }).status
  }
  return {
    async outcome(): Promise<Outcome> {
      clearInterval(timer)
      await Promise.all(pending)
      const until = performance.now() + tasksTimeoutMs
      let completed = 0
      for (const task of accepted) {
        let status = 'open'
        while (!['completed', 'failed', 'cancelled'].includes(status) && performance.now() < until) {
          status = await statusOf(task).catch(() => 'unknown')
          if (status !== 'completed') await wait(200)
        }
        if (status === 'completed') completed++
      }
      return { accepted: accepted.length, refused, completed }
    },
  }
}

function residentBytesOf({ pid }: RunningServer): number {
  try {
    return readProcessMemory(pid).residentBytes
  } catch {
    return 0
  }
}

interface Seen {
  readonly before: readonly LoadResult[]
  readonly during: readonly LoadResult[]
  readonly after: readonly LoadResult[]
  readonly outcome: Outcome
  readonly peakBytes: number
}

function toRows({ before, during, after, outcome, peakBytes }: Seen): Row[] {
  const share = (results: readonly LoadResult[], part: number) => {
    const all = results.flatMap(({ latencies }) => latencies)
    return all.length === 0 ? 0 : percentile(all, part)
  }
  const failures = (results: readonly LoadResult[]) => results.reduce((sum, each) => sum + each.failures, 0)
  const reads = (results: readonly LoadResult[]) => results.reduce((sum, each) => sum + each.requests, 0)
  process.stderr.write(during.flatMap(({ failed }) => failed.map(line => `  failed: ${line}\n`)).join(''))
  const p99 = { before: share(before, 0.99), during: share(during, 0.99) }
  return [
    { name: 'Readers before, median', value: share(before, 0.5), unit: 'ms' },
    { name: 'Readers before, 99th percentile', value: p99.before, unit: 'ms' },
    { name: 'Readers during the attack, median', value: share(during, 0.5), unit: 'ms' },
    { name: 'Readers during the attack, 99th percentile', value: p99.during, unit: 'ms', limit: 250 },
    { name: 'Readers during the attack, slowest', value: share(during, 1), unit: 'ms' },
    { name: '99th percentile during against before', value: (p99.during / Math.max(p99.before, 0.001)) * 100, unit: '%' },
    { name: 'Readers after the attack, 99th percentile', value: share(after, 0.99), unit: 'ms' },
    { name: 'Reads before, a second', value: (reads(before) / calmMs) * 1000, unit: 'requests/s' },
    { name: 'Reads during the attack, a second', value: (reads(during) / attackMs) * 1000, unit: 'requests/s' },
    { name: 'Reads that failed during the attack', value: failures(during), unit: 'requests', limit: 0 },
    { name: 'Reads that failed after it', value: failures(after), unit: 'requests', limit: 0 },
    { name: 'Correct tasks that were accepted meanwhile', value: outcome.accepted, unit: 'requests' },
    { name: 'Correct tasks that were refused meanwhile', value: outcome.refused, unit: 'requests' },
    { name: 'Accepted tasks that were lost', value: outcome.accepted - outcome.completed, unit: 'requests', limit: 0 },
    { name: 'Memory of the server during the attack, at most', value: peakBytes / 1_000_000, unit: 'MB' },
  ]
}
