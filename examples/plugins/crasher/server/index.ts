import { defineServerPlugin } from '@portico/plugin/server'
import { z } from 'zod'
import { crashEvent, crasherApi, type Failure } from '../common/index.ts'

/** Fails in every way that a plugin can. What it does to the portal is for the tests to say. */
export default defineServerPlugin({
  id: 'crasher',
  config: { crasher: z.strictObject({ setup: z.enum(['works', 'throws', 'hangs']).default('works') }).prefault({}) },
  async setup({ config, implement, work: { jobs, events } }) {
    const { setup } = config.crasher
    if (setup === 'throws') throw new Error('The set-up of the crasher throws')
    if (setup === 'hangs') await new Promise(() => {})
    const ran = { jobs: 0, events: 0 }
    const job = jobs.define({
      name: 'crash',
      payload: z.object({}),
      attempts: 1,
      run: () => {
        ran.jobs++
        throw new Error('The job of the crasher throws')
      },
    })
    events.subscribe({
      id: 'crash',
      events: [crashEvent],
      run: () => {
        ran.events++
        throw new Error('The subscription of the crasher throws')
      },
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
        const kept: unknown[] = []
        for (;;) kept.push(new Array(100_000).fill(kept.length))
      },
      exit: () => process.exit(7),
      reject: () => void Promise.reject(new Error('A promise of the crasher that nobody awaits')),
    }
    implement(crasherApi, {
      getPulse: () => ({ pid: process.pid, ...ran }),
      async fail({ body: { how } }) {
        await failures[how]()
        return { done: how }
      },
    })
  },
})
