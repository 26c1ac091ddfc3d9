import { document, startCatalog } from '@portico/catalog/testing'
import { connectorsApi } from '@portico/connectors/common'
import { connectorsPlugin } from '@portico/connectors/server'
import { sendJson, startScriptedTool } from '@portico/connectors/testing'
import { eventually } from '@portico/core/testing'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const connector = `apiVersion: portico/v1
kind: Connector
metadata: { name: shipping, title: Shipping }
spec:
  annotations: [{ key: tool/app }]
  requests: [{ name: app, path: '/{$annotation("tool/app")}', every: 1h }]
  facts:
    - { name: sync, title: Sync, type: state, from: app, value: answer.sync, states: { Synced: ok }, indexed: true }
    - { name: health, title: Health, type: state, from: app, value: answer.sync, states: { Synced: ok, '*': warning } }
  views: [{ type: card, facts: [sync, health] }, { type: state, fact: sync }]
`

test('a state that the document does not name is shown with its own word, and operators are told of it', async () => {
  const tool = await startScriptedTool(({ url }, response) => sendJson(response, { sync: url.pathname.slice(1) }))
  const folder = mkdtempSync(path.join(tmpdir(), 'connector-states-'))
  writeFileSync(path.join(folder, 'shipping.yaml'), connector)
  const states = ['Synced', 'OutOfSync', 'in_progress']
  const catalog = await startCatalog(
    Object.fromEntries(
      states.map((state, at) => [`a${at}.yaml`, document('Component', `a${at}`, { metadata: { annotations: { 'tool/app': state } } })]),
    ),
    { plugins: [connectorsPlugin], config: { connectors: { files: [folder], targets: { shipping: { baseUrl: tool.url } } } } },
  )
  onTestFinished(async () => {
    await catalog.stop()
    await tool.close()
    rmSync(folder, { recursive: true })
  })
  await catalog.until('kind=component', 3)
  const { call } = catalog.server
  await eventually(async () => {
    const { unnamedStates } = await call(connectorsApi.getConnector, { params: { name: 'shipping' } })
    expect(unnamedStates).toEqual([
      { fact: 'sync', state: 'OutOfSync' },
      { fact: 'sync', state: 'in_progress' },
    ])
  })
  const { items } = await call(connectorsApi.getEntityViews, { params: { namespace: 'default', kind: 'component', name: 'a1' } })
  expect(items[0]?.facts.map(({ value, tone }) => [value?.value, tone])).toEqual([
    ['OutOfSync', 'unknown'],
    ['OutOfSync', 'warning'],
  ])
  const tried = await call(connectorsApi.tryConnector, { params: { name: 'shipping' }, body: { entityRef: 'component:default/a1' } })
  expect(tried.unnamedStates).toEqual([{ fact: 'sync', state: 'OutOfSync' }])
})
