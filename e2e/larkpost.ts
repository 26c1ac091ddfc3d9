import { startPortalProcess, test as base, withServerLog, type PortalProcess } from '@portico/core/testing/browser'
import { load } from 'js-yaml'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'

const repository = path.join(import.meta.dirname, '..')

/** What a newcomer's portal reads, with the tools of the example on a port that is free here. */
async function newcomersConfig(): Promise<Readonly<Record<string, unknown>>> {
  const port = await freePort()
  const read = (file: string) => load(readFileSync(path.join(repository, file), 'utf8').replaceAll('7017', `${port}`)) as Config
  const [example, own] = [read('examples/app-config.yaml'), read('app-config.yaml')]
  const catalog = { ...example['catalog'], ...own['catalog'] }
  const { title, branding } = { ...example['app'], ...own['app'] }
  return { ...example, ...own, catalog, app: { title, branding }, backend: {} }
}

type Config = Readonly<Record<string, Readonly<Record<string, unknown>>>>

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Playwright's test with the portal that `npm start` gives a newcomer: the example organisation with its tools and its past. */
export const test = base.extend<{}, { portalProcess: PortalProcess }>({
  portalProcess: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first parameter
    async ({}, provide) => {
      const portal = await startPortalProcess(await newcomersConfig())
      await withServerLog(portal, () => Promise.resolve())
      await provide(portal)
      await portal.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
