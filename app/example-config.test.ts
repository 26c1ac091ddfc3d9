import { runCommandLine } from '@portico/core/server/command-line'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { portal } from './portal.ts'

const repository = path.join(import.meta.dirname, '..')
const own = 'catalog: { locations: [{ type: url, target: https://git.example/catalog-info.yaml }] }'
const organisation = 'organization: { name: Acme }'

/** Runs a command in a folder with the config files of a fresh clone, and a local one. */
async function runInClone(argv: readonly string[], local?: string) {
  const cwd = mkdtempSync(path.join(tmpdir(), 'portico-clone-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  mkdirSync(path.join(cwd, 'examples'))
  for (const file of ['app-config.yaml', 'examples/app-config.yaml', 'examples/catalog-info.yaml']) {
    cpSync(path.join(repository, file), path.join(cwd, file))
  }
  if (local !== undefined) writeFileSync(path.join(cwd, 'app-config.local.yaml'), local)
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const exit = await runCommandLine(argv, {
    ...portal,
    example: { ...portal.example, file: path.join(cwd, 'examples/app-config.yaml') },
    cwd,
    env: {},
    print: write,
    warn: write,
  })
  expect(exit, lines.join('\n')).toBe(0)
  return lines.join('\n')
}

test('a fresh clone has the config of the example, also below settings of one’s own', async () => {
  const check = ['config', 'check', '--strict']
  expect(await runInClone(check)).toBe('The config is valid: examples/app-config.yaml, app-config.yaml')
  expect(await runInClone(check, organisation)).toBe(
    'The config is valid: examples/app-config.yaml, app-config.yaml, app-config.local.yaml',
  )
  const printed = await runInClone(['config', 'print'], organisation)
  expect(printed).toContain('name: Acme')
  expect(printed).toContain('mark: Example data')
})

test('with locations or providers of one’s own, nothing of the example is in the config', async () => {
  const providers = 'catalog: { providers: { github: { acme: { organization: acme } } } }'
  for (const local of [own, providers]) {
    expect(await runInClone(['config', 'check'], local)).toContain('The config is valid: app-config.yaml, app-config.local.yaml')
    expect(await runInClone(['config', 'print'], local)).not.toMatch(/larkpost|example data|exampleTools|clocks|7017|examples\//i)
  }
})
