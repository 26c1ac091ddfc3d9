import { expect, startPortalProcess, test as base, withServerLog, type PortalProcess } from '@portico/core/testing/browser'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const kinds = ['Component', 'API', 'Resource', 'System', 'Domain', 'Group', 'User', 'Location', 'Template']

/** One entity as a document of a catalog file. */
export function entityDocument(kind: string, name: string, spec: object, metadata: object = {}): string {
  return JSON.stringify({ apiVersion: 'backstage.io/v1alpha1', kind, metadata: { name, ...metadata }, spec })
}

interface CatalogPortal {
  /** Documents of entities that are in the catalog besides the example organisation. */
  readonly documents?: readonly string[]
  /** Given as a function where it is known only when the portal starts. */
  readonly config?: PortalConfig | (() => Promise<PortalConfig>)
}

type PortalConfig = Readonly<Record<string, unknown>>

/** Playwright's test with a portal whose catalog holds the example organisation and generated entities, all read in. */
export function testWithCatalog({ documents = [], config = {} }: CatalogPortal) {
  return base.extend<{}, { portalProcess: PortalProcess }>({
    portalProcess: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first parameter
      async ({}, provide) => {
        const folder = mkdtempSync(path.join(tmpdir(), 'portico-generated-'))
        chmodSync(folder, 0o755)
        const file = path.join(folder, 'catalog-info.yaml')
        writeFileSync(file, documents.join('\n---\n'))
        const examples = path.join(import.meta.dirname, '../examples/catalog-info.yaml')
        const targets = documents.length > 0 ? [examples, file] : [examples]
        const locations = targets.map(target => ({ type: 'file', target }))
        const given = typeof config === 'function' ? await config() : config
        const portal = await startPortalProcess({ ...given, catalog: { rules: [{ allow: kinds }], locations } })
        await withServerLog(portal, () => untilRead(portal.url, documents.length))
        await provide(portal)
        await portal.stop()
        rmSync(folder, { recursive: true, force: true })
      },
      { scope: 'worker', timeout: 180_000 },
    ],
  })
}

/** Waits until every entity is there and nothing has changed for a moment: relations are written last. */
async function untilRead(url: string, min: number): Promise<void> {
  const session = await fetch(`${url}/api/auth/guest/refresh`, { method: 'POST' })
  const { backstageIdentity } = (await session.json()) as { backstageIdentity: { token: string } }
  const headers = { authorization: `Bearer ${backstageIdentity.token}` }
  const look = async () => {
    const answer = await fetch(`${url}/api/catalog/entities/by-query?limit=0`, { headers })
    return { count: ((await answer.json()) as { totalItems: number }).totalItems, state: answer.headers.get('etag') }
  }
  let before = await look()
  const isStill = async () => {
    const now = await look()
    const still = now.count > min + 50 && now.state === before.state
    before = now
    return still
  }
  await expect.poll(isStill, { timeout: 120_000, intervals: [500] }).toBe(true)
}

/** The name of the one entity that the shared portal has besides the example organisation: as long as names get. */
export const longName = 'customer-notification-preferences-synchronisation-worker-europe'
export const longType = 'long-running-background-service'
const longTags = ['infrastructure-as-code', 'event-driven-architecture', 'kotlin']
const longSpec = { type: longType, lifecycle: 'experimental', owner: 'group:default/front-door' }

/** Files that use this very test share the portal of their worker, and its browser. */
export const test = testWithCatalog({
  documents: [entityDocument('Component', longName, longSpec, { tags: longTags })],
  config: { techdocs: { cache: { folder: path.join(tmpdir(), `portico-docs-e2e-${process.pid}`) } } },
})

export { expect }
