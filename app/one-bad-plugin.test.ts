import { devtoolsApi } from '@portico/devtools/common'
import type { ServerPlugin, Service } from '@portico/core/server'
import { startTestServer } from '@portico/core/testing'
import { sql, type Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import { plugins as typed } from './plugins.ts'

const plugins: readonly ServerPlugin[] = typed
const broken = { up: async (db: Kysely<any>) => void (await sql`alter table nothing add x int`.execute(db)) }

/** The plugin, those that use its services, and those that use theirs. */
function withDependants(id: string): string[] {
  const off = new Set([id])
  const idsOf = (services: ServerPlugin['uses']) =>
    Object.values((services ?? {}) as Record<string, Service<unknown>>).flatMap(each => (each.optional ? [] : [each.id]))
  for (let before = 0; before !== off.size;) {
    before = off.size
    const lost = new Set(plugins.filter(each => off.has(each.id)).flatMap(({ provides }) => idsOf(provides)))
    for (const each of plugins) if (idsOf(each.uses).some(service => lost.has(service))) off.add(each.id)
  }
  return [...off].toSorted()
}

/** A config in which the section is a number, which no section may be. */
function badConfig(section: string): Record<string, unknown> {
  return section.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), 5) as Record<string, unknown>
}

async function expectOff(id: string, reason: string, options: Parameters<typeof startTestServer>[0]) {
  const server = await startTestServer(options)
  onTestFinished(() => server.stop())
  const off = withDependants(id)
  const states = server.server.inspection.plugins()
  expect(
    states
      .filter(({ state }) => state === 'failed')
      .map(each => each.id)
      .toSorted(),
  ).toEqual(off)
  expect(states.filter(({ state }) => state === 'started').length + off.length).toBe(plugins.length)
  // Those that cannot do without it tell the same reason.
  for (const { error } of states.filter(each => off.includes(each.id))) expect(error).toContain(reason)
  for (const plugin of plugins) {
    const answer = await server.fetch(`/api/${plugin.id}/.backstage/auth/v1/jwks.json`)
    const body = await answer.text()
    const isOff = off.includes(plugin.id)
    expect([plugin.id, answer.status], body).toEqual([plugin.id, isOff ? 503 : 200])
    if (isOff) expect(JSON.parse(body)).toMatchObject({ error: { code: 'core.plugin-failed', message: expect.stringContaining(reason) } })
  }
  if (off.includes('devtools')) return
  const system = await server.call(devtoolsApi.getSystem)
  expect(system.plugins.find(each => each.id === id)).toMatchObject({ state: 'failed', error: expect.stringContaining(reason) })
}

const configured = plugins.flatMap(({ id, config }) => {
  const section = Object.entries((config ?? {}) as Record<string, z.ZodType>).find(([, schema]) => !schema.safeParse(5).success)?.[0]
  return section === undefined ? [] : [{ id, section }]
})
const migrated = plugins.filter(({ migrations }) => migrations !== undefined)

test('every plugin has a section of the config, or nothing to configure', () => {
  expect(plugins.filter(({ id, config }) => config && !configured.some(each => each.id === id))).toEqual([])
})

test.each(configured)('a mistake in $section turns $id off, and what cannot do without it, and nothing else', async ({ id, section }) => {
  await expectOff(id, `${section}: expected`, { plugins, config: badConfig(section) })
})

test.each(migrated)('a migration of $id that fails turns $id off, and what cannot do without it, and nothing else', async plugin => {
  const failing = { ...plugin, migrations: { ...plugin.migrations, '9999-broken': broken } }
  const all = plugins.map(each => (each.id === plugin.id ? failing : each))
  await expectOff(plugin.id, `Migration "9999-broken" of plugin "${plugin.id}" failed`, { plugins: all, migratedFor: plugins })
})
