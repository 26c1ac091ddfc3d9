import { AppError } from '@portico/core/common'
import { type ApprovalDemand, type TaskStep } from '@portico/scaffolder/common'
import { Paused, type Run, type RunState } from './run.ts'
import type { Contexts } from './step-input.ts'

/** What was decided about a step. */
export interface GateDecision {
  readonly by: string
  readonly reason?: string | undefined
  readonly demands: readonly ApprovalDemand[]
}

/** A step that needs a yes waits for it before anything of it happens: for one of each demand that was not met yet. */
export async function passGate(run: Run, contexts: Contexts, step: TaskStep, state: RunState): Promise<void> {
  const { input: approval } = await contexts.input(step['approval'], state, { path: `steps.${step.id}.approval` })
  const demands = await run.host.gate(step, approval)
  const decided = state.approved?.[step.id]
  if (decided && 'error' in decided) {
    const { name, message, code } = decided.error
    throw new AppError(name, message, { ...(code !== undefined && { code }) })
  }
  const met = new Set(metIn(state, step.id).map(keyOf))
  const open = demands.filter(({ demand }) => !met.has(keyOf(demand)))
  if (open.length === 0) return
  throw new Paused(
    {
      kind: 'approval',
      demands: open.map(({ demand }) => demand),
      until: new Date(Date.now() + Math.min(...open.map(({ timeoutMs }) => timeoutMs))).toISOString(),
    },
    step.id,
    true,
  )
}

/** The demands of a step that were met, and those of the whole template, at whatever step. */
function metIn(state: RunState, stepId: string): ApprovalDemand[] {
  return Object.entries(state.approved ?? {}).flatMap(([id, decided]) =>
    'error' in decided ? [] : (decided.value as GateDecision).demands.filter(({ from }) => id === stepId || from === 'template'),
  )
}

function keyOf({ from, approvers }: ApprovalDemand): string {
  return JSON.stringify([from, [...approvers].sort()])
}
