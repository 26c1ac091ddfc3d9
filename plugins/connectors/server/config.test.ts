import { startCatalog } from '@portico/catalog/testing'
import { connectorsApi } from '@portico/connectors/common'
import { connectorsSections } from './config.ts'
import { connectorsPlugin } from '@portico/connectors/server'
import { testConnectors } from '@portico/connectors/testing'
import { createClient } from '@portico/core/common'
import { openConfig, startServer } from '@portico/core/server'
import { eventually } from '@portico/core/testing'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'connectors-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return folder
}

test('files are found from the folder of the config file that names them, wherever the server starts', async () => {
  const catalog = await startCatalog({}, { plugins: [connectorsPlugin] })
  onTestFinished(() => catalog.stop())
  const config = JSON.parse(readFileSync(catalog.server.configFile, 'utf8')) as object
  const folder = folderWith({
    'etc/portal.yaml': JSON.stringify({ ...config, connectors: { files: ['tools/*.yaml', './gone/*.yaml'] } }),
    'etc/tools/shipping.yaml': testConnectors.shipping,
    'home/tools/batched.yaml': testConnectors.batched,
  })
  const other = await startServer({
    plugins: [...catalog.plugins],
    version: '0.0.0-test',
    cwd: path.join(folder, 'home'),
    configFiles: [path.join(folder, 'etc/portal.yaml')],
    env: {},
    logTo: { write: () => true },
  })
  onTestFinished(() => other.stop())
  const { token } = await other.services.tokens.userTokens.issue({ userEntityRef: 'user:default/test' })
  const client = createClient<Response, NonNullable<RequestInit['body']>>({
    baseUrl: plugin => `${other.url}/api/${plugin}`,
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init?.headers, authorization: `Bearer ${token}` } }),
  })
  await eventually(async () => {
    const { items } = await client.call(connectorsApi.listConnectors, {})
    const own = items.filter(({ origin }) => origin === 'file')
    expect(own.map(({ name, file }) => [name, file])).toEqual([['shipping', path.join(folder, 'etc/tools/shipping.yaml')]])
  })
})

test('what a target lacks, or proves itself by, is told with key and line before anything is asked', async () => {
  const own = testConnectors.secured.replace(
    'auth: [none, bearer, basic, header, oauth]',
    'auth: [bearer], values: { team: { required: true } }',
  )
  const folder = folderWith({
    'tools/secured.yaml': own,
    'app-config.yaml': `connectors:
  files: [tools]
  targets:
    argocd:
      baseUrl: https://argocd.test
      auth:
        type: basic
        username: a
        password: hunter22
    grafana:
      auth: { type: bearer, token: hunter22 }
    datadog:
      - auth: { type: header, headers: { dd-api-key: hunter22 } }
      - name: eu
        auth: { type: header, value: hunter22 }
    secured: { baseUrl: https://secured.test, auth: { type: bearer, token: hunter22 } }
    unheard-of: { baseUrl: https://plugin.test }
    jira: { baseUrl: https://jira.test, auth: { type: basic, username: a, password: hunter22 } }
`,
  })
  const sections = Object.entries(connectorsSections).map(([section, schema]) => ({ owner: 'connectors', section, schema }))
  const config = await openConfig({ cwd: folder, env: {}, sections })
  config.close()
  expect(config.warnings).toEqual([
    "connectors.targets.argocd.auth.type: is 'basic', and the connector takes bearer (app-config.yaml:7)",
    'connectors.targets.grafana.baseUrl: is required by the connector (app-config.yaml:10)',
    'connectors.targets.datadog[0].auth.headers.DD-APPLICATION-KEY: is required by the connector (app-config.yaml:13)',
    'connectors.targets.datadog[1].auth.headers.DD-API-KEY: is required by the connector (app-config.yaml:15)',
    'connectors.targets.datadog[1].auth.headers.DD-APPLICATION-KEY: is required by the connector (app-config.yaml:15)',
    'connectors.targets.secured.values.team: is required by the connector (app-config.yaml:16)',
  ])
})
