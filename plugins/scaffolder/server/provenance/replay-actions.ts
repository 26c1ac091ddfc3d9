import type { Action, ActionContext } from '../actions/action.ts'
import { exampleOutput, type ActionRegistry } from '../actions/registry.ts'
import { pushedFiles } from '../publishing/pushed-files.ts'

/** Actions for a run that only shows what a template makes now: what is outside gives what it gave when the repository was made. */
export function createReplayActions(actions: ActionRegistry, outputs: Readonly<Record<string, unknown>>) {
  function replay(action: Action): Action {
    if (action.supportsDryRun) return action
    return {
      ...action,
      supportsDryRun: true,
      async run(context) {
        await replayPush(action, context)
        for (const [name, value] of Object.entries(outputOf(action, outputs[context.stepId]))) context.output(name, value)
      },
    }
  }

  return {
    actions: { ...actions, get: (id: string) => replay(actions.get(id)) } satisfies ActionRegistry,
    /** Whether it does nothing here, so that nobody needs to be allowed to do it. */
    isReplayed: (id: string) => !actions.get(id).supportsDryRun,
  }
}

async function replayPush(action: Action, context: ActionContext): Promise<void> {
  const pushes = action.pushes?.(context.input)
  if (!pushes) return
  const { files, read } = await pushedFiles(context.workspace, pushes.sourcePath)
  await context.recordPush({ repository: pushes.repoUrl, title: pushes.repoUrl, files, read })
}

function outputOf(action: Action, recorded: unknown): Record<string, unknown> {
  const { output } = (recorded ?? {}) as { output?: Record<string, unknown> }
  return output ?? exampleOutput(action)
}
