import { buildsApi } from '@portico/builds/common'
import { startBuilds, type TestBuilds } from '@portico/builds/testing'
import { Readable } from 'node:stream'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLogText } from './log-text.ts'

let builds: TestBuilds
beforeAll(async () => {
  builds = await startBuilds({ hub: { 'github.com/project-slug': 'acme/web' } })
})
afterAll(() => builds.stop())

const params = { namespace: 'default', kind: 'component', name: 'hub', system: 'github' }

// The last of them blocks the host for an hour: the limit is kept to.
test.each<[string, (response: ServerResponse) => void, RegExp]>([
  [
    'a page',
    response => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
    /answered with a page that is not JSON/,
  ],
  [
    'JSON of another kind',
    response => response.writeHead(200).end('{"workflow_runs":7}'),
    /GitHub answered with something that is not a list/,
  ],
  ['401', response => response.writeHead(401).end('{"message":"Bad credentials"}'), /does not accept the credentials in integrations/],
  [
    '200 MB',
    response => response.writeHead(200, { 'content-length': String(200 * 2 ** 20) }).end('['),
    /has 200\.0 MB, more than the 50 MB that are read/,
  ],
  ['429 for an hour', response => response.writeHead(429, { 'retry-after': '3600' }).end('{}'), /The rate limit of .* is used up/],
])('a host that answers with %s is told in words', async (_name, respond, message) => {
  builds.github.state.fault = (_request, response) => {
    respond(response)
    return true
  }
  await expect(builds.server.call(buildsApi.listBuilds, { params })).rejects.toMatchObject({
    status: expect.toBeOneOf([400, 503]),
    message: expect.stringMatching(message),
  })
})

test('of a log of 200 MB the end is kept, and the first line tells what is missing', async () => {
  const line = Buffer.from(`${'x'.repeat(1023)}\n`)
  function* lines() {
    for (let at = 0; at < 200; at += 1) yield Buffer.concat(Array.from({ length: 1024 }, () => line))
    yield Buffer.from('the end\n')
  }
  const text = await readLogText(Readable.from(lines()))
  expect(text.length).toBeLessThan(33 * 2 ** 20)
  expect(String(text.subarray(0, 60))).toMatch(/^\[The first 168\.\d MB of this log are left out\]\nxxx/)
  expect(String(text.subarray(-8))).toBe('the end\n')
  expect(String(await readLogText('short\n'))).toBe('short\n')
  expect(String(await readLogText('abc\ndef\n', 5))).toBe('[The first 0.0 MB of this log are left out]\ndef\n')
})
