import { defineServerPlugin, principalName } from '@portico/plugin/server'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { z } from 'zod'
import { crashEvent, crasherApi, type Failure } from '../common/index.ts'

/** Fails in every way that a plugin can. What it does to the portal is for the tests to say. */
export default defineServerPlugin({
  id: 'crasher',
  config: { crasher: z.strictObject({ setup: z.enum(['works', 'throws', 'hangs']).default('works') }).prefault({}) },
  migrations: {
    '0001-crash': {
      async up(db) {
        await db.schema.createTable('crash').addColumn('what', 'text', column => column.notNull()).execute()
      },
    },
  },
  async setup({ config, db, implement, onStart, actions, security: { audit }, server, work: { jobs, events } }) {
    const { setup } = config.crasher
    if (setup === 'throws') throw new Error('The set-up of the crasher throws')
    if (setup === 'hangs') await new Promise(() => {})
    // In the database: a process that ends takes with it what it knows.
    const note = (what: string) => db.insertInto('crash').values({ what }).execute()
    const count = async (what: string) => (await db.selectFrom('crash').where('what', '=', what).selectAll().execute()).length
    const job = jobs.define({
      name: 'crash',
      payload: z.object({}),
      attempts: 1,
      async run() {
        await note('job')
        throw new Error('The job of the crasher throws')
      },
    })
    events.subscribe({
      id: 'crash',
      events: [crashEvent],
      async run() {
        await note('event')
        throw new Error('The subscription of the crasher throws')
      },
    })
    onStart(() => void note('start'))
    actions.register({
      name: 'say',
      title: 'Say it',
      description: 'Says who asks',
      input: z.object({ word: z.string() }),
      output: z.object({ said: z.string() }),
      run: async ({ input, caller }) => ({ said: `${input.word}, ${principalName(caller)}` }),
    })
    const failures: Readonly<Record<Failure, () => unknown>> = {
      throw: () => {
        throw new Error('The route of the crasher throws')
      },
      never: () => new Promise(() => {}),
      job: () => job.add({}),
      event: () => events.publish(crashEvent, { at: Date.now() }),
      block: () => {
        for (;;);
      },
      memory: () => {
        const kept: Buffer[] = []
        const leak = () => {
          kept.push(Buffer.alloc(2_000_000, 1))
          setImmediate(leak)
        }
        leak()
      },
      exit: () => process.exit(7),
      reject: () => void Promise.reject(new Error('A promise of the crasher that nobody awaits')),
      table: () => db.withSchema('core').selectFrom('signing_key').selectAll().execute(),
      host: () => server.fetch('https://elsewhere.example/'),
      socket: () => new Promise((resolve, reject) => get('http://127.0.0.1:9/', resolve).on('error', reject)),
      file: () => readFileSync('/etc/hostname'),
      caller: () => audit.record({ caller: { type: 'user', userEntityRef: 'user:default/boss' }, action: 'crasher.lie', result: 'success' }),
    }
    implement(crasherApi, {
      getPulse: async () => ({ pid: process.pid, starts: await count('start'), jobs: await count('job'), events: await count('event') }),
      async *follow({ caller }) {
        for (const number of [1, 2]) yield { event: 'beat' as const, data: { number, caller: principalName(caller) } }
      },
      async fail({ body: { how } }) {
        // Errors are answers here: a test reads what was refused.
        const isRefused = ['table', 'host', 'socket', 'file', 'caller'].includes(how)
        try {
          await failures[how]()
        } catch (error) {
          if (!isRefused) throw error
          return { done: error instanceof Error ? error.message : String(error) }
        }
        return { done: how }
      },
    })
  },
})
