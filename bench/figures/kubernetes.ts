import { putDeployment, startApiServer } from '@portico/kubernetes/testing'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure, Row } from '../figure.ts'
import { deployments, kubernetesEntities, podsEach, putManyPods } from '../kubernetes-entity.ts'
import { median } from '../statistics.ts'
import { signInAsGuest } from './throughput.ts'

const clusterCount = 20
const hangingCount = 2
const rounds = 15
/** One for each round: what was read once is followed, and the next reader gets it at once. */
const few = Array.from({ length: rounds }, (_, round) => `few-${round}`)

/** Objects of entities in many clusters, of which some hang, and of one entity with very many pods. */
export const kubernetes: Figure = {
  id: 'kubernetes',
  about: `objects of ${clusterCount} clusters of which ${hangingCount} hang, and ${deployments * podsEach} pods of one entity`,
  async measure(bench) {
    const file = path.join(bench.freshFolder(), 'catalog-info.yaml')
    writeFileSync(file, kubernetesEntities([...few, 'many']))
    const servers = await Promise.all(Array.from({ length: clusterCount - hangingCount }, () => startApiServer()))
    const hanging = await Promise.all(Array.from({ length: hangingCount }, startHanging))
    for (const server of servers) for (const entity of few) putDeployment(server, { name: entity, entity, replicas: 3 })
    putManyPods(servers[0]!, 'many')
    const urls = [...hanging.map(addressOf), ...servers.map(({ url }) => url)]
    const clusters = urls.map((url, index) => ({ name: `c${index}`, url, authProvider: 'localKubectlProxy', skipMetricsLookup: true }))
    const start = (given: readonly object[]) =>
      bench.start(bench.freshFolder(), {
        'catalog.locations': [{ type: 'file', target: file }],
        'kubernetes.clusterLocatorMethods': [{ type: 'config', clusters: given }],
      })

    const server = await start(clusters)
    const ask = await openServer(server.url)
    const first: number[] = []
    const allGood: number[] = []
    for (const entity of few) {
      const { firstMs, allMs } = await readStream(() => ask('live', entity), clusterCount - hangingCount)
      first.push(firstMs)
      allGood.push(allMs)
    }
    await server.stop()

    const single = await start(clusters.slice(hangingCount, hangingCount + 1))
    const askSingle = await openServer(single.url)
    const many: number[] = []
    for (let round = 0; round < rounds; round++)
      many.push(await timed(async () => void (await (await askSingle('workloads/query', 'many')).text())))
    await Promise.all([single.stop(), ...servers.map(each => each.stop())])
    for (const each of hanging) each.close()
    const others = clusterCount - hangingCount
    const pods = `${deployments} deployments and ${deployments * podsEach} pods`
    return [
      {
        name: `First rows of ${clusterCount} clusters, ${hangingCount} of which hang, of an entity never asked for, median`,
        ...rowOf(first, 1000),
      },
      { name: `The same, the very first after the start`, value: first[0]!, unit: 'ms', limit: 1000 },
      { name: `Rows of all ${others} others, median`, ...rowOf(allGood, 1000) },
      { name: `${pods}, whole answer, median`, ...rowOf(many, 300) },
    ] satisfies Row[]
  },
}

function rowOf(runs: readonly number[], limit: number): Pick<Row, 'value' | 'unit' | 'limit' | 'runs'> {
  return { value: median(runs), unit: 'ms', limit, runs }
}

type Ask = (route: string, entity: string) => Promise<Response>

/** Asks as a guest, once the catalog has what is asked about. */
async function openServer(url: string): Promise<Ask> {
  const headers = { authorization: `Bearer ${await signInAsGuest(url)}`, 'content-type': 'application/json' }
  const isThere = async (entity: string) => (await fetch(`${url}/api/catalog/entities/by-name/component/default/${entity}`, { headers })).ok
  for (const entity of [...few, 'many']) while (!(await isThere(entity))) await wait(50)
  return (route, entity) =>
    fetch(`${url}/api/kubernetes/resources/${route}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ entityRef: `component:default/${entity}`, auth: {} }),
    })
}

async function startHanging(): Promise<Server> {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server.unref()
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** From the request until as many clusters have answered. */
async function readStream(ask: () => Promise<Response>, count: number): Promise<{ readonly firstMs: number; readonly allMs: number }> {
  const started = performance.now()
  let firstMs = 0
  let text = ''
  const reader = (await ask()).body!.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { value = '', done } = await reader.read()
    text += value
    const answered = text.split('event: objects\n').length - 1
    if (answered > 0 && firstMs === 0) firstMs = performance.now() - started
    if (answered < count && !done) continue
    await reader.cancel()
    if (answered < count) throw new Error(`the stream ended after ${answered} of ${count} clusters`)
    return { firstMs, allMs: performance.now() - started }
  }
}

async function timed(run: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}
