import { document, startCatalog } from '@portico/catalog/testing'
import { connectorsApi } from '@portico/connectors/common'
import { connectorsPlugin } from '@portico/connectors/server'
import { sendJson, startScriptedTool } from '@portico/connectors/testing'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const connector = `apiVersion: portico/v1
kind: Connector
metadata: { name: shipping, title: Shipping }
spec:
  annotations: [{ key: tool/app }]
  requests:
    - { name: small, path: /small, every: 1h }
    - { name: pages, path: /pages, paging: { next: answer.next, as: page, max: 20 }, every: 1h }
    - { name: items, path: '/items/{item}', each: '[1..6]', every: 1h }
    - { name: sent, method: POST, path: /sent, body: { a: '{$pad("", 600000, "x")}', b: '{$pad("", 600000, "x")}' }, every: 1h }
  facts:
    - { name: small, title: Small, type: number, from: small, value: answer.page }
    - { name: pages, title: Pages, type: number, from: pages, value: $count(answer) }
    - { name: items, title: Items, type: number, from: items, value: $count(answer) }
    - { name: sent, title: Sent, type: number, from: sent, value: answer.page }
  views: [{ type: card, facts: [small, pages, items, sent] }]
`

test('what is sent and what comes is bounded, of all pages and items together, and the error names the key', async () => {
  const tool = await startScriptedTool(({ url }, response) => {
    const page = Number(url.searchParams.get('page') ?? 0) + 1
    sendJson(response, url.pathname === '/small' ? { page } : { page, next: page, text: 'x'.repeat(900_000) })
  })
  const folder = mkdtempSync(path.join(tmpdir(), 'connector-bytes-'))
  writeFileSync(path.join(folder, 'shipping.yaml'), connector)
  const catalog = await startCatalog(
    { 'a.yaml': document('Component', 'a', { metadata: { annotations: { 'tool/app': 'a' } } }) },
    {
      plugins: [connectorsPlugin],
      config: { connectors: { files: [folder], maxMegabytes: 1, targets: { shipping: { baseUrl: tool.url, concurrent: 1 } } } },
    },
  )
  onTestFinished(async () => {
    await catalog.stop()
    await tool.close()
    rmSync(folder, { recursive: true })
  })
  await catalog.until('kind=component', 1)
  const { facts } = await catalog.server.call(connectorsApi.tryConnector, {
    params: { name: 'shipping' },
    body: { entityRef: 'component:default/a' },
  })
  expect(facts.map(({ name, value, error }) => [name, error ?? value])).toEqual([
    ['shipping.small', 1],
    ['shipping.pages', "All pages of 'pages' together have more than 4 times the limit of one answer (connectors.maxMegabytes)"],
    ['shipping.items', "All pages of 'items' together have more than 4 times the limit of one answer (connectors.maxMegabytes)"],
    ['shipping.sent', "'body' would have 1200015 bytes, more than 1048576"],
  ])
  // The schedule asks too. Nobody comes to a sixth page.
  expect(Math.max(...tool.requests.map(({ url }) => Number(url.searchParams.get('page') ?? 0)))).toBe(4)
})
