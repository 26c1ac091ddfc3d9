import { freePort, startPortalProcess, test as base, type PortalProcess } from '@portico/core/testing/browser'
import { load } from 'js-yaml'
import { chmodSync, cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const repository = path.join(import.meta.dirname, '..')

/** What a newcomer's portal reads, in a folder of its own, with the tools of the example on a port that is free here. */
async function newcomersConfig(folder: string): Promise<Readonly<Record<string, unknown>>> {
  const port = await freePort()
  const examples = path.join(folder, 'examples')
  cpSync(path.join(repository, 'examples'), examples, { recursive: true, filter: file => !file.includes('node_modules') })
  for (const file of globSync('templates/*/template.yaml', { cwd: examples })) {
    const text = readFileSync(path.join(examples, file), 'utf8')
    writeFileSync(path.join(examples, file), text.replaceAll('7017', `${port}`))
  }
  const read = (file: string) => {
    const text = readFileSync(path.join(repository, file), 'utf8')
    return load(text.replaceAll('7017', `${port}`).replaceAll('${EXAMPLE_FOLDER}', examples)) as Config
  }
  const [example, own] = [read('examples/app-config.yaml'), read('app-config.yaml')]
  const locations = [{ type: 'file', target: path.join(examples, 'catalog-info.yaml') }]
  const { title, branding } = { ...example['app'], ...own['app'] }
  return { ...example, ...own, catalog: { ...own['catalog'], locations }, app: { title, branding }, backend: {} }
}

type Config = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The portal that `npm start` gives a newcomer: the example organisation with its tools and its past. */
export async function startNewcomersPortal(): Promise<PortalProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-larkpost-'))
  chmodSync(folder, 0o755)
  const portal = await startPortalProcess(await newcomersConfig(folder))
  async function stop() {
    await portal.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...portal, stop }
}

/** Playwright's test with that portal. */
export const test = base.extend<{}, { portalProcess: PortalProcess }>({
  portalProcess: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first parameter
    async ({}, provide) => {
      const portal = await startNewcomersPortal()
      await provide(portal)
      await portal.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
