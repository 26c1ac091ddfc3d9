import { createBudget } from '../rendering/renderer.ts'
import { renderValue, showProblem } from '../rendering/render-value.ts'
import { isTruthy } from './conditions.ts'
import type { Run, RunState } from './run.ts'
import type { Contexts } from './step-input.ts'

/** The output of a run, as people may see it: rendered without secrets, and without the items whose condition is not met. */
export async function renderOutput(run: Run, contexts: Contexts, state: RunState): Promise<Readonly<Record<string, unknown>>> {
  const options = { renderer: run.renderer, budget: createBudget(run.signal), path: 'output', settings: { hosts: run.hosts } }
  const { value, problems } = await renderValue(run.spec.output, contexts.shown(state), options)
  for (const problem of problems) run.host.emit({ message: `Warning: ${showProblem(problem)}` })
  const output = { ...(value as Record<string, unknown>) }
  for (const name of ['links', 'text']) {
    const [list, written] = [output[name], run.spec.output[name]]
    if (Array.isArray(list)) output[name] = list.filter((item, at) => isShown(item, (written as unknown[])[at])).map(withoutCondition)
  }
  return run.redactor.redact(output)
}

/** A condition without a value removes its own key, so what was written says whether there is one. */
function isShown(item: unknown, written: unknown): boolean {
  if (typeof written !== 'object' || written === null || !('if' in written)) return true
  return isTruthy((item as { if?: unknown } | null)?.if)
}

function withoutCondition(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item
  const { if: _if, ...rest } = item as Record<string, unknown>
  return rest
}
