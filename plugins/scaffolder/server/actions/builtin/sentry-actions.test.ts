import { scaffolderApi } from '@portico/scaffolder/common'
import { startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'

const asked: { method: string; url: string; token: string; body: string }[] = []
const sentry = createServer((request, response) => {
  let body = ''
  request.on('data', chunk => (body += String(chunk)))
  request.on('end', () => {
    const { method = '', url = '', headers } = request
    asked.push({ method, url, token: headers.authorization ?? '', body })
    if (method === 'DELETE') return void response.writeHead(204).end()
    const isKnown = url.startsWith('/api/0/teams/acme/shop/') || url.startsWith('/api/0/projects/acme/web/')
    const json = url.endsWith('/keys/') ? [{ dsn: { public: 'https://key@sentry.test/1' } }] : { id: '7', slug: 'web', name: 'Web' }
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(isKnown ? json : { detail: 'none' }))
  })
})

let scaffolder: TestScaffolder
beforeAll(async () => {
  sentry.listen(0, '127.0.0.1')
  await once(sentry, 'listening')
  const apiBaseUrl = `http://127.0.0.1:${(sentry.address() as AddressInfo).port}/api/0`
  const project = (more: object) => ({
    action: 'sentry:project:create',
    id: 'project',
    input: { organizationSlug: 'acme', teamSlug: 'shop', name: 'Web', platform: 'node', ...more },
  })
  scaffolder = await startScaffolder(
    {
      make: {
        steps: [project({}), { id: 'dsn', action: 'sentry:fetch:dsn', input: { organizationSlug: 'acme', projectSlug: 'web' } }],
        output: { id: '${{ steps.project.output.id }}', dsn: '${{ steps.dsn.output.dsn }}' },
      },
      stray: { steps: [project({ apiBaseUrl: 'http://169.254.169.254/latest' })] },
      missing: { steps: [project({ teamSlug: 'none' })] },
    },
    { config: { scaffolder: { sentry: { apiBaseUrl, token: 'sentry-token-1' } } } },
  )
})
afterAll(async () => {
  await scaffolder.stop()
  sentry.close()
})

test('a project is made in Sentry with the token of the config, its DSN is read, and an undo deletes it', async () => {
  const { id, completion, events } = await scaffolder.run('make')
  expect(completion?.['output']).toEqual({ id: '7', dsn: 'https://key@sentry.test/1' })
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /api/0/teams/acme/shop/projects/',
    'GET /api/0/projects/acme/web/keys/',
  ])
  expect(new Set(asked.map(({ token }) => token))).toEqual(new Set(['Bearer sentry-token-1']))
  expect(JSON.stringify(events)).not.toContain('sentry-token-1')
  await scaffolder.server.call(scaffolderApi.undoTask, { params: { taskId: id }, body: {} })
  expect(asked.at(-1)).toMatchObject({ method: 'DELETE', url: '/api/0/projects/acme/web/' })
})

test('a template sends nothing to another host, and a refusal of Sentry fails the step', async () => {
  asked.length = 0
  expect((await scaffolder.run('stray')).completion).toMatchObject({ error: { message: expect.stringContaining('does not name') } })
  expect(asked).toEqual([])
  expect((await scaffolder.run('missing')).completion).toMatchObject({ error: { name: 'NotFoundError' } })
})
