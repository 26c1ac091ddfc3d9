import type { Core } from '@portico/core/server'
import { NewTask, Task, taskCreatePermission } from '@portico/scaffolder/common'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ActionRegistry } from '../actions/registry.ts'
import { valuesRejected } from '../errors.ts'
import type { Tasks } from './tasks.ts'

/** What other programs can do with templates, through the core's registry of actions. */
export function registerCoreActions(
  { actions: registry, security }: Pick<Core, 'actions' | 'security'>,
  { tasks, actions }: { readonly tasks: Tasks; readonly actions: ActionRegistry },
): void {
  registry.register({
    name: 'list-scaffolder-actions',
    title: 'List scaffolder actions',
    description: 'The actions that steps of templates can use, with their schemas',
    attributes: { readOnly: true, idempotent: true },
    input: z.object({}),
    output: z.object({ actions: z.array(z.unknown()) }),
    run: async () => ({ actions: actions.list() }),
  })
  registry.register({
    name: 'run-template',
    title: 'Run a template',
    description: 'Creates a task that runs a template with the given values',
    input: NewTask.omit({ secrets: true }).extend({ values: NewTask.shape.values.default({}) }),
    output: z.object({ id: z.string() }),
    async run({ input, caller }) {
      await security.permissions.require(caller, taskCreatePermission)
      const created = await tasks.create(caller, input, randomUUID())
      if ('errors' in created) throw valuesRejected(created.errors)
      return created
    },
  })
  registry.register({
    name: 'get-task',
    title: 'Look at a task',
    description: 'One run of a template: its status, steps and what it waits for',
    attributes: { readOnly: true, idempotent: true },
    input: z.object({ taskId: z.string().max(200) }),
    output: Task,
    run: async ({ input, caller }) => tasks.visible(caller, input.taskId),
  })
}
