import { createBudget, type RenderBudget } from '../rendering/renderer.ts'
import { renderValue, type ExpressionProblem } from '../rendering/render-value.ts'
import type { Run, RunState } from './run.ts'

/** One turn of `each`. */
export interface Iteration {
  readonly key: string
  readonly value: unknown
}

export interface StepInput {
  readonly input: unknown
  /** For people: made with `***` in place of every secret. */
  readonly shown: unknown
  readonly problems: readonly ExpressionProblem[]
}

const masked = '***'
/** Of a longer text, such as a file, only what was made of secrets is hidden. */
const maxHiddenWhole = 20_000

/** What expressions see. Secrets only where an input is rendered. */
export function createContexts(run: Run) {
  const { spec, taskId, environment, secrets, redactor } = run
  const outputs = (state: RunState) => Object.fromEntries(Object.entries(state.steps).map(([id, { output }]) => [id, { output }]))
  const hasSecrets = () => Object.keys(secrets).length > 0 || Object.keys(environment.secrets).length > 0

  function base(state: RunState, each?: Iteration) {
    return {
      parameters: spec.parameters,
      user: spec.user ?? {},
      context: { task: { id: taskId } },
      steps: outputs(state),
      environment: { parameters: environment.parameters },
      ...(each && { each }),
    }
  }

  /** The same as people may see it. */
  function shown(state: RunState, each?: Iteration) {
    const plain = base(state, each)
    return { ...plain, secrets: maskAll(secrets), steps: redactor.redact(plain.steps), ...(each && { each: redactor.redact(each) }) }
  }

  return {
    base,
    shown,
    /** Renders an input with the secrets, and once more without them for people. */
    async input(
      value: unknown,
      state: RunState,
      at: { readonly path: string; readonly each?: Iteration | undefined; readonly budget?: RenderBudget },
    ): Promise<StepInput> {
      const { path, each, budget = createBudget(run.signal) } = at
      const options = { renderer: run.renderer, budget, path, settings: { hosts: run.hosts } }
      const plain = base(state, each)
      const real = { ...plain, secrets, environment: { ...plain.environment, secrets: environment.secrets } }
      const rendered = await renderValue(value, real, options)
      if (!hasSecrets()) return { input: rendered.value, shown: redactor.redact(rendered.value), problems: rendered.problems }
      const blind = {
        ...shown(state, each),
        secrets: maskAll(secrets),
        environment: { ...plain.environment, secrets: maskAll(environment.secrets) },
      }
      const forPeople = await renderValue(value, blind, options)
      hideDifferences(rendered.value, forPeople.value, redactor.hide)
      return { input: rendered.value, shown: redactor.redact(forPeople.value), problems: rendered.problems }
    },
  }
}

export type Contexts = ReturnType<typeof createContexts>

function maskAll(secrets: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(secrets).map(name => [name, masked]))
}

/** Whatever is different without the secrets was made of them. */
function hideDifferences(real: unknown, shown: unknown, hide: (text: string) => void): void {
  if (typeof real === 'string') {
    if (real !== shown) hide(real.length > maxHiddenWhole && typeof shown === 'string' ? differenceOf(real, shown) : real)
    return
  }
  if (typeof real !== 'object' || real === null) return
  const other = typeof shown === 'object' && shown !== null ? (shown as Record<string, unknown>) : {}
  for (const [key, value] of Object.entries(real)) hideDifferences(value, other[key], hide)
}

/** What is left of a text without what it begins and ends with in common with another. */
function differenceOf(text: string, other: string): string {
  const max = Math.min(text.length, other.length)
  let before = 0
  while (before < max && text[before] === other[before]) before += 1
  let after = 0
  while (after < max - before && text[text.length - 1 - after] === other[other.length - 1 - after]) after += 1
  return text.slice(before, text.length - after)
}
