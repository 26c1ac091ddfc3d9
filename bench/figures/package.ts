import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { buildPackage } from '../../scripts/lib/release/build-package.mjs'
import type { Figure } from '../figure.ts'
import { folderSize } from '../folder-size.ts'
import { freePort } from '../server-process.ts'

const run = promisify(execFile)
const pollMs = 20

/** From an empty folder to the first page, as somebody does it who installs the package. */
export const packageFigure: Figure = {
  id: 'package',
  about: 'an empty folder: npm install of the release from the cache of npm, portico start, the first page',
  async measure(bench) {
    const folder = bench.freshFolder()
    const { file } = await buildPackage(process.execPath, folder)
    const install = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline', file]
    // What npm does not have yet comes into its cache with the first one.
    await run('npm', install, { cwd: emptyFolder(folder, 'first') })
    const home = emptyFolder(folder, 'second')
    const begun = performance.now()
    await run('npm', install, { cwd: home })
    const installed = performance.now()
    const stop = await startPortal(home)
    const shown = performance.now()
    await stop()
    const packages = folderSize(path.join(home, 'node_modules'))
    return [
      { name: 'Package: npm install, from the cache', value: (installed - begun) / 1000, unit: 's' },
      { name: 'Package: portico start to the first page', value: (shown - installed) / 1000, unit: 's' },
      { name: 'Package: empty folder to first page', value: (shown - begun) / 1000, unit: 's', limit: 20 },
      { name: 'Package: installed, on disk', value: packages / 1e6, unit: 'MB', limit: 300 },
    ]
  },
}

function emptyFolder(parent: string, name: string): string {
  const folder = path.join(parent, name)
  mkdirSync(folder)
  return folder
}

/** Starts the portal and waits for its page. Returns how to stop it. */
async function startPortal(home: string): Promise<() => Promise<void>> {
  const [port, toolsPort] = [await freePort(), await freePort()]
  const address = `http://localhost:${port}`
  const env = {
    ...process.env,
    APP_CONFIG_app_baseUrl: address,
    APP_CONFIG_backend_baseUrl: address,
    APP_CONFIG_backend_listen: `"127.0.0.1:${port}"`,
    APP_CONFIG_exampleTools_port: String(toolsPort),
  }
  const child = spawn(path.join(home, 'node_modules/.bin/portico'), ['start'], { cwd: home, env, stdio: 'ignore' })
  const isShown = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      response => response.ok,
      () => false,
    )
  while (!(await isShown())) {
    if (child.exitCode !== null) throw new Error(`the portal ended with code ${child.exitCode}`)
    await new Promise(resolve => setTimeout(resolve, pollMs))
  }
  return async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
}
