import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineServerPlugin } from '../host/plugin.ts'
import type { Schedule } from '../work/scheduler.ts'
import { coreSections, readCoreConfig, sectionClaims } from './core-config.ts'
import { ScheduleConfig } from './duration.ts'
import { frontendPart } from './visibility.ts'
import { checkConfig } from './validate.ts'

function check(data: Record<string, unknown>) {
  const checked = checkConfig({ folder: '.', data, locationOf: () => undefined, textOf: () => undefined }, sectionClaims([]))
  return { ...checked, core: readCoreConfig({ get: section => checked.sections.get(section)?.value }) }
}

describe("the core's config", () => {
  it('needs no config file', () => {
    const { core, mistakes, warnings } = check({})
    expect([mistakes, warnings]).toEqual([[], []])
    expect(core.app).toMatchObject({ title: 'Portico', baseUrl: 'http://localhost:7007' })
    expect(core.organization.name).toBe('Company')
    expect(core.backend).toMatchObject({
      listen: { port: 7007 },
      dataFolder: '.portico',
      database: { connection: undefined, pool: { max: 10 } },
      auth: { externalAccess: [] },
    })
    expect(core['permission.enabled']).toBe(false)
    expect(core['auth.backstageTokenExpiration']).toBe(3_600_000)
    expect(core['auth.omitIdentityTokenOwnershipClaim']).toBe(true)
  })

  it('an ordinary file of the reference starts, with warnings about what has no effect', () => {
    const { mistakes, warnings } = check({
      app: {
        title: 'Scaffolded',
        baseUrl: 'http://localhost:3000',
        extensions: ['page:x'],
        support: { url: 'x', items: [{ title: 'Issues', icon: 'github', links: [{ url: 'y', title: 'z' }] }] },
      },
      organization: { name: 'My Company' },
      backend: {
        auth: { keys: [{ secret: 'x' }] },
        baseUrl: 'http://localhost:7007',
        listen: { port: 7007 },
        csp: { 'connect-src': ["'self'", 'http:', 'https:'] },
        cors: { origin: 'http://localhost:3000', methods: ['GET'], credentials: true },
        database: { client: 'better-sqlite3', connection: ':memory:' },
        cache: { store: 'memory' },
        actions: { pluginSources: ['catalog'] },
      },
      integrations: {},
      techdocs: { builder: 'local' },
      auth: { environment: 'development', keyStore: { provider: 'memory' } },
      scaffolder: {},
      catalog: { rules: [] },
      permission: { enabled: true },
    })
    expect(mistakes).toEqual([])
    expect(warnings).toContain(
      'backend.database.client: SQLite is not used: without a postgres:// connection the embedded PostgreSQL is used',
    )
    expect(warnings).toContain('techdocs: unknown section')
    expect(warnings).toHaveLength(8)
  })

  it.each([
    [':7008', { port: 7008 }],
    ['7008', { port: 7008 }],
    [7008, { port: 7008 }],
    [0, { port: 0 }],
    ['127.0.0.1:7008', { port: 7008, host: '127.0.0.1' }],
    ['[::1]:7008', { port: 7008, host: '::1' }],
    [{ host: 'localhost' }, { port: 7007, host: 'localhost' }],
    [{ port: '7008' }, { port: 7008 }],
  ])('backend.listen may be %j', (listen, expected) => expect(check({ backend: { listen } }).core.backend.listen).toEqual(expected))

  it.each(['x', ':99999', 'a:b:1', -1, 70_000, 1.5, { port: 'x' }, true, []])('backend.listen may not be %j', listen =>
    expect(check({ backend: { listen } }).mistakes).toHaveLength(1),
  )

  it.each([
    ['postgres://u:p@h/d', undefined, 'postgres://u:p@h/d'],
    ['postgresql://h/d', 'better-sqlite3', 'postgresql://h/d'],
    [':memory:', undefined, undefined],
    [{ directory: '/x' }, 'better-sqlite3', undefined],
    [{ filename: '/x' }, undefined, undefined],
    [
      { host: 'h', port: '5432', user: 'u', password: 'p', database: 'd', ssl: { rejectUnauthorized: 'false' } },
      'pg',
      { host: 'h', port: 5432, user: 'u', password: 'p', database: 'd', ssl: { rejectUnauthorized: false } },
    ],
    [{ connectionString: 'postgres://h/d' }, 'pg', 'postgres://h/d'],
  ])('the database connection %j with client %s is %j', (connection, client, expected) => {
    const { core, mistakes } = check({ backend: { database: { connection, ...(client && { client }) } } })
    expect(mistakes).toEqual([])
    expect(core.backend.database.connection).toEqual(expected)
  })

  it('connections and clients that cannot be used are mistakes, reported without the password', () => {
    for (const database of [
      { connection: 'mysql://u:hunter22@h/d' },
      { connection: {} },
      { client: 'mysql' },
      { connection: 5 },
      { connection: { port: 0 } },
      { pool: { max: 1 } },
    ]) {
      const { mistakes } = check({ backend: { database } })
      expect(mistakes, JSON.stringify(database)).toHaveLength(1)
      expect(mistakes[0]).not.toContain('hunter22')
    }
  })

  it('external callers are described as the token service needs them', () => {
    const externalAccess = [
      {
        type: 'static',
        options: { token: 'longenough', subject: 'ci' },
        accessRestrictions: [
          { plugin: 'catalog', permission: 'a.read, b.read', permissionAttribute: { action: ['read'] } },
          { plugin: 'search' },
        ],
      },
      { type: 'jwks', options: { url: 'https://idp/keys', issuer: 'i', algorithm: ['RS256'] } },
      { type: 'legacy', options: { secret: 'c2VjcmV0', subject: 'old' } },
    ]
    const { core, mistakes } = check({ backend: { auth: { externalAccess } } })
    expect(mistakes).toEqual([])
    expect(core.backend.auth.externalAccess[0]?.accessRestrictions).toEqual([
      { plugin: 'catalog', permissions: ['a.read', 'b.read'], actions: ['read'] },
      { plugin: 'search' },
    ])
    expect(core.backend.auth.externalAccess[1]?.options).toMatchObject({ issuer: ['i'], algorithm: ['RS256'] })
  })

  it('bad external callers are mistakes', () => {
    const wrong = [
      { type: 'static', options: { token: 'short', subject: 'ci' } },
      { type: 'static', options: { token: 'with a space in it', subject: 'ci' } },
      { type: 'static', options: { token: 'longenough' } },
      { type: 'jwks', options: { url: 'file:///etc/passwd' } },
      { type: 'magic', options: {} },
      { type: 'legacy', options: { secret: 's', subject: 'x' }, accessRestrictions: [{ plugin: 'a' }, { plugin: 'a' }] },
    ]
    expect(check({ backend: { auth: { externalAccess: wrong } } }).mistakes).toHaveLength(wrong.length)
  })

  it('discovery targets must be URLs without hash, query and final slash [SHELL-32] [SHELL-33] [SHELL-34]', () => {
    const endpoints = (...targets: unknown[]) =>
      check({ discovery: { endpoints: targets.map(target => ({ target, plugins: ['catalog'] })) } }).mistakes
    expect(endpoints('https://x/api/{{ pluginId }}', { internal: 'http+srv://svc/{{pluginId}}', external: 'https://y' })).toEqual([])
    expect(endpoints('nope', 'https://x#y', { external: 'https://x?y' }, { internal: 'https://x/' })).toEqual([
      "discovery.endpoints[0].target: 'nope' is not a valid URL",
      "discovery.endpoints[1].target: 'https://x#y' must not have a hash",
      "discovery.endpoints[2].target.external: 'https://x?y' must not have a query",
      "discovery.endpoints[3].target.internal: 'https://x/' must not end in a slash",
    ])
  })

  it('browsers learn external discovery targets only', () => {
    const endpoints = [{ target: { internal: 'http://inside', external: 'https://outside' }, plugins: ['*'] }]
    expect(frontendPart([coreSections.discovery], { endpoints })).toEqual({
      endpoints: [{ target: { external: 'https://outside' }, plugins: ['*'] }],
    })
  })

  it('the lifetime of tokens is between 10 minutes and 24 hours, and refused otherwise with these bounds', () => {
    const read = (written: unknown) => check({ auth: { backstageTokenExpiration: written } })
    expect(['10m', { hours: 2 }, 'P1D'].map(each => read(each).core['auth.backstageTokenExpiration'])).toEqual([
      600_000, 7_200_000, 86_400_000,
    ])
    for (const written of ['9m', '1s', { days: 3 }]) {
      expect(read(written).mistakes.map(mistake => String(mistake))).toEqual([
        expect.stringMatching(/auth\.backstageTokenExpiration.*must be between 10 minutes and 24 hours/),
      ])
    }
  })

  it('leaves the rest of auth to a plugin', () => {
    const auth = defineServerPlugin({ id: 'auth', config: { 'auth.providers': z.record(z.string(), z.unknown()) }, setup: () => {} })
    expect(sectionClaims([auth]).at(-1)).toMatchObject({ owner: 'auth', section: 'auth.providers' })
  })

  it('rate limits are off, on with defaults, or as written', () => {
    const limit = (rateLimit: unknown) => check({ backend: { rateLimit } }).core.backend.rateLimit
    expect([limit(undefined), limit(false), limit('true')]).toEqual([
      undefined,
      undefined,
      { windowMs: 60_000, limit: 600, ipAllowList: [] },
    ])
    expect(limit({ window: '10s', incomingRequestLimit: 5, ipAllowList: ['::1'] })).toEqual({
      windowMs: 10_000,
      limit: 5,
      ipAllowList: ['::1'],
    })
  })
})

describe('schedules', () => {
  const read = (schedule: unknown) => {
    const claims = [{ owner: 'x', section: 's', schema: ScheduleConfig }]
    const { sections, mistakes } = checkConfig(
      { folder: '.', data: { s: schedule }, locationOf: () => undefined, textOf: () => undefined },
      claims,
    )
    return { value: sections.get('s')?.value as Schedule, mistakes }
  }

  it('are read with durations in milliseconds', () => {
    expect(read({ frequency: { minutes: '30' }, timeout: 'PT3M', initialDelay: '15s' }).value).toEqual({
      frequency: 1_800_000,
      timeout: 180_000,
      initialDelay: 15_000,
      scope: 'global',
    })
    expect(read({ frequency: { cron: '0 3 * * *' }, timeout: '1m', scope: 'local' }).value).toEqual({
      frequency: { cron: '0 3 * * *' },
      timeout: 60_000,
      scope: 'local',
    })
    expect(read({ frequency: { trigger: 'manual' }, timeout: '1m' }).value.frequency).toEqual({ trigger: 'manual' })
  })

  it.each([
    [{ frequency: 'often', timeout: '1m' }, "s.frequency: expected a duration such as 30s, PT30S or { seconds: 30 }, not 'often'"],
    [{ frequency: { minute: 5 }, timeout: '1m' }, 's.frequency: expected a duration such as 30s, PT30S or { seconds: 30 }'],
    [{ frequency: { cron: 'x y' }, timeout: '1m' }, "s.frequency.cron: expected a cron pattern such as '0 3 * * *', not 'x y'"],
    [
      { frequency: '1m', timeout: 60 },
      's.timeout: expected a duration such as 30s, PT30S or { seconds: 30 }, not the number 60, which has no unit',
    ],
    [{ frequency: '1m', timeout: '1m', scope: 'all' }, 's.scope: expected "global" or "local", found "all"'],
  ])('%j is refused', (schedule, mistake) => expect(read(schedule).mistakes).toEqual([mistake]))
})
