import { document } from '@portico/catalog/testing'
import type { CommandContext } from '@portico/core/server'
import { checkDocument, scorecardDocument, startScorecards } from '@portico/scorecards/testing'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCommand } from './test-command.ts'

let portal: Awaited<ReturnType<typeof startScorecards>>
beforeAll(async () => {
  portal = await startScorecards({ 'shop.yaml': document('Component', 'shop', { metadata: { description: 'Sells what there is' } }) })
  await portal.until('kind=component', 1)
  await portal.save(checkDocument('described', '$length(entity.metadata.description) >= 10'))
  await portal.save(scorecardDocument('ready', { levels: [{ name: 'bronze', title: 'Bronze', checks: ['described'] }] }))
  await portal.untilResult('component:default/shop', 'described', state => state === 'pass')
  await portal.untilMembers('ready', 1)
})
afterAll(() => portal.stop())

async function run(text: string, options: CommandContext['options'] = {}) {
  const printed: string[] = []
  writeFileSync(path.join(portal.folder, 'changed.yaml'), text)
  const { token } = await portal.server.server.services.tokens.userTokens.issue({ userEntityRef: 'user:default/jane' })
  const context = {
    args: ['changed.yaml'],
    options: { url: portal.server.url, token, ...options },
    print: (line: string) => void printed.push(line),
    warn: (line: string) => void printed.push(line),
    cwd: portal.folder,
    env: {},
  }
  const code = await testCommand.run(context as unknown as CommandContext)
  return { code, text: printed.join('\n') }
}

test('a change of an entity that makes a check fail is told, and ends with 1', async () => {
  const { code, text } = await run(document('Component', 'shop', { metadata: { description: 'Shop' } }), { markdown: true })
  expect(code).toBe(1)
  expect(text).toContain('| described | component:default/shop | pass → fail | entity.metadata.description is Shop |')
  expect(text).toContain('Scorecard ready: Bronze → no level')
})

test('a change that flips nothing ends with 0, as JSON too', async () => {
  const { code, text } = await run(document('Component', 'shop', { metadata: { description: 'Sells even more' } }), { json: true })
  expect([code, JSON.parse(text)]).toMatchObject([0, [{ about: 'component:default/shop', flips: [], total: 0 }]])
})

test('a changed check is tried on all entities, and one with mistakes ends with 2 and its line', async () => {
  const strict = await run(checkDocument('described', '$length(entity.metadata.description) >= 100'))
  expect(strict.code).toBe(1)
  expect(strict.text).toContain('then: 0 pass, 1 fail, 0 unknown, 0 exempt')
  expect(await run(checkDocument('described', 'entity.('))).toMatchObject({ code: 2, text: expect.stringContaining('changed.yaml:1:') })
})
