import { makeDatabaseFolder } from '@portico/core/testing'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { portalProgram } from './module-addresses.ts'

const health = path.join(path.dirname(portalProgram), 'health.mjs')

/** As OpenShift chooses one: it has no name, and its group is 0. initdb needs nss_wrapper for that (the image has it); elsewhere it is `nobody`. */
const hasNames = ['x86_64', 'aarch64'].some(each => existsSync(`/usr/lib/${each}-linux-gnu/libnss_wrapper.so`))
const user = { uid: hasNames ? 1_000_690_000 : 65_534, gid: 0 }

const isRoot = process.getuid?.() === 0
const reads = "for (const file of process.argv.slice(1)) require('node:fs').accessSync(file)"
const canRead = isRoot && spawnSync(process.execPath, ['-e', reads, portalProgram, process.execPath], { ...user, cwd: '/' }).status === 0

/** Only root can start a process as another user, who must be allowed to enter the checkout. `deploy/image/README.md` says how the whole image is run. */
test.runIf(canRead)(
  'another user, who may write the data folder only, runs the portal with its database; its health is asked, and SIGTERM ends it (only as root)',
  { timeout: 120_000 },
  async () => {
    const folder = makeDatabaseFolder('other-user')
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const [config, data] = ['config', 'data'].map(name => path.join(folder, name)) as [string, string]
    mkdirSync(config)
    mkdirSync(data)
    chmodSync(data, 0o770)
    const port = await freePort()
    const listen = { port, host: '127.0.0.1' }
    const backend = { baseUrl: `http://localhost:${port}`, listen, dataFolder: data }
    writeFileSync(
      path.join(config, 'app-config.yaml'),
      JSON.stringify({ app: { baseUrl: backend.baseUrl }, backend, catalog: { locations: [] } }),
    )
    const { PATH } = process.env
    const options = { ...user, cwd: config, env: { PATH } }
    const isHealthy = () => new Promise(resolve => void execFile(process.execPath, [health, 'health'], options, error => resolve(!error)))

    for (const start of ['first', 'second']) {
      const child = spawn(process.execPath, [portalProgram], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
      onTestFinished(() => void child.kill('SIGKILL'))
      let output = ''
      const listener = (text: Buffer) => (output += String(text))
      child.stderr.on('data', listener)
      const ended = once(child, 'exit')
      await new Promise<void>((resolve, reject) => {
        child.stdout.on('data', (text: Buffer) => listener(text).includes('Portico is ready') && resolve())
        child.on('exit', () => reject(new Error(output)))
      })
      expect(await isHealthy(), start).toBe(true)
      child.kill('SIGTERM')
      expect(await ended, output).toEqual([0, null])
      expect(await isHealthy(), start).toBe(false)
      // As Kubernetes does it to every volume with an `fsGroup`; PostgreSQL alone would refuse such a folder.
      chmodSync(path.join(data, 'postgres', 'postgres'), 0o2770)
    }
    expect(statSync(path.join(data, 'postgres', 'postgres')).uid).toBe(user.uid)
    expect(readdirSync(config)).toEqual(['app-config.yaml'])
  },
)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
