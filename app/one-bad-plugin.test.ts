import { devtoolsApi } from '@portico/devtools/common'
import type { ServerPlugin } from '@portico/core/server'
import { startTestServer } from '@portico/core/testing'
import { sql, type Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import { plugins as typed } from './plugins.ts'
import { createNeeds } from './testing/apart.ts'

const plugins: readonly ServerPlugin[] = typed
const needs = createNeeds(plugins)
const broken = { up: async (db: Kysely<any>) => void (await sql`alter table nothing add x int`.execute(db)) }

/** A plugin with a mistake in a section of its config, or without one with a migration that fails. */
interface Bad {
  readonly id: string
  readonly section?: string
  /** What everybody is told. */
  readonly reason: string
}

const configured = plugins.flatMap(({ id, config }): Bad[] => {
  const section = Object.entries((config ?? {}) as Record<string, z.ZodType>).find(([, schema]) => !schema.safeParse(5).success)?.[0]
  return section === undefined ? [] : [{ id, section, reason: `${section}: expected` }]
})
const migrated = plugins
  .filter(({ migrations }) => migrations !== undefined)
  .map(({ id }): Bad => ({ id, reason: `Migration "9999-broken" of plugin "${id}" failed` }))

/** A config in which these sections are numbers, which no section may be. */
function badConfig(bad: readonly Bad[]): Record<string, unknown> {
  const config: Record<string, unknown> = {}
  for (const { section } of bad) {
    const keys = section?.split('.') ?? []
    let at = config
    for (const key of keys.slice(0, -1)) at = (at[key] ??= {}) as Record<string, unknown>
    if (keys.length > 0) at[keys.at(-1)!] = 5
  }
  return config
}

/** One portal for several plugins that have nothing to do with each other: each start takes seconds. */
const portals = needs
  .groups([...configured, ...migrated])
  .map(bad => ({ bad, names: bad.map(({ id, section }) => section ?? id).join(', ') }))

test('every plugin has a section of the config, or nothing to configure', () => {
  expect(plugins.filter(({ id, config }) => config && !configured.some(each => each.id === id))).toEqual([])
})

test.each(portals)(
  'a mistake in a section or a migration that fails turns off its plugin, what cannot do without it, and nothing else: $names',
  async ({ bad }) => {
    const failing = new Set(bad.filter(({ section }) => section === undefined).map(({ id }) => id))
    const server = await startTestServer({
      plugins: plugins.map(each => (failing.has(each.id) ? { ...each, migrations: { ...each.migrations, '9999-broken': broken } } : each)),
      migratedFor: plugins,
      config: badConfig(bad),
    })
    onTestFinished(() => server.stop())
    // Those that cannot do without it tell the same reason, or that of another one without which they cannot do.
    const offs = bad.map(each => ({ ...each, off: needs.off(each.id) }))
    const reasons = new Map(
      plugins.flatMap(({ id }) => {
        const its = offs.filter(({ off }) => off.has(id)).map(({ reason }) => reason.replaceAll('.', '\\.'))
        return its.length === 0 ? [] : [[id, new RegExp(its.join('|'))] as const]
      }),
    )
    const states = server.server.inspection.plugins()
    const failed = states.filter(({ state }) => state === 'failed')
    expect(failed.map(({ id }) => id).toSorted()).toEqual([...reasons.keys()].toSorted())
    expect(states.filter(({ state }) => state === 'started').length + failed.length).toBe(plugins.length)
    for (const { id, error } of failed) expect(error).toMatch(reasons.get(id)!)
    // All at once: the keys of all plugins are then read together, and not one after the other with a pause between them.
    const answers = plugins.map(async ({ id }) => {
      const answer = await server.as(undefined).fetch(`/api/${id}/.backstage/auth/v1/jwks.json`)
      const body = await answer.text()
      const reason = reasons.get(id)
      expect([id, answer.status], body).toEqual([id, reason === undefined ? 200 : 503])
      if (reason !== undefined)
        expect(JSON.parse(body)).toMatchObject({ error: { code: 'core.plugin-failed', message: expect.stringMatching(reason) } })
    })
    await Promise.all(answers)
    if (reasons.has('devtools')) return
    const system = await server.call(devtoolsApi.getSystem)
    for (const [id, reason] of reasons)
      expect(system.plugins.find(each => each.id === id)).toMatchObject({ state: 'failed', error: expect.stringMatching(reason) })
  },
)
