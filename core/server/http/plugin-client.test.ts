import { defineContract, get, post } from '@portico/core/common'
import { createDiscovery, createPluginClient, defineServerPlugin } from '@portico/core/server'
import { startTestServer, type TestServer } from '@portico/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const api = defineContract('shelf', {
  getCaller: get('/caller', { access: 'signed-in', reply: z.object({ caller: z.string() }) }),
  addBook: post('/books', {
    access: 'service',
    body: z.object({ title: z.string() }),
    reply: z.object({ title: z.string() }),
    status: 201,
  }),
})

const shelf = defineServerPlugin({
  id: 'shelf',
  setup({ implement }) {
    implement(api, {
      getCaller: ({ caller }) => ({
        caller: caller.type === 'user' ? caller.userEntityRef : caller.type === 'service' ? caller.subject : '',
      }),
      addBook: ({ body }) => body,
    })
  },
})

let server: TestServer
beforeAll(async () => void (server = await startTestServer({ plugins: [shelf] })))
afterAll(() => server.stop())

function clientOfSearch(baseUrl = server.url) {
  return createPluginClient({ discovery: createDiscovery(baseUrl), tokens: server.server.services.tokens.forPlugin('search') })
}

test('a plugin calls the routes of another with a token of its own, or on behalf of a user', async () => {
  const client = clientOfSearch()
  expect(await client.call(api.getCaller)).toEqual({ caller: 'plugin:search' })
  expect(await client.call(api.addBook, { body: { title: 'Momo' } })).toEqual({ title: 'Momo' })
  const { token } = await server.server.services.tokens.userTokens.issue({ userEntityRef: 'user:default/jane' })
  const jane = await server.server.services.tokens.forPlugin('search').verify(token)
  expect(await client.onBehalfOf(jane).call(api.getCaller)).toEqual({ caller: 'user:default/jane' })
  await expect(client.onBehalfOf(jane).call(api.addBook, { body: { title: 'Momo' } })).rejects.toMatchObject({ name: 'NotAllowedError' })
})

test('a server that does not answer gives an unavailable error that names it', async () => {
  const away = clientOfSearch('http://127.0.0.1:1').call(api.getCaller)
  await expect(away).rejects.toMatchObject({
    name: 'ServiceUnavailableError',
    code: 'core.unreachable',
    message: 'http://127.0.0.1:1 did not answer',
  })
})
