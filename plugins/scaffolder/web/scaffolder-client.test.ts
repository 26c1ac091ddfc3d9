import { expect, test } from 'vitest'
import { createScaffolderClient } from './scaffolder-client.ts'

test('the client of the scaffolder is built from discovery, SCM integrations, fetch and identity, and uses each of them [SCAFAPI-17]', async () => {
  const asked: string[] = []
  const hosts: (readonly string[] | undefined)[] = []
  const integration = { type: 'github', title: 'GitHub', host: 'github.com' }
  const client = createScaffolderClient({
    discovery: { baseUrl: plugin => `https://portal.test/base/${plugin}` },
    integrations: {
      async list(allowed) {
        hosts.push(allowed)
        return [integration]
      },
    },
    async fetch(input, init) {
      asked.push(`${init?.method ?? 'GET'} ${String(input)}`)
      if (init?.method === 'POST') return Response.json({ id: 'task-1' }, { status: 201 })
      return Response.json({ tasks: [], totalTasks: 0 })
    },
    identity: {
      getIdentity: () => ({ type: 'user', userEntityRef: 'user:default/jane', ownershipEntityRefs: ['user:default/jane'] }),
    },
  })
  expect(await client.listIntegrations({ allowedHosts: ['github.com'] })).toEqual([integration])
  expect(await client.scaffold({ templateRef: 'template:default/x', values: {}, secrets: {} })).toBe('task-1')
  expect(await client.recentTemplates()).toEqual([])
  expect(hosts).toEqual([['github.com']])
  expect(asked).toEqual([
    'POST https://portal.test/base/scaffolder/v2/tasks',
    'GET https://portal.test/base/scaffolder/v2/tasks?createdBy=user%3Adefault%2Fjane&limit=50',
  ])
})
