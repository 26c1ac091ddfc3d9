// @vitest-environment node
import { authenticationError } from '@portico/core/common'
import { expect, test } from 'vitest'
import { createBrowserConfig } from './config.ts'
import { createAuthorizedFetch } from './authorized-fetch.ts'
import { createDiscovery } from './discovery.ts'
import type { Session } from './session/session.ts'

const discovery = createDiscovery(
  createBrowserConfig([{ context: 'test', data: { backend: { baseUrl: 'https://portal.test' } } }]),
  'https://portal.test/',
)

function open(session: Pick<Session, 'token' | 'renewToken'>, answerWith: (token: string | null) => Response | Promise<Response>) {
  const tokens: (string | null)[] = []
  const fetch = createAuthorizedFetch({
    discovery,
    session: session as Session,
    fetch: async (_url, init) => {
      const token = new Headers(init?.headers).get('authorization')
      tokens.push(token)
      return answerWith(token)
    },
  })
  return { fetch, tokens }
}

test('the token goes to the backend and nowhere else [AUTH-063] [AUTH-064]', async () => {
  const { fetch, tokens } = open({ token: async () => 'T', renewToken: async () => 'U' }, () => new Response('ok'))
  await fetch('https://portal.test/api/catalog/entities')
  await fetch('https://elsewhere.test/api/catalog/entities')
  await fetch('https://portal.test.evil.test/api')
  await fetch('https://portal.test@evil.test/api')
  expect(tokens).toEqual(['Bearer T', null, null, null])
})

test('a refused token is renewed once, and the request sent again', async () => {
  const { fetch, tokens } = open({ token: async () => 'old', renewToken: async refused => `new after ${refused}` }, token =>
    token === 'Bearer old' ? new Response('no', { status: 401 }) : new Response('yes'),
  )
  expect(await (await fetch('https://portal.test/api/x')).text()).toBe('yes')
  expect(tokens).toEqual(['Bearer old', 'Bearer new after old'])
})

test('a request refused twice is not sent a third time', async () => {
  const { fetch, tokens } = open({ token: async () => 'old', renewToken: async () => 'new' }, () => new Response('no', { status: 401 }))
  expect((await fetch('https://portal.test/api/x')).status).toBe(401)
  expect(tokens).toHaveLength(2)
})

test('a renewal that fails is the error of the call', async () => {
  const { fetch } = open(
    { token: async () => 'old', renewToken: () => Promise.reject(authenticationError('revoked')) },
    () => new Response('no', { status: 401 }),
  )
  await expect(fetch('https://portal.test/api/x')).rejects.toThrow('revoked')
})

test('a server that does not answer is unavailable; an aborted call stays aborted', async () => {
  const { fetch } = open({ token: async () => 'T', renewToken: async () => 'U' }, () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(fetch('https://portal.test/api/x')).rejects.toMatchObject({ name: 'ServiceUnavailableError', code: 'core.unreachable' })
  await expect(fetch('https://portal.test/api/x', { signal: AbortSignal.abort() })).rejects.toThrow('Failed to fetch')
})

test('an address of a plugin is found by discovery, and sent the token [SHELL-47]', async () => {
  const urls: string[] = []
  const fetch = createAuthorizedFetch({
    discovery,
    session: { token: async () => 'T' } as Session,
    fetch: async (url, init) => (urls.push(`${url} ${new Headers(init?.headers).get('authorization')}`), new Response('ok')),
  })
  await fetch('plugin://catalog/entities?limit=1')
  expect(urls).toEqual(['https://portal.test/api/catalog/entities?limit=1 Bearer T'])
})
