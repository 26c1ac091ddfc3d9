import { setTimeout as wait } from 'node:timers/promises'
import { join } from 'node:path'
import type { Bench } from './figure.ts'
import { signInAsGuest } from './figures/throughput.ts'
import { runLoad, type LoadOptions, type LoadTime } from './load.ts'
import type { RunningServer } from './server-process.ts'
import { writeOrganisation } from './write-organisation.ts'

const kinds = ['Component', 'API', 'Resource', 'System', 'Domain', 'Group', 'User', 'Location', 'Template']

/** A generated organisation and the config with which a server reads it. */
export function prepareOrganisation(bench: Bench, entities: number) {
  const folder = bench.freshFolder()
  const { root } = writeOrganisation({ folder: join(folder, 'organisation'), entities, seed: 1, perFile: 500 })
  return { folder, config: { 'catalog.rules': [{ allow: kinds }], 'catalog.locations': [{ type: 'file', target: root }] } }
}

/** Sends requests to the catalog of a server as a guest. */
export async function openCatalog(server: RunningServer): Promise<CatalogClient> {
  return createCatalogClient(server, await signInAsGuest(server.url))
}

export type CatalogClient = ReturnType<typeof createCatalogClient>

function createCatalogClient(server: RunningServer, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const base = `${server.url}/api/catalog`
  return {
    async json(path: string): Promise<{
      totalItems: number
      items: { metadata: { name: string; namespace?: string }; kind: string }[]
      pageInfo: { nextCursor?: string }
    }> {
      const response = await fetch(base + path, { headers })
      if (!response.ok) throw new Error(`${path} gave ${response.status}: ${await response.text()}`)
      return (await response.json()) as never
    },
    /** A text that differs whenever anything has changed. */
    state: async (): Promise<string | null> => (await fetch(`${base}/entities/by-query?limit=0`, { headers })).headers.get('etag'),
    load: (options: Pick<LoadOptions & LoadTime, 'connections' | 'durationMs' | 'body' | 'pauseMs'>, paths: string | readonly string[]) =>
      runLoad({ ...options, url: [paths].flat().map(path => base + path), headers, warmUpMs: 500 }),
  }
}

/** Resolves when every entity is there. */
export async function untilComplete(ask: CatalogClient, wanted: number): Promise<number> {
  for (;;) {
    const { totalItems } = await ask.json('/entities/by-query?limit=0')
    if (totalItems >= wanted) return performance.now()
    await wait(100)
  }
}

/** When the catalog last changed, once nothing has changed for three seconds. */
export async function untilSettled(ask: CatalogClient): Promise<number> {
  let last = performance.now()
  for (let state = await ask.state(); performance.now() - last < 3000; await wait(100)) {
    const now = await ask.state()
    if (now !== state) last = performance.now()
    state = now
  }
  return last
}
