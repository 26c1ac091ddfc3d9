import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from '../figure.ts'
import { processSeconds } from '../process-time.ts'
import { signInAsGuest } from './throughput.ts'

const entities = 10_000
const facts = 10
const everySeconds = 300

/** Facts of many entities from one tool: how long until all are there, and what keeping them fresh costs. */
export const connectors: Figure = {
  id: 'connectors',
  about: `${facts} facts of each of ${entities} entities, from one tool that is asked for each of them every ${everySeconds / 60} minutes`,
  isOnRequest: true,
  async measure(bench) {
    const folder = bench.freshFolder()
    const catalog = path.join(folder, 'catalog-info.yaml')
    writeFileSync(catalog, Array.from({ length: entities }, (_, at) => entityText(at)).join('\n---\n'))
    const document = path.join(folder, 'tool.yaml')
    writeFileSync(document, connectorText())
    const tool = await startTool()
    const server = await bench.start(bench.freshFolder(), {
      'catalog.locations': [{ type: 'file', target: catalog }],
      'connectors.files': [document],
      'connectors.targets.tool': { baseUrl: tool.url, perMinute: 10_000, concurrent: 16 },
    })
    const headers = { authorization: `Bearer ${await signInAsGuest(server.url)}` }
    const asked = async () => {
      const response = await fetch(`${server.url}/api/connectors/connectors/tool`, { headers })
      const { entities: count } = (await response.json()) as { entities: number }
      return count
    }
    while ((await asked()) < entities) await wait(500)
    const began = performance.now()
    while (tool.count() < entities) await wait(200)
    const firstSeconds = (performance.now() - began) / 1000
    const [before, used] = [tool.count(), processSeconds(server.pid)]
    await wait(everySeconds * 1000)
    const again = tool.count() - before
    const share = (100 * (processSeconds(server.pid) - used)) / everySeconds
    await server.stop()
    tool.close()
    return [
      {
        name: `First time of ${entities * facts} facts, after the entities are known`,
        value: firstSeconds,
        unit: 's',
        limit: everySeconds,
      },
      { name: `Requests within one period of ${everySeconds} s`, value: again, unit: 'requests', atLeast: entities * 0.9 },
      { name: 'Processor time meanwhile, of one processor', value: share, unit: '%', limit: 100 },
    ]
  },
}

function entityText(at: number): string {
  const metadata = { name: `c-${at}`, annotations: { 'tool/app': `app-${at}` } }
  return JSON.stringify({
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Component',
    metadata,
    spec: { type: 'service', lifecycle: 'production', owner: 'guests' },
  })
}

function connectorText(): string {
  const each = Array.from({ length: facts }, (_, at) => ({
    name: `f${at}`,
    title: `F${at}`,
    type: 'number',
    from: 'app',
    value: `answer.values[${at}]`,
  }))
  return JSON.stringify({
    apiVersion: 'portico/v1',
    kind: 'Connector',
    metadata: { name: 'tool', title: 'Tool' },
    spec: {
      annotations: [{ key: 'tool/app' }],
      requests: [{ name: 'app', path: '/apps/{$annotation("tool/app")}', every: `${everySeconds}s` }],
      facts: each,
    },
  })
}

/** Each answer is another one, so that every fact changes each time. */
async function startTool() {
  let count = 0
  const server = createServer((_request, response) => {
    count += 1
    const values = Array.from({ length: facts }, (_, at) => count + at)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ values }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, count: () => count, close: () => void server.close() }
}
