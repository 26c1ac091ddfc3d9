import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import boundaries from '../.dependency-cruiser.mjs'

interface Violation {
  readonly from: string
  readonly rule: { readonly name: string }
}

/** A repository in good order: what may be imported, and from where. */
const goodHouse = {
  'core/common/index.ts': `export const shared = 1`,
  'core/server/index.ts': `export * from './http.ts'`,
  'core/server/http.ts': `import fastify from 'fastify'\nimport { shared } from '@portico/core/common'\nexport const http = [fastify, shared]`,
  'core/web/index.ts': `import { kit } from '@portico/ui'\nexport const web = kit`,
  'core/web/portal-entry.ts': `export const portal = 1`,
  'core/testing/index.ts': `import { http } from '@portico/core/server'\nexport const testing = http`,
  'ui/index.ts': `import react from 'react'\nexport const kit = react`,
  'plugins/shop/common/index.ts': `import { shared } from '@portico/core/common'\nexport const shop = shared`,
  'plugins/shop/server/index.ts': `import { shop } from '@portico/shop/common'\nimport { store } from './shop-store.ts'\nexport const server = [shop, store]`,
  'plugins/shop/server/shop-store.ts': `import { sql } from 'kysely'\nexport const store = sql`,
  'plugins/shop/server/shop.test.ts': `import { testing } from '@portico/core/testing'\nimport { test } from 'vitest'\nexport default [testing, test]`,
  'plugins/shop/server/migrations/0001-shop.ts': `import { sql } from 'kysely'\nexport const up = sql`,
  'plugins/shop/web/index.ts': `import { web } from '@portico/core/web'\nexport const page = web`,
  'plugins/till/server/index.ts': `import { server } from '@portico/shop/server'\nexport const till = server`,
  'app/server.ts': `import { till } from '@portico/till/server'\nexport const app = till`,
  'app/web/main.ts': `import { page } from '@portico/shop/web'\nexport const main = page`,
  'examples/tools/server/index.ts': `import { fake } from '@portico/till/testing'\nexport const tools = fake`,
  'plugins/till/testing/index.ts': `export const fake = 1`,
  'scripts/tool.ts': `export const tool = 1`,
}

/** For every boundary a file that crosses it. */
const trespassers: Readonly<Record<string, readonly [file: string, source: string]>> = {
  'no-circle': ['plugins/till/server/loop.ts', `import './loop.ts'`],
  'everything-resolves': ['plugins/till/server/past-the-entry-point.ts', `import '@portico/shop/server/shop-store.ts'`],
  'relative-stays-in-its-layer': ['plugins/shop/server/to-common.ts', `import '../common/index.ts'`],
  'core-knows-no-plugin': ['core/server/knows-shop.ts', `import type { shop } from '@portico/shop/common'\nexport type Shop = typeof shop`],
  'ui-is-only-looks': ['ui/knows-router.ts', `import 'react-router'`],
  'only-the-app-composes': ['core/testing/knows-app.ts', `import '../../app/server.ts'`],
  'common-stands-alone': ['plugins/shop/common/knows-web.ts', `import '@portico/shop/web'`],
  'no-node-in-the-browser': ['plugins/shop/web/reads-files.ts', `import 'node:fs'`],
  'web-never-sees-server': [
    'plugins/shop/web/knows-server.ts',
    `import type { server } from '@portico/shop/server'\nexport type Server = typeof server`,
  ],
  'server-never-sees-web': ['plugins/shop/server/knows-ui.ts', `import '@portico/ui'`],
  'plugins-are-entered-by-the-entry-point': ['plugins/till/server/through-the-window.ts', `import '../../shop/server/shop-store.ts'`],
  'only-tests-hold-the-portal': ['plugins/shop/web/holds-portal.ts', `import '@portico/core/web/portal'`],
  'sql-only-in-stores': ['plugins/shop/server/rules.ts', `import { sql } from 'kysely'\nexport const rules = sql`],
  'migrations-stand-still': [
    'plugins/shop/server/migrations/0002-live.ts',
    `import { store } from '../shop-store.ts'\nexport const up = store`,
  ],
  'only-core-knows-fastify': ['plugins/shop/server/own-routes.ts', `import 'fastify'`],
  'testing-only-in-tests': ['plugins/shop/server/tests-itself.ts', `import '@portico/core/testing'`],
  'examples-start-without-test-tools': ['examples/tools/server/tests-itself.ts', `import '@portico/core/testing'`],
  'nobody-needs-a-test': ['plugins/shop/server/needs-test.ts', `import './shop.test.ts'`],
  'the-product-needs-no-tool': ['app/uses-tool.ts', `import '../scripts/tool.ts'`],
}

const folder = mkdtempSync(path.join(tmpdir(), 'boundaries-'))
let before: Violation[] = []
let after: Violation[] = []

beforeAll(async () => {
  buildHouse()
  before = await cruise()
  for (const [file, source] of Object.values(trespassers)) write(file, source)
  after = await cruise()
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a repository in good order has no violation', () => {
  expect(before).toEqual([])
})

test('there is a trespasser for every boundary', () => {
  expect(Object.keys(trespassers).sort()).toEqual(boundaries.forbidden.map(({ name }) => name).sort())
})

describe.each(Object.entries(trespassers))('%s', (boundary, [file]) => {
  test(`refuses ${file}`, () => {
    expect(after.filter(({ from }) => from === file).map(({ rule }) => rule.name)).toContain(boundary)
  })
})

function buildHouse(): void {
  for (const [file, source] of Object.entries(goodHouse)) write(file, source)
  write('package.json', JSON.stringify({ name: 'repository', type: 'module' }))
  for (const workspace of ['core', 'ui', 'plugins/shop', 'plugins/till']) {
    const layers =
      workspace === 'ui'
        ? [['.', './index.ts']]
        : ['common', 'server', 'web', 'testing'].map(layer => [`./${layer}`, `./${layer}/index.ts`])
    if (workspace === 'core') layers.push(['./web/portal', './web/portal-entry.ts'])
    write(`${workspace}/package.json`, JSON.stringify({ type: 'module', exports: Object.fromEntries(layers) }))
    mkdirSync(path.join(folder, 'node_modules/@portico'), { recursive: true })
    symlinkSync(path.join(folder, workspace), path.join(folder, 'node_modules/@portico', path.basename(workspace)))
  }
  for (const name of ['fastify', 'kysely', 'react', 'react-router', 'vitest']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, type: 'module', exports: './index.js' }))
    write(`node_modules/${name}/index.js`, 'export default 1')
  }
}

function write(file: string, source: string): void {
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
  writeFileSync(path.join(folder, file), source)
}

async function cruise(): Promise<Violation[]> {
  const tool = path.resolve('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [
    tool,
    '--config',
    path.resolve('.dependency-cruiser.mjs'),
    '--output-type',
    'json',
    'app',
    'core',
    'examples',
    'plugins',
    'scripts',
    'ui',
  ]
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, args, { cwd: folder, maxBuffer: 1e8 })
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations
}
