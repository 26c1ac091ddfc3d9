import { sendJson, startScriptedTool } from '@portico/connectors/testing'
import type { CommandContext } from '@portico/core/server'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkCommand } from './check-command.ts'
import { tryCommand } from './try-command.ts'

/** The document of the guide, as its readers copy it. */
const guide = readFileSync(new URL('../../../../docs/guides/connectors.md', import.meta.url), 'utf8')
const written = /```yaml\n(apiVersion: portico\/v1\n[^]*?)```/.exec(guide)?.[1] ?? ''

async function run(
  command: typeof checkCommand,
  files: Readonly<Record<string, string>>,
  args: string[],
  more: Partial<CommandContext> = {},
) {
  const cwd = mkdtempSync(path.join(tmpdir(), 'connector-commands-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(cwd, name), text)
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const code = await command.run({ args, options: {}, cwd, print, warn: print, ...more } as unknown as CommandContext)
  return { code, lines }
}

test('connectors check tells each mistake with line, column and key', async () => {
  expect(await run(checkCommand, { 'a.yaml': written }, ['a.yaml'])).toEqual({
    code: 0,
    lines: ['a.yaml: deploys is good: 1 requests, 2 facts'],
  })
  const wrong = written.replace('every: 5m', 'evry: 5m')
  expect(await run(checkCommand, { 'a.yaml': wrong }, ['*.yaml'])).toEqual({
    code: 1,
    lines: ["a.yaml:15:7: spec.requests[0].evry: the key 'evry' is not known here, did you mean 'every'?"],
  })
  const unknown = written.replace('from: app\n      value: answer.release', 'from: nothing\n      value: answer.release')
  expect((await run(checkCommand, { 'a.yaml': unknown }, ['a.yaml'])).lines).toEqual([
    "a.yaml:26:7: spec.facts[1].from: there is no request 'nothing'",
  ])
  const nowhere = written
    .replace('answer.status', '$cuont(answers.items) + $count(answer.items[state = "up"].name)')
    .replace('$annotation("deploys.example.com/app")', '$annotation("deploys.example.com/apps")')
  expect((await run(checkCommand, { 'a.yaml': nowhere }, ['a.yaml'])).lines).toEqual([
    expect.stringMatching(/^a\.yaml:14:7: spec\.requests\[0\]\.path: 'deploys\.example\.com\/apps' is none of the annotations/),
    expect.stringContaining("spec.facts[0].value: there is no 'answers' here"),
    expect.stringContaining("spec.facts[0].value: there is no function or variable '$cuont'"),
  ])
  const expression = written.replace('answer.release.version', 'answer.release.[')
  const { code, lines } = await run(checkCommand, { 'a.yaml': expression }, ['a.yaml'])
  expect([code, lines[0]]).toEqual([1, expect.stringMatching(/^a\.yaml:27:7: spec\.facts\[1\]\.value: .+/)])
})

/** Sections of a config as the command asks for them. */
function configOf(config: Readonly<Record<string, unknown>>): CommandContext['readSections'] {
  return async sections => {
    const values = Object.entries(sections).map(([key, schema]) => [key, schema.parse(config[key])])
    return { values: Object.fromEntries(values), leftOut: [] } as never
  }
}

test('connectors try shows request, answer and each expression, without the token', async () => {
  const tool = await startScriptedTool(({ headers }, response) =>
    sendJson(response, headers.authorization === 'Bearer tool-secret-token' ? { status: 'live', release: { version: '1.2' } } : {}),
  )
  onTestFinished(() => tool.close())
  const target = { baseUrl: tool.url, auth: { type: 'bearer', token: 'tool-secret-token' } }
  const entity = JSON.stringify({
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Component',
    metadata: { name: 'web', annotations: { 'deploys.example.com/app': 'we/b' } },
    spec: { type: 'service', lifecycle: 'production', owner: 'team-a' },
  })
  const { code, lines } = await run(tryCommand, { 'a.yaml': written, 'entity.yaml': entity }, ['a.yaml'], {
    options: { entity: 'entity.yaml' },
    readSections: configOf({ connectors: { targets: { deploys: target } } }),
  })
  expect(code).toBe(0)
  expect(lines).toEqual(
    expect.arrayContaining([
      'component:default/web at default',
      `app: GET ${tool.url}/api/apps/we%2Fb`,
      'deploys.state = "live"   (answer.status)',
      'deploys.version = "1.2"   (answer.release.version)',
    ]),
  )
  expect(lines.join('\n')).not.toContain('tool-secret-token')
  const unnamed = written.replace('states: { live: ok,', 'states: { dead: error,')
  const grey = await run(tryCommand, { 'a.yaml': unnamed, 'entity.yaml': entity }, ['a.yaml'], {
    options: { entity: 'entity.yaml' },
    readSections: configOf({ connectors: { targets: { deploys: target } } }),
  })
  expect([grey.code, grey.lines.at(-1)]).toEqual([0, "State 'live' is not named by states of fact 'state'"])
  // With the credentials of a host that the config has already.
  const { host } = new URL(tool.url)
  const hosted = written.replace('auth: [bearer]', 'auth: [integration]\n    integration: github')
  const byHost = await run(tryCommand, { 'a.yaml': hosted, 'entity.yaml': entity }, ['a.yaml'], {
    options: { entity: 'entity.yaml' },
    env: {},
    readSections: configOf({
      connectors: { targets: { deploys: { auth: { type: 'integration' } } } },
      integrations: { github: [{ host, apiBaseUrl: tool.url, token: 'tool-secret-token' }] },
      'backend.reading': { allow: [] },
    }),
  })
  expect(byHost.lines).toContain('deploys.state = "live"   (answer.status)')
  expect(byHost.lines.join('\n')).not.toContain('tool-secret-token')
})
