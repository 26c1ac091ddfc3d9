import { defineServerPlugin } from '@portico/core/server'
import { runCommandLine } from '@portico/core/server/command-line'
import { integrationsPlugin } from '@portico/integrations/server'
import { startFakeGithub, type FakeGithub } from '@portico/integrations/testing'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sourcesSections } from '../config.ts'
import { sourceCommands } from './source-commands.ts'

const plugin = defineServerPlugin({ id: 'catalog-sources', config: sourcesSections, commands: async () => sourceCommands, setup: () => {} })

let fake: FakeGithub
let folder: string
beforeEach(async () => {
  fake = await startFakeGithub()
  folder = mkdtempSync(path.join(tmpdir(), 'portico-sources-'))
})
afterEach(async () => {
  await fake.close()
  rmSync(folder, { recursive: true, force: true })
})

async function run(...words: string[]) {
  const out: string[] = []
  const err: string[] = []
  writeFileSync(
    path.join(folder, 'app-config.yaml'),
    JSON.stringify({
      integrations: { github: [{ host: fake.host, apiBaseUrl: fake.apiBaseUrl, token: 't' }] },
      catalog: { providers: { github: { acme: { organization: 'acme', host: fake.host } } } },
    }),
  )
  const plugins = [integrationsPlugin, plugin]
  const exit = await runCommandLine(words, { plugins, cwd: folder, env: {}, print: line => out.push(line), warn: line => err.push(line) })
  return { exit, out, err: err.join('\n') }
}

test('sources list and sources dry-run tell what there is and what a run would change, without a server', async () => {
  fake.model.add('acme/web', { a: 'b' })
  fake.model.add('acme/old', { a: 'b' }, { isArchived: true })
  expect(await run('sources', 'list')).toEqual({ exit: 0, out: [`github:acme  Repositories of acme on ${fake.host}: never run`], err: '' })
  const { exit, out } = await run('sources', 'dry-run', 'github:acme')
  expect(exit).toBe(0)
  expect(out[0]).toContain('found 1, added 1, changed 0, removed 0, left out 1')
  expect(out.slice(1)).toEqual([`+ ${fake.url}/acme/web/blob/main/catalog-info.yaml`, '  acme/old is left out: it is archived'])
  const { entities } = JSON.parse((await run('sources', 'dry-run', 'github:acme', '--json')).out.join('\n')) as {
    entities: { kind: string }[]
  }
  expect(entities).toMatchObject([{ kind: 'Location' }])
})

test('sources that fail or do not exist end with another code, and running one needs a database', async () => {
  expect(await run('sources', 'dry-run', 'github:none')).toMatchObject({
    exit: 2,
    err: "error: there is no source 'github:none'; there are github:acme",
  })
  expect(await run('sources', 'dry-run', 'github:acme')).toMatchObject({ exit: 1, err: expect.stringContaining('was not found') })
  expect(await run('sources', 'run', 'github:acme')).toMatchObject({ exit: 1, err: expect.stringContaining('start the portal first') })
})

test('integrations check tells whether credentials work, with scopes found and missing', async () => {
  fake.state.fault = (request, response) => {
    if (request.path !== '/api/v3/rate_limit') return false
    response.writeHead(200, { 'x-oauth-scopes': 'repo, read:user' }).end('{}')
    return true
  }
  expect(await run('integrations', 'check')).toEqual({
    exit: 1,
    out: [`✗ ${fake.host}: The credentials are accepted, but lack read:org (scopes: repo, read:user)`],
    err: '',
  })
  fake.state.fault = (_request, response) => {
    response.writeHead(401).end('{"message":"Bad credentials"}')
    return true
  }
  const refused = await run('integrations', 'check', fake.host)
  expect(refused).toMatchObject({ exit: 1, out: [expect.stringContaining('does not accept the credentials')] })
  expect(await run('integrations', 'check', 'gitlab.com')).toMatchObject({
    exit: 0,
    out: ['- gitlab.com: There are no credentials for it: only what is public is read'],
  })
  expect(await run('integrations', 'check', 'none.test')).toMatchObject({ exit: 2 })
})
