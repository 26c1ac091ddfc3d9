import { coreSchemas, type RunningServer } from '@portico/core/server'
import { eventually, openTestDatabase, type TestDatabase } from '@portico/core/testing'
import type { AgentApproval, AgentCall } from '@portico/mcp-actions/common'
import { crashAgentsFile, crashAgentsPlugins, crashedCall, crashedUser, startCrashAgents } from '@portico/mcp-actions/testing'
import { sql } from 'kysely'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = mkdtempSync(path.join(tmpdir(), 'portico-approved-'))
chmodSync(folder, 0o755)
const effects = path.join(folder, 'effects')
const configFile = path.join(folder, 'app-config.yaml')
const interrupted = 'The server ended while this ran; it may have had effects. Look what was done before you ask for it again'
let database: TestDatabase

beforeAll(async () => {
  const schemas = crashAgentsPlugins(effects, false).flatMap(({ id, migrations }) => (migrations ? [[id, migrations] as const] : []))
  database = await openTestDatabase({ schemas: { ...coreSchemas, ...Object.fromEntries(schemas) } })
  writeFileSync(configFile, JSON.stringify({ backend: { listen: '127.0.0.1:0', database: { connection: database.connection } } }))
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

async function ask<T>({ services, url }: RunningServer, route: string, body?: object): Promise<T> {
  const { token } = await services.tokens.userTokens.issue({ userEntityRef: crashedUser })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const post = body && { method: 'POST', body: JSON.stringify(body) }
  return (await (await fetch(`${url}/api/mcp-actions/${route}`, { headers, ...post })).json()) as T
}

test('a call that was approved has failed after its server died in it: it is not run again, and the agent is told so', async () => {
  const child = spawn(process.execPath, ['--no-warnings', crashAgentsFile, configFile, effects], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  expect((await once(child, 'close'))[1]).toBe('SIGKILL')
  // As if so much time had passed that it can no longer be running.
  await sql`update core.job set run_at = now()`.execute(database.database.forSchema('core'))
  const server = await startCrashAgents(folder, configFile, crashAgentsPlugins(effects, false))
  try {
    const failed = await eventually(async () => {
      const found = await ask<AgentApproval>(server, `approvals/${crashedCall}`)
      expect(found.state).not.toBe('running')
      return found
    })
    expect(failed).toMatchObject({ state: 'failed', error: interrupted })
    const follow = { input: { approval: crashedCall } }
    const followed = await ask(server, '.backstage/actions/v2/actions/mcp-actions:follow-approval/invoke', follow)
    expect(followed).toMatchObject({ output: { state: 'failed', error: interrupted } })
    expect(readFileSync(effects, 'utf8')).toBe('inside\n')
    const { items } = await ask<{ items: AgentCall[] }>(server, 'calls')
    expect(items).toMatchObject([{ action: 'killed:write', result: 'failed', detail: interrupted }])
  } finally {
    await server.stop()
  }
})
