import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { inRoot } from './repository.mjs'
import { ensureServerBuild, serverProgram } from './server-build.mjs'

const program = inRoot(serverProgram)
const folder = path.dirname(program)
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')

beforeAll(() => ensureServerBuild(process.execPath), 120_000)

test('an error of the built server names the lines of the sources', async () => {
  const dataFolder = JSON.stringify(path.join(program, 'data'))
  const env = { PORTICO_DEBUG: '1', APP_CONFIG_backend_dataFolder: dataFolder, APP_CONFIG_backend_listen: '"127.0.0.1:0"' }
  const { stderr } = await promisify(execFile)(process.execPath, [program], { env, cwd: folder }).catch(
    (error: { stderr: string }) => error,
  )
  const [, file, line] = /\((file:\/\/\S+\/core\/server\/database\/\S+\.ts):(\d+)\)/.exec(stderr) ?? []
  expect(stderr).not.toMatch(/server\S*\.mjs:/)
  expect(readFileSync(new URL(file!), 'utf8').split('\n')[Number(line) - 1]).toMatch(/mkdir|Error/)
})

test.each([
  'plugins-techdocs-server-rendering-render-child',
  'plugins-scaffolder-server-rendering-render-worker',
  'plugins-scaffolder-server-confluence-markdown-worker',
  'plugins-integrations-server-writing-push-worker',
])('%s is built with all that it needs: it starts where it can read nothing but the build', async name => {
  const execArgv = ['--permission', `--allow-fs-read=${folder}/*`, '--no-warnings']
  const child = fork(path.join(folder, `${name}.mjs`), { execArgv, cwd: '/', env: {} })
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  child.kill('SIGKILL')
  expect(message).toEqual({ ready: true })
})

test('what runs in a thread or a process of its own is in the build, and nothing of ours is loaded from its source', () => {
  const files = readdirSync(folder).filter(file => file.endsWith('.mjs'))
  const named = files.flatMap(file => [...read(file).matchAll(/new URL\("\.\/([^"]+)", import\.meta\.url\)/g)].map(([, found]) => found!))
  expect(named).toContain('plugins-catalog-server-processing-ingest-worker.mjs')
  expect(named.filter(file => !files.includes(file))).toEqual([])
  expect(files.filter(file => /(?:from|import\()\s*"(?:@portico\/|[^"]*\.ts")/.test(read(file)))).toEqual([])
})

test('the thread of the search index opens without schemas and a query builder in the build too', () => {
  const sources = [...importsOf('plugins-search-server-engines-portal-search-worker.mjs')]
    .filter(file => file !== 'rolldown-runtime.mjs')
    .flatMap(file => (JSON.parse(read(`${file}.map`)) as { sources: string[] }).sources)
  expect(sources.some(source => source.includes('/node_modules/pg/'))).toBe(true)
  expect(sources.filter(source => /\/node_modules\/(kysely|zod)\//.test(source))).toEqual([])
})

/** A built file with those that it imports at once. */
function importsOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, imported] of read(file).matchAll(/^(?:import|export) (?:[^;]*? from )?"\.\/([^"]+)";$/gm)) importsOf(imported!, found)
  return found
}
