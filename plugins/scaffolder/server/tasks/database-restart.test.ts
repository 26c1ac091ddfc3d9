import { startEmbedded } from '@portico/core/server'
import { eventually, makeDatabaseFolder, silentLog } from '@portico/core/testing'
import { messagesOf, startScaffolder } from '@portico/scaffolder/testing'
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'

const pause = (id: string) => ({ id, name: id, action: 'debug:wait', input: { milliseconds: 200 } })

test(
  'a task goes on when PostgreSQL is stopped and started again under it: each step is run once, and one that waits is woken',
  { timeout: 180_000 },
  async () => {
    // One that no other test uses, so that it may be stopped.
    const folder = makeDatabaseFolder('task-restart')
    const open = () => startEmbedded({ dataDir: folder, log: silentLog, durable: false })
    let postgres = await open()
    const scaffolder = await startScaffolder(
      {
        pauses: {
          steps: [...Array.from({ length: 12 }, (_, at) => pause(`pause-${at}`)), { action: 'debug:log', input: { message: 'survived' } }],
        },
        waits: {
          steps: [
            { action: 'wait', input: { for: '3s' } },
            { action: 'debug:log', input: { message: 'woken' } },
          ],
        },
      },
      { emptyDatabase: true, config: { backend: { database: { connection: postgres.connection } } } },
    )
    try {
      const running = await scaffolder.create('pauses')
      const waiting = await scaffolder.create('waits')
      await eventually(async () => expect(messagesOf(await scaffolder.eventsOf(running))).toContain('Finished step pause-1'))
      await postgres.stop()
      postgres = await open()
      await eventually(async () => {
        expect((await scaffolder.task(running)).status).toBe('completed')
        expect((await scaffolder.task(waiting)).status).toBe('completed')
      })
      const messages = messagesOf(await scaffolder.eventsOf(running))
      expect(messages).toContain('survived')
      const finished = messages.filter(message => message.startsWith('Finished step pause-'))
      expect(finished).toEqual(Array.from({ length: 12 }, (_, at) => `Finished step pause-${at}`))
      expect(messagesOf(await scaffolder.eventsOf(waiting))).toContain('woken')
    } finally {
      await scaffolder.stop()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
