import { defineContract, defineEvent, get, post } from '@portico/plugin/common'
import { z } from 'zod'

/** How it can fail. `never` is a route that does not answer, `table` reads what belongs to others, `host` and `socket` call a host that no manifest lists. */
export const Failure = z.enum(['throw', 'never', 'job', 'event', 'block', 'memory', 'exit', 'reject', 'table', 'host', 'socket', 'file', 'caller'])
export type Failure = z.output<typeof Failure>

export const crasherApi = defineContract('crasher', {
  getPulse: get('/pulse', { access: 'public', reply: z.object({ pid: z.number(), starts: z.number(), jobs: z.number(), events: z.number() }) }),
  follow: get('/follow', { access: 'signed-in', events: { beat: z.object({ number: z.number(), caller: z.string() }) } }),
  fail: post('/fail', { access: 'public', body: z.object({ how: Failure }), reply: z.object({ done: z.string() }) }),
})

export const crashEvent = defineEvent('crasher.crash', z.object({ at: z.number() }))
