import { setTimeout as wait } from 'node:timers/promises'
import { openCatalog, untilSettled } from '../catalog-server.ts'
import type { Figure, Row } from '../figure.ts'
import { readProcessMemory } from '../process-memory.ts'
import { signInAsGuest } from './throughput.ts'

interface Task {
  readonly name: string
  /** Calls of tools, one after the other. */
  readonly tools: readonly (readonly [name: string, input: object])[]
  /** What a program without tools reads to know the same. */
  readonly paths: readonly string[]
}

const service = 'component:default/booking-service'
const byName = '/api/catalog/entities/by-name'
/** Common tasks of agents in the example organisation. */
const tasks: readonly Task[] = [
  {
    name: 'Services of a team',
    tools: [['catalog.query-entities', { filter: ['kind=component,spec.owner=group:default/front-door'] }]],
    paths: ['/api/catalog/entities/by-query?limit=20&filter=kind=component,spec.owner=group:default/front-door'],
  },
  { name: 'An entity', tools: [['catalog.get-entity', { ref: service }]], paths: [`${byName}/component/default/booking-service`] },
  {
    name: 'The values of fields',
    tools: [['catalog.count-values', { facets: ['kind', 'spec.type', 'spec.owner'] }]],
    paths: ['/api/catalog/entity-facets?facet=kind&facet=spec.type&facet=spec.owner'],
  },
  {
    name: 'What an entity depends on',
    tools: [['catalog.list-relations', { ref: service, type: 'dependsOn' }]],
    paths: [`${byName}/component/default/booking-service`],
  },
  {
    name: 'The history of an entity',
    tools: [['catalog.get-history', { ref: service }]],
    paths: [`${byName}/component/default/booking-service/history?limit=10`],
  },
  {
    name: 'A section of the docs',
    tools: [['techdocs.read-docs', { ref: service, path: 'runbook', section: 'who-to-call' }]],
    paths: ['/api/techdocs/pages/default/component/booking-service/runbook'],
  },
  { name: 'A search', tools: [['search.search', { term: 'outbox' }]], paths: ['/api/search/query?term=outbox'] },
  {
    name: 'The operations of an API',
    tools: [['api-docs.list-operations', { ref: 'api:default/booking-api', kinds: ['operation'] }]],
    paths: [`${byName}/api/default/booking-api`],
  },
  {
    name: 'The templates',
    tools: [['scaffolder.list-templates', {}]],
    paths: ['/api/catalog/entities/by-query?limit=30&filter=kind=template'],
  },
  {
    name: 'The form of a template',
    tools: [['scaffolder.describe-template', { templateRef: 'template:default/node-service' }]],
    paths: ['/api/scaffolder/v2/templates/default/template/node-service/parameter-schema'],
  },
]

/** What agents have to read: by tools, and by the routes that pages use. */
export const agents: Figure = {
  id: 'agents',
  about: `bytes of the answers to ${tasks.length} tasks in the example organisation, by tools of agents and by raw routes; memory before and after`,
  async measure(bench) {
    const server = await bench.start(bench.freshFolder())
    await untilSettled(await openCatalog(server))
    const headers = { authorization: `Bearer ${await signInAsGuest(server.url)}` }
    // The search index is complete some time after the catalog.
    const deadline = performance.now() + 60_000
    while ((await (await fetch(`${server.url}/api/search/query?term=outbox`, { headers })).text()).length < 1000) {
      if (performance.now() > deadline) throw new Error('the search finds nothing')
      await wait(500)
    }
    const before = readProcessMemory(server.pid).residentBytes

    async function rpc(method: string, params: object) {
      const response = await fetch(`${server.url}/api/mcp-actions/v1`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      const text = await response.text()
      const { result } = JSON.parse(text) as { result?: { isError?: boolean; content?: { text: string }[]; tools?: object[] } }
      if (!response.ok || !result || result.isError)
        throw new Error(`${method} ${JSON.stringify(params)} gave ${response.status}: ${text.slice(0, 500)}`)
      return result
    }
    async function readRoute(path: string): Promise<number> {
      const response = await fetch(`${server.url}${path}`, { headers })
      const text = await response.text()
      if (!response.ok) throw new Error(`${path} gave ${response.status}: ${text.slice(0, 500)}`)
      return Buffer.byteLength(text)
    }

    const rows: Row[] = []
    let [allTools, allRoutes] = [0, 0]
    for (const { name, tools, paths } of tasks) {
      let byTools = 0
      for (const [tool, input] of tools) {
        const { content = [] } = await rpc('tools/call', { name: tool, arguments: input })
        byTools += content.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
      }
      let byRoutes = 0
      for (const path of paths) byRoutes += await readRoute(path)
      rows.push(
        { name: `${name}, by tools`, value: byTools / 1000, unit: 'kB' },
        { name: `${name}, by routes`, value: byRoutes / 1000, unit: 'kB' },
      )
      allTools += byTools
      allRoutes += byRoutes
    }
    const { tools = [] } = await rpc('tools/list', {})
    const after = readProcessMemory(server.pid).residentBytes
    await server.stop()
    return [
      ...rows,
      { name: 'All tasks, by tools', value: allTools / 1000, unit: 'kB' },
      { name: 'All tasks, by routes', value: allRoutes / 1000, unit: 'kB' },
      {
        name: `The list of ${tools.length} tools, once in a conversation`,
        value: Buffer.byteLength(JSON.stringify(tools)) / 1000,
        unit: 'kB',
      },
      { name: 'Resident memory before the first call', value: before / 1e6, unit: 'MB' },
      { name: 'The same after all of them', value: after / 1e6, unit: 'MB' },
    ]
  },
}
