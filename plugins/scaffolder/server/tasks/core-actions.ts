import type { Core } from '@portico/core/server'
import { Task } from '@portico/scaffolder/common'
import { z } from 'zod'
import type { ActionRegistry } from '../actions/registry.ts'
import type { Tasks } from './tasks.ts'

/** What other programs can do with templates, through the core's registry of actions. */
export function registerCoreActions(
  { actions: registry }: Pick<Core, 'actions'>,
  { tasks, actions }: { readonly tasks: Tasks; readonly actions: ActionRegistry },
): void {
  registry.register({
    name: 'list-scaffolder-actions',
    title: 'List scaffolder actions',
    description: 'The actions that steps of templates can use, with their schemas',
    attributes: { readOnly: true, idempotent: true },
    scope: 'templates:read',
    input: z.object({}),
    output: z.object({ actions: z.array(z.unknown()) }),
    run: async () => ({ actions: actions.list() }),
  })
  registry.register({
    name: 'get-task',
    title: 'Look at a task',
    description: 'One run of a template: its status, steps and what it waits for',
    attributes: { readOnly: true, idempotent: true },
    scope: 'templates:read',
    input: z.object({ taskId: z.string().max(200) }),
    output: Task,
    run: async ({ input, caller }) => tasks.visible(caller, input.taskId),
  })
}
