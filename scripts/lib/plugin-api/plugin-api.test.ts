import { runCommandLine } from '@portico/core/server/command-line'
import { makeDatabaseFolder } from '@portico/core/testing'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root, toolPath } from '../repository.mjs'
import { breach } from './changes.mjs'
import { writePluginPackage } from './package.mjs'
import { presentApi } from './present.mjs'

interface Report {
  readonly api: number
  readonly entries: Record<string, Record<string, { stability: string; signature: string }>>
  readonly reached: Record<string, string>
}

let folder = ''
let api: Awaited<ReturnType<typeof presentApi>>

beforeAll(async () => {
  folder = makeDatabaseFolder('plugin-api')
  api = await presentApi(process.execPath)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('no stable export of the plugin API is gone or another, and report and page list every one', () => {
  expect(api.before && breach(api.before, api.report.value)).toBeUndefined()
  for (const { file, text } of [api.report, api.page])
    expect(readFileSync(file, 'utf8') === text, `${path.relative(root, file)} is not of today: npm run plugin-api, and commit it`).toBe(
      true,
    )
})

test('what is gone, experimental all at once or has another signature is refused, in depth; what is new or was experimental is not', () => {
  const now: Report = api.report.value
  const changed = (change: (copy: Report) => unknown) => {
    const copy = structuredClone(now)
    change(copy)
    return breach(now, copy)
  }
  const common = (copy: Report) => copy.entries['common']!
  expect(changed(copy => delete common(copy)['entityTitle'])).toMatch(
    /exports .* are gone:\n {2}entityTitle of @portico\/plugin\/common\n.*raise the major/,
  )
  expect(changed(copy => (common(copy)['get']!.stability = 'experimental'))).toContain('get of @portico/plugin/common')
  const another = changed(copy => (common(copy)['entityTitle']!.signature = 'function entityTitle(): number;'))
  expect(another).toMatch(/entityTitle of @portico\/plugin\/common\n {4}was function .*\n {4}is {2}function entityTitle\(\): number;\n/)
  expect(another).toContain('npm run plugin-api -- --compatible')
  const [hidden = ''] = Object.keys(now.reached)
  expect(changed(copy => (copy.reached[hidden] = 'type other = 1'))).toContain(`${hidden}, part of exports`)

  const [experimental = ''] = Object.entries(common(now)).find(([, { stability }]) => stability === 'experimental') ?? []
  expect(changed(copy => delete common(copy)[experimental])).toBeUndefined()
  expect(changed(copy => (common(copy)['brandNew'] = common(copy)['get']!))).toBeUndefined()
  expect(breach(now, { ...now, api: now.api + 1, entries: {} })).toBeUndefined()
})

test('plugins in a folder without our sources have types from the package alone, and none for what is not promised', async () => {
  const packages = path.join(folder, 'node_modules')
  mkdirSync(path.join(packages, '@portico/plugin'), { recursive: true })
  const { dependencies } = writePluginPackage(api.types, path.join(packages, '@portico/plugin'))
  for (const name of [...Object.keys(dependencies).filter(each => !each.startsWith('@types/')), '@types', 'vite']) {
    mkdirSync(path.dirname(path.join(packages, name)), { recursive: true })
    symlinkSync(path.join(root, 'node_modules', name), path.join(packages, name))
  }
  const examples = path.join(root, 'examples/plugins')
  const named = ['common', 'server', 'web']
  for (const plugin of readdirSync(examples))
    cpSync(path.join(examples, plugin), path.join(folder, plugin), {
      recursive: true,
      filter: file => !/\/(?:node_modules|dist|\.portico)$/.test(file),
    })
  expect(await runCommandLine(['plugin', 'new', 'fresh'], { plugins: [], cwd: folder, print: () => {} })).toBe(0)
  writeFileSync(path.join(folder, 'fresh/common/promise.ts'), probe)
  const config = JSON.parse(readFileSync(path.join(folder, 'fresh/tsconfig.json'), 'utf8')) as object
  const include = named.map(half => `*/${half}`)
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ ...config, include }))
  const compiled = promisify(execFile)(process.execPath, [toolPath('typescript', 'bin/tsc'), '--listFiles'], { cwd: folder })
  const { stdout } = await compiled.catch((error: { stdout: string }) => error)
  expect(stdout.split('\n').filter(line => line.includes('error TS'))).toEqual([])
  const ours = stdout.split('\n').filter(file => file.startsWith(root) && !file.startsWith(path.join(root, 'node_modules/')))
  expect(ours).toEqual([])
  expect(stdout).toContain('/fresh/web/Page.tsx')
})

/** That types are not just anything, and that there is no other way in. */
const probe = `import { entityTitle, type Entity } from '@portico/plugin/common'
// @ts-expect-error: a title is a text
export const title: number = entityTitle({} as Entity)
// @ts-expect-error: not promised
export type { RunningServer } from '@portico/plugin/server'
// @ts-expect-error: not promised
export type * from '@portico/plugin/types/common'
// @ts-expect-error: not promised
export type * from '@portico/core/server'
`
