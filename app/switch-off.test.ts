import { startTestServer } from '@portico/core/testing'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pages } from './pages.ts'
import { plugins } from './plugins.ts'

/** What is off besides the plugin itself, since it needs it. Without those that nothing needs. */
const needy: Readonly<Record<string, readonly string[]>> = {
  auth: [
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

test.for(ids)('without %s the others run, and what needs it is off and says why', async id => {
  const server = await startTestServer({
    plugins,
    pages,
    config: { auth: { providers: { guest: {} } }, plugins: [{ package: `@portico/${id}`, enabled: false }] },
  })
  try {
    const statuses = server.server.inspection.plugins()
    const off = statuses.filter(({ state }) => state === 'off')
    expect(off.find(each => each.id === id)?.reason).toBe('It is switched off in the config')
    for (const each of off.filter(other => other.id !== id)) expect(each.reason).toMatch(/^It needs the plugin '[a-z-]+', which is off$/)
    if (needy[id]) expect(off.map(each => each.id).sort()).toEqual([id, ...needy[id]].sort())
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
