import { expect as baseExpect, startPortalProcess, test as base, withServerLog, type PortalProcess } from '@portico/core/testing/browser'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

// An e2e test has many steps, on machines that have other work.
const expect = baseExpect.configure({ timeout: 20_000 })
const kinds = ['Component', 'API', 'Resource', 'System', 'Domain', 'Group', 'User', 'Location', 'Template']

/** A server of catalog files that a test writes, in the role of a repository. */
export interface CatalogSource {
  readonly url: string
  /** The files by path; removed ones are not found. */
  readonly files: Map<string, string>
}

/** Calls of the catalog's API as the guest. */
export interface CatalogCalls {
  call(method: string, path: string, body?: unknown): Promise<Response>
  /** Registers a file of the source and waits until an entity of it is there. */
  register(file: string, name: string): Promise<void>
}

const when = { kind: 'Resource' }
/** What the config says about the pages of resources, and only of these. */
const extensions = [
  { 'entity-card:*': { when, disabled: true } },
  { 'entity-card:catalog/dependencies': { when, disabled: false, order: 1 } },
  { 'entity-card:catalog/about': { when, disabled: false } },
  { 'entity-card:catalog/owners': { when, disabled: false } },
  { 'entity-tab:catalog/history': { when, order: -1 } },
]

/** Playwright's test with a portal of the example organisation that may read a source which the test writes. */
export function testWithSource() {
  return base.extend<{ catalog: CatalogCalls }, { portalProcess: PortalProcess; source: CatalogSource }>({
    source: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first parameter
      async ({}, provide) => {
        const files = new Map<string, string>()
        const server = createServer((request, response) => {
          const text = files.get(request.url ?? '')
          response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/yaml' }).end(text)
        }).listen(0, '127.0.0.1')
        await once(server, 'listening')
        await provide({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, files })
        server.closeAllConnections()
        server.close()
      },
      { scope: 'worker' },
    ],
    portalProcess: [
      async ({ source }, provide) => {
        const target = path.join(import.meta.dirname, '../examples/catalog-info.yaml')
        const portal = await startPortalProcess({
          auth: { environment: 'development', providers: { guest: {} } },
          backend: { reading: { allow: [{ host: new URL(source.url).host }] } },
          catalog: { rules: [{ allow: kinds }], locations: [{ type: 'file', target }], orphanStrategy: 'keep' },
          app: { extensions },
        })
        const { call } = await callsOf(portal.url)
        const count = async () => ((await (await call('GET', '/entities/by-query?limit=0')).json()) as { totalItems: number }).totalItems
        await withServerLog(portal, () => expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(58))
        await provide(portal)
        await portal.stop()
      },
      { scope: 'worker', timeout: 180_000 },
    ],
    catalog: async ({ portalProcess, source }, provide) => {
      const { call } = await callsOf(portalProcess.url)
      await provide({
        call,
        async register(file, name) {
          const added = await call('POST', '/locations', { type: 'url', target: `${source.url}${file}` })
          expect(added.status).toBe(201)
          const status = async () => (await call('GET', `/entities/by-name/component/default/${name}`)).status
          await expect.poll(status, { timeout: 30_000 }).toBe(200)
        },
      })
    },
  })
}

/** Files that use this very test share the portal of their worker, and its browser. */
export const test = testWithSource()

export { expect }

async function callsOf(url: string): Promise<Pick<CatalogCalls, 'call'>> {
  const session = await fetch(`${url}/api/auth/guest/refresh`, { method: 'POST' })
  const { backstageIdentity } = (await session.json()) as { backstageIdentity: { token: string } }
  const headers = { authorization: `Bearer ${backstageIdentity.token}`, 'content-type': 'application/json' }
  return {
    call: (method, route, body) =>
      fetch(`${url}/api/catalog${route}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }),
  }
}
