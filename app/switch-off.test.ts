import { startTestServer } from '@portico/core/testing'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pages } from './pages.ts'
import { plugins } from './plugins.ts'
import { createNeeds } from './testing/apart.ts'

/** What is off with the plugin that most hangs on, written out. */
const needy: Readonly<Record<string, readonly string[]>> = {
  auth: [
    'auth',
    'permission',
    'catalog',
    'catalog-sources',
    'builds',
    'connectors',
    'mcp-actions',
    'scorecards',
    'tech-insights',
    'example-tools',
    'notifications',
    'kubernetes',
    'scaffolder',
    'search',
    'signals',
    'techdocs',
    'api-docs',
    'catalog-graph',
    'catalog-import',
    'org',
  ],
}

const serverIds = plugins.map(({ id }) => id)
const ids = [...serverIds, ...Object.keys(pages)]
const needs = createNeeds(plugins, pages)

/** One portal without several plugins that have nothing to do with each other: each start takes seconds. */
const portals = needs
  .groups(ids.map(id => ({ id })))
  .map(group => ({ switched: group.map(({ id }) => id), names: group.map(({ id }) => id).join(', ') }))

test.each(portals)('without $names the others run, and what needs them is off and says why', async ({ switched }) => {
  const server = await startTestServer({
    plugins,
    pages,
    config: { auth: { providers: { guest: {} } }, plugins: switched.map(id => ({ package: `@portico/${id}`, enabled: false })) },
  })
  try {
    const statuses = server.server.inspection.plugins()
    const off = statuses.filter(({ state }) => state === 'off')
    expect(off.map(each => each.id).sort()).toEqual([...new Set(switched.flatMap(id => needy[id] ?? [...needs.off(id)]))].sort())
    for (const { id, reason } of off) {
      if (switched.includes(id)) expect(reason).toBe('It is switched off in the config')
      else expect(reason).toMatch(/^It needs the plugin '[a-z-]+', which is off$/)
    }
    expect(statuses.filter(({ state }) => state !== 'off' && state !== 'started')).toEqual([])
    expect(server.server.inspection.configWarnings()).toEqual([])
    for (const each of serverIds) {
      const { status } = await server.as({ plugin: 'test' }).fetch(`/api/${each}/openapi.json`)
      expect([each, status]).toEqual([each, off.some(other => other.id === each) ? 404 : 200])
    }
  } finally {
    await server.stop()
  }
})

test('a name that none of ours has is reported, with the nearest', async () => {
  const server = await startTestServer({ plugins, pages, config: { plugins: [{ package: '@portico/kubernets', enabled: false }] } })
  expect(server.server.inspection.plugins()).toContainEqual(
    expect.objectContaining({
      id: 'kubernets',
      state: 'failed',
      error: "There is no plugin '@portico/kubernets' in this portal, did you mean '@portico/kubernetes'?",
    }),
  )
  await server.stop()
})

test('plugins that have only pages are listed with what they need', () => {
  const webOnly = readdirSync('plugins').filter(id => existsSync(`plugins/${id}/web`) && !existsSync(`plugins/${id}/server`))
  expect(Object.keys(pages).sort()).toEqual(webOnly.sort())
  for (const [id, needs] of Object.entries(pages)) {
    const { dependencies } = JSON.parse(readFileSync(`plugins/${id}/package.json`, 'utf8')) as { dependencies: Record<string, string> }
    for (const needed of needs) expect(dependencies).toHaveProperty(`@portico/${needed}`)
  }
})
