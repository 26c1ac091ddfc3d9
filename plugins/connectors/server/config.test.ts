import { startCatalog } from '@portico/catalog/testing'
import { connectorsApi } from '@portico/connectors/common'
import { connectorsPlugin } from '@portico/connectors/server'
import { testConnectors } from '@portico/connectors/testing'
import { createClient } from '@portico/core/common'
import { startServer } from '@portico/core/server'
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
