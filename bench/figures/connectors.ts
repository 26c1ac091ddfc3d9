import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from '../figure.ts'
import { processSeconds } from '../process-time.ts'

const entities = 10_000
const facts = 10
/** More often than packs ask, so that a run takes four minutes. */
const everySeconds = 80
const maxFirstMs = 140_000

/** Facts of many entities from one tool: how long until all are there, and what keeping them fresh costs. */
export const connectors: Figure = {
  id: 'connectors',
  about: `${facts} facts of each of ${entities} entities, from one tool that is asked for each of them every ${everySeconds} seconds`,
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
    try {
      const ready = performance.now()
      while (tool.asked() < entities) {
        if (performance.now() - ready > maxFirstMs) throw new Error(`After ${maxFirstMs / 1000} s ${tool.asked()} entities were asked for`)
        await wait(200)
      }
      const firstSeconds = (performance.now() - ready) / 1000
      // Every entity is due once meanwhile, also the last one, which is due a tenth later.
      const seconds = everySeconds * 1.2
      const [before, used] = [tool.count(), processSeconds(server.pid)]
      await wait(seconds * 1000)
      const share = (100 * (processSeconds(server.pid) - used)) / seconds
      return [
        { name: `From ready until ${entities * facts} facts were read, with the catalog`, value: firstSeconds, unit: 's' },
        {
          name: 'Requests in a second',
          value: (tool.count() - before) / seconds,
          unit: 'requests',
        },
        { name: 'The longest since an entity was asked for', value: tool.oldestSeconds(), unit: 's', limit: everySeconds * 1.2 },
        { name: 'Processor time of the server, its processes and PostgreSQL, of one processor', value: share, unit: '%', limit: 150 },
      ]
    } finally {
      await server.stop()
      tool.close()
    }
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
  const askedAt = new Map<string, number>()
  const server = createServer((request, response) => {
    count += 1
    askedAt.set(request.url ?? '', performance.now())
    const values = Array.from({ length: facts }, (_, at) => count + at)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ values }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    asked: () => askedAt.size,
    oldestSeconds: () => (performance.now() - Math.min(...askedAt.values())) / 1000,
    close: () => void server.close(),
  }
}
