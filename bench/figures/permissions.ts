import { openCatalog, prepareOrganisation, untilComplete, untilSettled } from '../catalog-server.ts'
import type { Bench, Figure, Row } from '../figure.ts'
import { runLoad } from '../load.ts'
import type { RunningServer } from '../server-process.ts'
import { signInAsGuest } from './throughput.ts'

const entities = 100_000
const checks = 1_000
const page = '/api/catalog/entities/by-query?filter=kind=component&limit=20&orderField=metadata.name,asc'

/** Users see only what one of many teams owns, and may remove their own: each role has conditions. */
const roles = Object.fromEntries(
  Array.from({ length: 30 }, (_, index) => [
    `team-${index}`,
    {
      members: ['everyone'],
      permissions: ['catalog.entity.read', 'catalog.entity.delete'].map(permission => ({
        permission,
        conditions: {
          anyOf: [
            { rule: 'IS_ENTITY_OWNER', params: { claims: [`group:default/team-${index}`] } },
            { rule: 'IS_ENTITY_KIND', params: { kinds: ['Component'] } },
          ],
        },
      })),
    },
  ]),
)

/** The cost of decisions: many checks in one request, and a list in which every entity is filtered. */
export const permissions: Figure = {
  id: 'permissions',
  about: `at ${entities.toLocaleString('en')} entities: ${checks.toLocaleString('en')} checks in one request, and a list with and without a filter by conditions`,
  async measure(bench) {
    const organisation = prepareOrganisation(bench, entities)
    const open = await measureWith(bench, organisation, { 'permission.enabled': false })
    const filtered = await measureWith(bench, organisation, {
      'permission.enabled': true,
      'permission.policy': { defaultRoles: false, roles },
    })
    return [
      { name: `${checks} checks of resources in one request, permissions off, median`, value: open.checksMs, unit: 'ms' },
      {
        name: `${checks} checks of resources in one request, 30 roles with conditions, median`,
        value: filtered.checksMs,
        unit: 'ms',
        limit: 20,
      },
      { name: 'Page of 20 by name, permissions off, median', value: open.listMs, unit: 'ms' },
      { name: 'Page of 20 by name, every entity filtered by 30 roles, median', value: filtered.listMs, unit: 'ms' },
      { name: 'What the filter adds to a page', value: filtered.listMs - open.listMs, unit: 'ms', limit: 1 },
    ] satisfies Row[]
  },
}

async function measureWith(
  bench: Bench,
  organisation: ReturnType<typeof prepareOrganisation>,
  config: Readonly<Record<string, unknown>>,
): Promise<{ checksMs: number; listMs: number }> {
  const server = await bench.start(organisation.folder, { ...organisation.config, ...config })
  const headers = { authorization: `Bearer ${await signInAsGuest(server.url)}` }
  const ask = await openCatalog(server)
  // The second server finds the catalog complete, and shows only a part of it.
  if (!config['permission.enabled']) await untilComplete(ask, entities)
  await untilSettled(ask)
  const refs = await listRefs(server, headers)
  const listMs = await medianOf(`${server.url}${page}`, headers)
  const permission = { type: 'resource', name: 'catalog.entity.delete', attributes: { action: 'delete' }, resourceType: 'catalog-entity' }
  const items = Array.from({ length: checks }, (_, index) => ({ id: String(index), permission, resourceRef: refs[index % refs.length] }))
  const checksMs = await medianOf(`${server.url}/api/permission/authorize`, headers, JSON.stringify({ items }))
  await server.stop()
  return { checksMs, listMs }
}

/** The refs of some components. */
async function listRefs(server: RunningServer, headers: Record<string, string>): Promise<string[]> {
  const response = await fetch(`${server.url}/api/catalog/entities/by-query?filter=kind=component&limit=500`, { headers })
  const { items } = (await response.json()) as { items: { metadata: { name: string; namespace?: string } }[] }
  if (items.length < 500) throw new Error(`only ${items.length} components are there`)
  return items.map(({ metadata }) => `component:${metadata.namespace ?? 'default'}/${metadata.name}`)
}

async function medianOf(url: string, headers: Record<string, string>, body?: string): Promise<number> {
  const options = { url, headers, connections: 1, warmUpMs: 1000, durationMs: 3000, ...(body !== undefined && { body }) }
  const { medianMs, failures, requests } = await runLoad(options)
  if (failures > 0 || requests === 0) throw new Error(`${failures} of ${requests + failures} requests to ${url} failed`)
  return medianMs
}
