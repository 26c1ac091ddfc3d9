import { startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'

const pages: Record<string, { title: string; html: string }> = {
  '7': {
    title: 'Runbook',
    html: '<h1>First</h1><p><img alt="Plan" src="/wiki/download/attachments/7/plan.png?version=1"></p><p><a href="/wiki/download/attachments/7/..%2F..%2Fmkdocs.yml">x</a></p>',
  },
  '8': { title: 'Runbook', html: '<p>The second one</p>' },
}
const asked: { readonly url: string; readonly authorization: string | undefined }[] = []

/** A fake server for Confluence and for the host of the docs. */
const host = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  asked.push({ url: request.url ?? '', authorization: request.headers.authorization })
  const json = (body: unknown, status = 200) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const toJson = (id: string) => ({ id, title: pages[id]?.title, body: { export_view: { value: pages[id]?.html } } })
  if (url.pathname.endsWith('/mkdocs.yml')) return response.end('site_name: Handbook\nnav:\n  - Home: index.md\n')
  if (request.headers.authorization !== `Basic ${btoa('portal@acme.test:confluence-token-1')}`) return json({}, 401)
  if (url.pathname === '/wiki/rest/api/content')
    return json({
      results: url.searchParams.get('title') === 'Runbook' && url.searchParams.get('spaceKey') === 'TEAM' ? [toJson('7')] : [],
    })
  const [, id = '', rest] = /^\/wiki\/rest\/api\/content\/(\d+)(\/child\/attachment)?$/.exec(url.pathname) ?? []
  if (rest !== undefined && id === '7') {
    const isFirst = url.searchParams.get('start') === '0'
    const named = (title: string) => ({ title, _links: { download: `/download/attachments/7/${encodeURIComponent(title)}` } })
    return json(
      isFirst
        ? { results: [named('unused.zip'), named('../../mkdocs.yml')], _links: { next: '/more' } }
        : { results: [named('plan.png')], _links: {} },
    )
  }
  if (rest !== undefined) return json({ results: [] })
  if (id === '9') return json('{', 429)
  if (pages[id]) return json(toJson(id))
  if (url.pathname === '/wiki/download/attachments/7/plan.png') return response.end(Buffer.from([0x89, 0x50, 0x4e, 0x47]))
  return json({ message: 'none' }, 404)
})

let scaffolder: TestScaffolder
let address: string
beforeAll(async () => {
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const transform = (...urls: string[]) => ({
    id: 'pages',
    action: 'confluence:transform:markdown',
    input: { confluenceUrls: urls, repoUrl: `${address}/acme/handbook/blob/main/site/mkdocs.yml` },
  })
  const log = { action: 'debug:log', input: { listWorkspace: 'with-contents' } }
  scaffolder = await startScaffolder(
    {
      move: {
        steps: [transform(`${address}/wiki/display/TEAM/Runbook`, `${address}/wiki/spaces/TEAM/pages/8/Runbook`), log],
        output: { ref: '${{ steps.pages.output.owner }}/${{ steps.pages.output.repo }}', files: '${{ steps.pages.output.files }}' },
      },
      missing: { steps: [transform(`${address}/wiki/display/TEAM/Nothing`)] },
      stray: { steps: [transform('http://169.254.169.254/latest/display/A/B')] },
      limited: { steps: [transform(`${address}/wiki/spaces/TEAM/pages/9/Busy`)] },
    },
    {
      config: {
        backend: { reading: { allow: [{ host: new URL(address).host }] } },
        confluence: { baseUrl: `${address}/wiki`, auth: { type: 'basic', email: 'portal@acme.test', token: 'confluence-token-1' } },
      },
    },
  )
})
afterAll(async () => {
  await scaffolder.stop()
  host.close()
})

test('pages of Confluence become Markdown beside a mkdocs.yml, with the attachments they show and an entry in its navigation', async () => {
  const { completion, messages, events } = await scaffolder.run('move')
  expect(completion).toMatchObject({
    output: { ref: 'acme/handbook', files: ['site/docs/runbook.md', 'site/docs/runbook-8.md'] },
  })
  const log = messages.join('\n')
  expect(log).toContain('# Runbook\n\n# First\n\n![Plan](img/runbook/plan.png)')
  expect(log).toContain('# Runbook\n\nThe second one')
  expect(log).toContain('- Home: index.md\n  - Runbook: runbook.md\n  - Runbook: runbook-8.md')
  expect(log).toContain('site/docs/img/runbook/plan.png')
  expect(log).not.toContain('unused.zip')
  expect(JSON.stringify(events)).not.toContain('confluence-token-1')
  expect(asked.find(({ url }) => url.endsWith('mkdocs.yml'))?.authorization).toBeUndefined()
})

test('a page that is not there, that is elsewhere, or a Confluence that is busy fails the step and says why', async () => {
  expect((await scaffolder.run('missing')).completion).toMatchObject({
    error: { name: 'NotFoundError', message: expect.stringContaining('Confluence has nothing at') },
  })
  asked.length = 0
  expect((await scaffolder.run('stray')).completion).toMatchObject({ error: { message: expect.stringContaining('is not below it') } })
  expect(asked.filter(({ url }) => !url.endsWith('mkdocs.yml'))).toEqual([])
  expect((await scaffolder.run('limited')).completion).toMatchObject({ error: { message: expect.stringContaining('status 429') } })
})
