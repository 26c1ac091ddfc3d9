import { buildFinished } from '@portico/builds/server'
import { startBuilds, type TestBuilds } from '@portico/builds/testing'
import { connectorsApi } from '@portico/connectors/common'
import { connectorsPlugin } from '@portico/connectors/server'
import { defineServerPlugin, type Events } from '@portico/core/server'
import { eventually } from '@portico/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let publish: Events['publish']
const hostPlugin = defineServerPlugin({ id: 'test-host', setup: ({ work }) => void ({ publish } = work.events) })
let builds: TestBuilds
beforeAll(async () => {
  builds = await startBuilds(
    { web: { 'github.com/project-slug': 'acme/web' }, old: { 'github.com/project-slug': 'acme/gone' } },
    { plugins: [connectorsPlugin, hostPlugin], config: { builds: { facts: { every: '1h' } } } },
  )
})
afterAll(() => builds.stop())

const status = async () => {
  const query = { entityRef: ['component:default/web'], name: ['builds.status'] }
  const { items } = await builds.server.as('user:default/jane').call(connectorsApi.listFacts, { query })
  return items.map(({ entityRef, value }) => [entityRef, value])
}

const reasons = async () => {
  const query = { entityRef: ['component:default/old'] }
  const { items } = await builds.server.as('user:default/jane').call(connectorsApi.listFacts, { query })
  return items.flatMap(({ error }) => (error ? [error] : []))
}

test('builds are facts: of all entities on a schedule, and of one when its host tells of a build', async () => {
  builds.github.runs.push({ id: 1001, status: 'completed', conclusion: 'success' })
  await builds.server.as({ plugin: 'devtools' }).fetch('/api/builds/.backstage/scheduler/v1/tasks/read-facts/trigger', { method: 'POST' })
  await eventually(async () => expect(await status()).toEqual([['component:default/web', 'passed']]))
  await eventually(async () => expect(await reasons()).toHaveLength(6))
  expect((await reasons())[0]).toMatchObject({ code: 'builds.not-read', message: expect.stringContaining('acme/gone') as unknown })

  builds.github.runs.unshift({ id: 1002, status: 'completed', conclusion: 'failure' })
  const build = { system: 'github', project: 'acme/web', id: '1002', number: '2', status: 'failed' } as const
  await publish(buildFinished, { ...build, entityRefs: ['component:default/web'] })
  await eventually(async () => expect(await status()).toEqual([['component:default/web', 'failed']]))
  // The host knows nothing of the other entity's project, which costs the others nothing, and the facts say so.
  expect(new Set(builds.refused())).toEqual(new Set(['GET /api/v3/repos/acme/gone: there is no such call']))
})
