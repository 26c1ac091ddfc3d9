import { createRecordingLog, openTestDatabase, silentLog } from '@portico/core/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as auditMigration from '../migrations/0003-audit.ts'
import * as auditRepeats from '../migrations/0004-audit-repeats.ts'
import type { AuditEntry } from './audit.ts'
import { createAudit } from './create-audit.ts'
import { createRedactor } from './redactor.ts'

const schemas = { core: { '0003-audit': auditMigration, '0004-audit-repeats': auditRepeats } }
const entry: AuditEntry = {
  caller: { type: 'user', userEntityRef: 'user:default/ada' },
  action: 'catalog.location.create',
  result: 'success',
}

let test: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  test = await openTestDatabase({ schemas })
})
afterAll(() => test.close())
beforeEach(() => test.database.pool.query('truncate core.audit_event'))

function openAudit(log = createRecordingLog()) {
  const redactor = createRedactor()
  redactor.add(['hunter2-hunter2'])
  const audit = createAudit({ db: test.database.forSchema('core'), log, redactor })
  return { audit, log, catalog: audit.forPlugin('catalog') }
}

describe('recording', () => {
  it('keeps who did what to what with which result, and logs it as one line', async () => {
    const { audit, log, catalog } = openAudit()
    await catalog.record({
      caller: { type: 'user', userEntityRef: 'user:default/ada', actor: 'plugin:scaffolder', token: 'never-kept' },
      action: 'catalog.location.create',
      subject: 'url:https://host/x.yaml',
      result: 'denied',
      details: { reason: 'no' },
      requestId: 'r1',
    })
    const expected = {
      pluginId: 'catalog',
      action: 'catalog.location.create',
      subject: 'url:https://host/x.yaml',
      result: 'denied',
      callerType: 'user',
      caller: 'user:default/ada',
      actor: 'plugin:scaffolder',
      requestId: 'r1',
      details: { reason: 'no' },
    }
    expect((await audit.list({ limit: 10 })).items).toEqual([{ ...expected, id: expect.any(String), occurredAt: expect.any(Date) }])
    expect(log.lines).toEqual([{ level: 'info', message: 'audit event', fields: { audit: expected } }])
  })

  it('records services and anonymous callers', async () => {
    const { audit, catalog } = openAudit()
    await catalog.record({ ...entry, caller: { type: 'service', subject: 'external:ci' } })
    await catalog.record({ ...entry, caller: { type: 'none' } })
    expect((await audit.list({ limit: 10 })).items.map(item => [item.callerType, item.caller])).toEqual([
      ['none', 'anonymous'],
      ['service', 'external:ci'],
    ])
  })

  it('keeps no secrets', async () => {
    const { audit, log, catalog } = openAudit()
    await catalog.record({
      ...entry,
      subject: 'https://u:hush@host',
      details: { password: 'a', nested: { note: 'is hunter2-hunter2', error: new Error('x', { cause: 'hunter2-hunter2' }) } },
    })
    const kept = JSON.stringify([await audit.list({ limit: 1 }), log.lines])
    expect(kept).toContain('is [redacted]')
    for (const secret of ['hunter2', 'hush', '"a"']) expect(kept).not.toContain(secret)
  })

  it('cuts details above 8 kB and says so', async () => {
    const { audit, catalog } = openAudit()
    await catalog.record({ ...entry, details: { text: 'ü"'.repeat(50_000) } })
    const [event] = (await audit.list({ limit: 1 })).items
    expect(event!.details).toMatchObject({
      note: expect.stringMatching(/^cut: the details were \d+ bytes, 8192 are kept$/),
      beginning: expect.stringMatching(/^\{"text":"ü/),
    })
    expect(Buffer.byteLength(JSON.stringify(event!.details))).toBeLessThanOrEqual(8192)
  })

  it('stores what PostgreSQL cannot hold as it is: NUL, lone surrogates, circular references, very long names', async () => {
    const { audit, log, catalog } = openAudit()
    const circle: Record<string, unknown> = { 'nul\u0000key': 'a\u0000b', half: '\ud800', kept: '\\u0000', pair: '😀' }
    circle['circle'] = circle
    await catalog.record({ ...entry, subject: `a\u0000${'x'.repeat(5000)}`, action: 'catalog.\udc00', details: circle })
    expect(log.lines.map(line => line.level)).toEqual(['info'])
    const [event] = (await audit.list({ limit: 1 })).items
    expect(event).toMatchObject({
      action: 'catalog.\ufffd',
      details: { 'nul\ufffdkey': 'a\ufffdb', half: '\ufffd', kept: '\\u0000', pair: '😀', circle: '[circular]' },
    })
    expect(event!.subject).toHaveLength(1000)
  })
})

describe('repeats', () => {
  const denied: AuditEntry = { ...entry, caller: { type: 'none' }, result: 'denied', details: { provider: 'guest' }, collapseMs: 60_000 }

  it('that are equal are one entry with a count within a window, over all servers', async () => {
    let now = Date.parse('2026-01-01T00:00:10Z')
    const open = () => createAudit({ db: test.database.forSchema('core'), log: silentLog, redactor: createRedactor(), now: () => now })
    const [one, two] = [open().forPlugin('auth'), open().forPlugin('auth')]
    await one.record({ ...denied, requestId: 'first' })
    await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? one : two).record({ ...denied, requestId: `again-${i}` })))
    await one.record({ ...denied, details: { provider: 'github' } })
    await one.record({ ...denied, subject: 'user:default/ada' })
    now += 60_000
    await two.record({ ...denied, requestId: 'later' })
    const { items } = await open().list({ limit: 10 })
    expect(items.map(({ requestId, count, subject, details }) => [requestId, count, subject, details?.['provider']])).toEqual([
      ['later', undefined, undefined, 'guest'],
      [undefined, undefined, 'user:default/ada', 'guest'],
      [undefined, undefined, undefined, 'github'],
      ['first', 21, undefined, 'guest'],
    ])
    expect(items[3]!.lastOccurredAt!.getTime()).toBeGreaterThanOrEqual(items[3]!.occurredAt.getTime())
  })

  it('of other entries stay entries of their own', async () => {
    const { audit, catalog } = openAudit()
    await catalog.record(entry)
    await catalog.record(entry)
    expect((await audit.list({ limit: 10 })).items).toHaveLength(2)
  })
})

describe('while the database is unavailable', () => {
  it('recording does not throw, and the whole entry is in the log as an error', async () => {
    const away = await openTestDatabase({ schemas })
    const log = createRecordingLog()
    const audit = createAudit({ db: away.database.forSchema('core'), log, redactor: createRedactor() })
    await away.close()
    await audit.forPlugin('catalog').record({ ...entry, subject: 'url:x', details: { a: 1, token: 'hush' } })
    expect(log.lines).toHaveLength(1)
    expect(log.lines[0]).toMatchObject({
      level: 'error',
      message: 'audit event could not be stored',
      fields: {
        audit: {
          pluginId: 'catalog',
          action: 'catalog.location.create',
          caller: 'user:default/ada',
          subject: 'url:x',
          details: { a: 1, token: '[redacted]' },
        },
        error: expect.any(Error),
      },
    })
  })

  it('listing throws', async () => {
    const away = await openTestDatabase({ schemas })
    const audit = createAudit({ db: away.database.forSchema('core'), log: silentLog, redactor: createRedactor() })
    await away.close()
    await expect(audit.list({ limit: 1 })).rejects.toThrow('pool')
  })
})

describe('listing', () => {
  it('goes through all events, the newest first, without gaps when others arrive meanwhile', async () => {
    const { audit, catalog } = openAudit()
    for (let n = 1; n <= 7; n += 1) await catalog.record({ ...entry, subject: String(n) })
    const seen: (string | undefined)[] = []
    let cursor: string | undefined
    do {
      const page = await audit.list({ limit: 3, ...(cursor !== undefined && { cursor }) })
      seen.push(...page.items.map(item => item.subject))
      cursor = page.nextCursor
      await catalog.record({ ...entry, subject: 'late' })
    } while (cursor !== undefined)
    expect(seen).toEqual(['7', '6', '5', '4', '3', '2', '1'])
  })

  it('has no cursor when the last page is exactly full', async () => {
    const { audit, catalog } = openAudit()
    for (let n = 1; n <= 2; n += 1) await catalog.record(entry)
    expect(await audit.list({ limit: 2 })).not.toHaveProperty('nextCursor')
  })

  it('filters by action, subject, caller, result and time', async () => {
    const { audit, catalog } = openAudit()
    await catalog.record({ ...entry, subject: 'one' })
    await catalog.record({ ...entry, subject: 'two', action: 'catalog.location.delete', result: 'failure' })
    await catalog.record({ ...entry, subject: 'three', caller: { type: 'service', subject: 'plugin:search' } })
    await test.database.pool.query(`update core.audit_event set occurred_at = '2026-01-01T00:00:00Z' where subject = 'one'`)
    const subjects = async (filter: object) => (await audit.list({ limit: 10, ...filter })).items.map(item => item.subject)
    expect(await subjects({ action: 'catalog.location.delete' })).toEqual(['two'])
    expect(await subjects({ subject: 'three' })).toEqual(['three'])
    expect(await subjects({ caller: 'user:default/ada' })).toEqual(['two', 'one'])
    expect(await subjects({ result: 'failure' })).toEqual(['two'])
    expect(await subjects({ until: new Date('2026-01-02') })).toEqual(['one'])
    expect(await subjects({ since: new Date('2026-01-01T00:00:00Z'), until: new Date('2026-01-01T00:00:00Z') })).toEqual([])
    expect(await subjects({ since: new Date('2026-01-02') })).toEqual(['three', 'two'])
  })

  it.each([
    '',
    'x',
    'YXVkaXQ6LTE',
    Buffer.from("audit:1' or true").toString('base64url'),
    Buffer.from(`audit:${'9'.repeat(40)}`).toString('base64url'),
  ])('refuses the cursor %j', async cursor =>
    expect(openAudit().audit.list({ limit: 1, cursor })).rejects.toMatchObject({ name: 'InputError' }),
  )

  it.each([0, -1, 1.5, Number.NaN])('refuses the limit %d', async limit =>
    expect(openAudit().audit.list({ limit })).rejects.toMatchObject({ name: 'InputError' }),
  )
})

describe('pruning', () => {
  it('removes what is older, in as many batches as it takes, and nothing else', async () => {
    const { audit, catalog } = openAudit()
    await test.database.pool.query(`insert into core.audit_event (occurred_at, plugin_id, action, result, caller_type, caller)
      select '2020-01-01', 'catalog', 'old', 'success', 'none', 'anonymous' from generate_series(1, 5001)`)
    await catalog.record(entry)
    expect(await audit.prune(new Date('2021-01-01'))).toBe(5001)
    expect((await audit.list({ limit: 10 })).items.map(item => item.action)).toEqual(['catalog.location.create'])
  })

  it('stops when told to', async () => {
    expect(await openAudit().audit.prune(new Date(), AbortSignal.abort())).toBe(0)
  })
})
