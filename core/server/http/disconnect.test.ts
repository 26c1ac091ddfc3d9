import { defineContract, post } from '@portico/core/common'
import { defineServerPlugin } from '@portico/core/server'
import { startTestServer, type TestServer } from '@portico/core/testing'

import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const api = defineContract('slow', {
  work: post('/work', { access: 'public', body: z.object({}), reply: z.object({ aborted: z.boolean() }), status: 200 }),
  wait: post('/wait', { access: 'public', body: z.object({}), reply: z.object({}), status: 200 }),
})

let began: () => void
const hasBegun = new Promise<void>(resolve => void (began = resolve))
let ended: () => void
const hasEnded = new Promise<void>(resolve => void (ended = resolve))

const slow = defineServerPlugin({
  id: 'slow',
  setup({ implement }) {
    implement(api, {
      async work({ signal }) {
        for (let round = 0; round < 100 && !signal.aborted; round += 1) await new Promise(setImmediate)
        return { aborted: signal.aborted }
      },
      async wait({ signal }) {
        const aborted = new Promise(resolve => signal.addEventListener('abort', resolve))
        began()
        await aborted
        ended()
        return {}
      },
    })
  },
})

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ plugins: [slow] })
})
afterAll(() => server.stop())

const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }

test('the signal of a request with a body does not abort when the body has been read', async () => {
  expect(await (await server.fetch('/api/slow/work', request)).json()).toEqual({ aborted: false })
})

test('the signal of a request with a body aborts when the caller disconnects', async () => {
  const controller = new AbortController()
  const asked = server.fetch('/api/slow/wait', { ...request, signal: controller.signal })
  asked.catch(() => {})
  await hasBegun
  controller.abort()
  await expect(hasEnded).resolves.toBeUndefined()
})
