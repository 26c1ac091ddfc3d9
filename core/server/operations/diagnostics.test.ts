import { openTestDatabase } from '@portico/core/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Inspection } from '../host/inspection.ts'
import * as auditMigration from '../migrations/0003-audit.ts'
import * as auditRepeats from '../migrations/0004-audit-repeats.ts'
import { readDatabaseStatus } from './database-status.ts'
import { collectDiagnostics, type DiagnosticSources } from './diagnostics.ts'
import { createRedactor } from './redactor.ts'

const inspection: Pick<Inspection, 'plugins' | 'configWarnings' | 'version' | 'instanceId' | 'startedAt'> = {
  version: '1.2.3',
  instanceId: 'i1',
  startedAt: new Date(0),
  plugins: () => [{ id: 'catalog', state: 'failed', error: 'no postgres://u:hush@db', uses: [], provides: [], setupMs: 3 }],
  configWarnings: () => ['unknown key "a"'],
}

let test: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  test = await openTestDatabase({
    schemas: { core: { '0003-audit': auditMigration, '0004-audit-repeats': auditRepeats }, 'user-settings': {} },
  })
})
afterAll(() => test.close())

function sources(change: Partial<DiagnosticSources> = {}): DiagnosticSources {
  const redactor = createRedactor()
  redactor.add(['hunter2-hunter2'])
  return {
    inspection,
    redactor,
    config: () => ({
      app: { title: 'Portal' },
      backend: { auth: { externalAccess: [{ options: { token: 'abc' } }] }, note: 'hunter2-hunter2' },
    }),
    database: () => readDatabaseStatus(test.database.pool),
    tasks: () => [{ id: 'audit-prune', status: 'idle' }],
    auditFailures: () => [],
    recentLog: () => [{ level: 'warn', message: 'careful' }],
    ...change,
  }
}

describe('diagnostics', () => {
  it('are one JSON document about the server, its plugins, config, database, tasks and last warnings', async () => {
    const document = JSON.parse(JSON.stringify(await collectDiagnostics(sources()))) as Record<string, unknown>
    expect(document).toMatchObject({
      version: '1.2.3',
      instanceId: 'i1',
      startedAt: '1970-01-01T00:00:00.000Z',
      runtime: { node: process.version, memoryBytes: { rss: expect.any(Number) } },
      plugins: [{ id: 'catalog', state: 'failed' }],
      configWarnings: ['unknown key "a"'],
      config: { app: { title: 'Portal' } },
      database: {
        version: expect.stringMatching(/^\d+/),
        sizeBytes: expect.any(Number),
        schemas: [
          { schema: 'core', migrations: [{ name: '0003-audit', at: expect.stringMatching(/^\d{4}-/) }, { name: '0004-audit-repeats' }] },
          { schema: 'user-settings', migrations: [] },
        ],
      },
      tasks: [{ id: 'audit-prune' }],
      auditFailures: [],
      recentLog: [{ message: 'careful' }],
    })
  })

  it('hold no secrets', async () => {
    const text = JSON.stringify(await collectDiagnostics(sources()))
    for (const secret of ['hunter2', 'hush', 'abc"']) expect(text).not.toContain(secret)
  })

  it('say which part is unavailable, and still include the others', async () => {
    const document = await collectDiagnostics(
      sources({
        timeoutMs: 20,
        database: () => Promise.reject(new Error('connection refused, password=hush')),
        tasks: () => new Promise(() => {}),
        config: () => {
          throw new Error('no config')
        },
      }),
    )
    expect(document).toMatchObject({
      database: { unavailable: 'connection refused, password=[redacted]' },
      tasks: { unavailable: 'no answer within 20 ms' },
      config: { unavailable: 'no config' },
      recentLog: [{ message: 'careful' }],
    })
  })
})
