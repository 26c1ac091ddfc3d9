import { defineContract, defineEvent, get, post } from '@portico/plugin/common'
import { z } from 'zod'

/** How it can fail. `never` is a route that does not answer. */
export const Failure = z.enum(['throw', 'never', 'job', 'event', 'block', 'memory', 'exit', 'reject'])
export type Failure = z.output<typeof Failure>

export const crasherApi = defineContract('crasher', {
  getPulse: get('/pulse', { access: 'public', reply: z.object({ pid: z.number(), jobs: z.number(), events: z.number() }) }),
  fail: post('/fail', { access: 'public', body: z.object({ how: Failure }), reply: z.object({ done: z.string() }) }),
})

export const crashEvent = defineEvent('crasher.crash', z.object({ at: z.number() }))
