import { limitExceeded } from '../errors.ts'
import { inputError } from '@portico/core/common'
import type { TaskStep } from '@portico/scaffolder/common'
import { createBudget } from '../rendering/renderer.ts'
import { renderValue, type ExpressionProblem } from '../rendering/render-value.ts'
import type { Run, RunState } from './run.ts'
import type { Contexts, Iteration } from './step-input.ts'

const maxIterations = 10_000

/** Whether a condition counts as met. */
export function isTruthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

/** Whether a step wants to run although an earlier one failed. */
export function asksForFailure({ if: condition }: Pick<TaskStep, 'if'>): boolean {
  return typeof condition === 'string' && /\b(always|failure)\s*\(/.test(condition)
}

/** Evaluates `if`. A condition that cannot be read stays a text, and a text is true. */
export async function meetsCondition(
  run: Run,
  contexts: Contexts,
  { step, state, each }: { readonly step: TaskStep; readonly state: RunState; readonly each?: Iteration | undefined },
): Promise<{ readonly isMet: boolean; readonly problems: readonly ExpressionProblem[] }> {
  if (step.if === undefined) return { isMet: true, problems: [] }
  const settings = { hosts: run.hosts, hasFailed: state.failure !== undefined }
  const options = { renderer: run.renderer, budget: createBudget(run.signal), path: `steps.${step.id}.if`, settings }
  const { value, problems } = await renderValue(step.if, contexts.base(state, each), options)
  return { isMet: isTruthy(value), problems }
}

/** The turns of a step with `each`; undefined for one without. */
export async function iterationsOf(
  run: Run,
  contexts: Contexts,
  step: TaskStep,
  state: RunState,
): Promise<readonly Iteration[] | undefined> {
  if (step.each === undefined) return undefined
  const options = {
    renderer: run.renderer,
    budget: createBudget(run.signal),
    path: `steps.${step.id}.each`,
    settings: { hosts: run.hosts },
  }
  const { value } = await renderValue(step.each, contexts.base(state), options)
  if (typeof value !== 'object' || value === null)
    throw inputError(`each of the step '${step.id}' is not a list or an object`, { code: 'scaffolder.each' })
  const entries = Object.entries(value)
  if (entries.length > maxIterations)
    throw limitExceeded(`each of the step '${step.id}' has ${entries.length} items; at most ${maxIterations} are run`)
  return entries.map(([key, item]) => ({ key, value: item as unknown }))
}
