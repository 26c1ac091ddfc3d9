import { authPlugin } from '@portico/auth/server'
import { catalogPlugin } from '@portico/catalog/server'
import { startTestServer, type TestServer, type TestServerOptions, eventually } from '@portico/core/testing'
import { integrationsPlugin } from '@portico/integrations/server'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'

const kinds = ['Component', 'API', 'Resource', 'System', 'Domain', 'Group', 'User', 'Location', 'Template']

/** A folder of catalog files, and a server whose catalog reads it. */
export async function startCatalog(
  files: Readonly<Record<string, string>>,
  options: TestServerOptions & { readonly catalog?: object | ((folder: string) => object) } = {},
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-catalog-'))
  chmodSync(folder, 0o755)
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  for (const [name, text] of Object.entries(files)) write(name, text)
  const { catalog, ...rest } = options
  const plugins = [authPlugin, integrationsPlugin, catalogPlugin, ...(options.plugins ?? [])]
  const server = await startTestServer({
    ...rest,
    plugins,
    config: {
      ...options.config,
      catalog: {
        rules: [{ allow: kinds }],
        locations: Object.keys(files).map(name => ({ type: 'file', target: path.join(folder, name) })),
        processingInterval: '1s',
        ...(typeof catalog === 'function' ? catalog(folder) : catalog),
      },
    },
  })
  return {
    server,
    /** All that run here, which a command line needs too. */
    plugins,
    folder,
    write,
    remove: (name: string) => rmSync(path.join(folder, name)),
    /** Waits until the catalog holds as many entities of these kinds. */
    until: (filter: string, count: number) => eventually(async () => expect(await countOf(server, filter)).toBe(count)),
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type TestCatalog = Awaited<ReturnType<typeof startCatalog>>

async function countOf(server: TestServer, filter: string): Promise<number> {
  const response = await server.as({ plugin: 'test' }).fetch(`/api/catalog/entities/by-query?limit=0&filter=${encodeURIComponent(filter)}`)
  return ((await response.json()) as { totalItems: number }).totalItems
}

/** One YAML document. */
export function document(kind: string, name: string, more: { readonly metadata?: object; readonly spec?: object } = {}): string {
  return JSON.stringify({
    apiVersion: 'backstage.io/v1alpha1',
    kind,
    metadata: { name, ...more.metadata },
    spec: { ...specs[kind], ...more.spec },
  })
}

const specs: Record<string, object> = {
  Component: { type: 'service', lifecycle: 'production', owner: 'team-a' },
  API: { type: 'openapi', lifecycle: 'production', owner: 'team-a', definition: 'x' },
  Group: { type: 'team', children: [] },
  User: { memberOf: [] },
  System: { owner: 'team-a' },
}

/** Several documents as one file. */
export function file(...documents: readonly string[]): string {
  return documents.join('\n---\n')
}
