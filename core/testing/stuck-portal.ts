import { defineContract, get, post } from '@portico/core/common'
import { defineServerPlugin, runPortal } from '@portico/core/server'
import { flushCompileCache } from 'node:module'
import { z } from 'zod'

const routes = defineContract('stuck', {
  hello: get('/hello', { access: 'public', reply: z.object({ hello: z.literal('world') }) }),
  spin: get('/spin/:name', { access: 'public', reply: z.object({}) }),
  match: get('/match', { access: 'public', reply: z.object({ isMatch: z.boolean() }) }),
  addJob: post('/jobs', { access: 'public', reply: z.object({ id: z.string() }), status: 201 }),
  getJob: get('/jobs/:id', { access: 'public', reply: z.object({ state: z.string() }) }),
})

/** A program that blocks its only thread when it is asked to: for the tests of the watchdog. */
const stuckPlugin = defineServerPlugin({
  id: 'stuck',
  setup({ implement, work }) {
    const queue = work.jobs.define({ name: 'block', payload: z.object({}), run: () => spinForEver() })
    implement(routes, {
      hello: () => ({ hello: 'world' as const }),
      async spin() {
        // Later than its start, when other requests have begun.
        await new Promise(resolve => void setImmediate(resolve))
        return spinForEver()
      },
      match: () => ({ isMatch: /^(a|aa)+$/.test(`${'a'.repeat(80)}b`) }),
      addJob: async () => ({ id: (await queue.add({})) ?? '' }),
      getJob: async ({ params }) => ({ state: (await queue.status(params.id)) ?? 'none' }),
    })
  },
})

function spinForEver(): never {
  for (;;) Math.sqrt(2)
}

// Who is killed writes no cache of compiled code at its end; the next of its kind starts in half the time with it.
flushCompileCache()
await runPortal({ plugins: [stuckPlugin], version: '0.0.0-test' })
