import { runCommandLine } from '@portico/core/server/command-line'
import { integrationsPlugin } from '@portico/integrations/server'
import { createGitBackend, startFakeServer } from '@portico/integrations/testing'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const backend = createGitBackend()
const folder = mkdtempSync(path.join(tmpdir(), 'portico-check-git-'))
const login = (password: string) => `Basic ${Buffer.from(`portal:${password}`).toString('base64')}`
let host: Awaited<ReturnType<typeof startFakeServer>>
let mayPush = true

beforeAll(async () => {
  host = await startFakeServer(() => undefined)
  host.state.fault = (request, response) => {
    const isPush = request.url.searchParams.get('service') === 'git-receive-pack'
    if (request.headers.authorization !== login('right') || (isPush && !mayPush)) {
      response.writeHead(401, { 'www-authenticate': 'Basic' }).end()
      return true
    }
    return request.path.startsWith('/team/') && backend.fault(request, response)
  }
})
afterAll(async () => {
  await host.close()
  backend.close()
  rmSync(folder, { recursive: true, force: true })
})

async function check(password: string, ...words: string[]) {
  const out: string[] = []
  const integrations = { git: [{ host: host.host, username: 'portal', password }] }
  writeFileSync(path.join(folder, 'app-config.yaml'), JSON.stringify({ integrations }))
  const print = (line: string) => void out.push(line)
  const exit = await runCommandLine(['integrations', 'check', ...words], {
    plugins: [integrationsPlugin],
    cwd: folder,
    env: {},
    print,
    warn: print,
  })
  return [exit, ...out]
}

test('integrations check asks a repository with plain git whether the credentials may read and push', async () => {
  const repository = `http://${host.host}/team/shop.git`
  expect(await check('right', repository)).toEqual([0, `✓ ${host.host}: The credentials are accepted: they may read and push`])
  mayPush = false
  expect(await check('right', repository)).toEqual([0, `✓ ${host.host}: The credentials are accepted: they may read, and not push`])
  expect(await check('wrong', repository)).toEqual([1, `✗ ${host.host}: The credentials are refused for ${repository}`])
  expect(await check('right', `http://${host.host}/none.git`)).toEqual([1, expect.stringContaining('was not found')])
})

test('without a repository wrong credentials are found where the host refuses them everywhere; else it says what to name', async () => {
  expect(await check('wrong')).toEqual([1, `✗ ${host.host}: The credentials are refused`])
  expect(await check('right')).toEqual([0, expect.stringContaining(`integrations check http://${host.host}/team/repository.git`)])
})
