import { randomUUID } from 'node:crypto'
import { valuesRejected } from '../errors.ts'
import type { ScaffolderRuns } from '../scaffolder-service.ts'
import type { createTasks } from './tasks.ts'

/** Runs that plugins start for users: with the rights of the plugin, and under the name of the user. */
export function createScaffolderRuns(tasks: Pick<ReturnType<typeof createTasks>, 'create'>): ScaffolderRuns {
  return {
    async start({ id, ...run }, { plugin }) {
      const started = await tasks.create({ type: 'service', subject: plugin }, run, randomUUID(), id)
      if ('errors' in started) throw valuesRejected(started.errors)
    },
  }
}
