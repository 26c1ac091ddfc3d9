import { putDeployment, startApiServer } from '@portico/kubernetes/testing'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure, Row } from '../figure.ts'
import { median } from '../statistics.ts'
import { signInAsGuest } from './throughput.ts'

const clusterCount = 20
const hangingCount = 2
const deployments = 50
const podsEach = 20
const rounds = 15

/** Objects of entities in many clusters, of which some hang, and of one entity with very many pods. */
export const kubernetes: Figure = {
  id: 'kubernetes',
  about: `objects of ${clusterCount} clusters of which ${hangingCount} hang, and ${deployments * podsEach} pods of one entity`,
  async measure(bench) {
    const folder = bench.freshFolder()
    const file = path.join(folder, 'catalog-info.yaml')
    writeFileSync(file, [entity('few'), entity('many')].join('\n---\n'))
    const servers = await Promise.all(Array.from({ length: clusterCount - hangingCount }, () => startApiServer()))
    const hanging = await Promise.all(Array.from({ length: hangingCount }, startHanging))
    for (const server of servers) putDeployment(server, { name: 'few', entity: 'few', replicas: 3 })
    for (let index = 0; index < deployments; index++)
      putDeployment(servers[0]!, { name: `many-${index}`, entity: 'many', replicas: podsEach })
    const urls = [...hanging.map(addressOf), ...servers.map(({ url }) => url)]
    const clusters = urls.map((url, index) => ({ name: `c${index}`, url, authProvider: 'localKubectlProxy', skipMetricsLookup: true }))
    const server = await bench.start(bench.freshFolder(), {
      'catalog.locations': [{ type: 'file', target: file }],
      'kubernetes.timeout': '3s',
      'kubernetes.clusterLocatorMethods': [{ type: 'config', clusters }],
    })
    const headers = { authorization: `Bearer ${await signInAsGuest(server.url)}`, 'content-type': 'application/json' }
    const post = (route: string, name: string) =>
      fetch(`${server.url}/api/kubernetes/resources/${route}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ entityRef: `component:default/${name}`, auth: {} }),
      })
    while ((await post('live', 'few')).status !== 200) await wait(100)

    const first: number[] = []
    const allGood: number[] = []
    for (let round = 0; round < rounds; round++) {
      const { firstMs, allMs } = await readStream(await post('live', 'few'), clusterCount - hangingCount)
      first.push(firstMs)
      allGood.push(allMs)
    }
    const single = await bench.start(bench.freshFolder(), {
      'catalog.locations': [{ type: 'file', target: file }],
      'kubernetes.clusterLocatorMethods': [{ type: 'config', clusters: clusters.slice(hangingCount, hangingCount + 1) }],
    })
    const token = await signInAsGuest(single.url)
    const ask = () =>
      fetch(`${single.url}/api/kubernetes/resources/workloads/query`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${token}` },
        body: JSON.stringify({ entityRef: 'component:default/many', auth: {} }),
      })
    while ((await ask()).status !== 200) await wait(100)
    const many: number[] = []
    for (let round = 0; round < rounds; round++) many.push(await timed(async () => void (await (await ask()).text())))
    await Promise.all([server.stop(), single.stop(), ...servers.map(each => each.stop())])
    for (const each of hanging) each.close()
    return [
      {
        name: `First rows of ${clusterCount} clusters, ${hangingCount} of which hang, median`,
        value: median(first),
        unit: 'ms',
        limit: 1000,
        runs: first,
      },
      { name: `Rows of all ${clusterCount - hangingCount} others, median`, value: median(allGood), unit: 'ms', limit: 1000, runs: allGood },
      {
        name: `${deployments} deployments and ${deployments * podsEach} pods, whole answer, median`,
        value: median(many),
        unit: 'ms',
        limit: 300,
        runs: many,
      },
    ] satisfies Row[]
  },
}

function entity(name: string): string {
  return JSON.stringify({
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Component',
    metadata: { name, annotations: { 'backstage.io/kubernetes-id': name } },
    spec: { type: 'service', lifecycle: 'production', owner: 'nobody' },
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

/** Until as many clusters have answered. */
async function readStream(response: Response, count: number): Promise<{ readonly firstMs: number; readonly allMs: number }> {
  const started = performance.now()
  let firstMs = 0
  let text = ''
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { value = '', done } = await reader.read()
    text += value
    const answered = text.split('event: objects\n').length - 1
    if (answered > 0 && firstMs === 0) firstMs = performance.now() - started
    if (answered < count && !done) continue
    await reader.cancel()
    return { firstMs, allMs: performance.now() - started }
  }
}

async function timed(run: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}
