import { AppError } from '@portico/core/common'
import { stringifyEntityRef, type Entity } from '@portico/catalog/common'
import type { TaskStep } from '@portico/scaffolder/common'
import type { Action, ActionContext } from '../actions/action.ts'
import { exampleOutput } from '../actions/registry.ts'
import { actionNotAllowed, limitExceeded, signInEnded, topicNotOffered } from '../errors.ts'
import { createBudget } from '../rendering/renderer.ts'
import { showProblem } from '../rendering/render-value.ts'
import type { Run, RunState, StepRecord } from './run.ts'
import { Paused } from './run.ts'
import type { WaitRequest } from './wait-request.ts'
import type { StepInput } from './step-input.ts'

const maxOutputBytes = 2_000_000

export interface ActionTurn {
  readonly step: TaskStep
  readonly action: Action
  readonly rendered: StepInput
  readonly state: () => RunState
  readonly change: (next: RunState) => Promise<void>
  readonly isRetry: boolean
  /** Distinguishes the turns of `each`. */
  readonly turn: string
}

/** Runs an action once, or skips it in a dry run, which gives an output too: the steps after it need one. */
export async function runAction(run: Run, turn: ActionTurn): Promise<StepRecord> {
  const { step, action, rendered } = turn
  const emit = (message: string) => run.host.emit({ message: run.redactor.redactText(message), stepId: step.id })
  for (const problem of rendered.problems) emit(`Warning: ${showProblem(problem)}`)
  const { input, ignored } = run.actions.readInput(action, rendered.input ?? {})
  for (const text of Object.values(ignored)) emit(`Warning: ${text}`)
  if (!(await run.host.mayExecute(action.id, input))) throw actionNotAllowed(action.id)
  if (run.isDryRun && (!action.supportsDryRun || run.host.isHeldBack?.(step)))
    return { status: 'skipped', output: await skipInDryRun(run, turn, input) }
  const output: Record<string, unknown> = {}
  run.workspace.beginStep()
  await action.run(createContext(run, turn, { input, output, emit })).catch((error: unknown) => {
    throw toSignInEnded(error, run)
  })
  return { status: 'completed', output }
}

const endedCodes = ['core.token-expired', 'core.user-token-needed', 'core.session-ended']

/** A step acts as the user, whose sign-in lasts an hour while a task may wait for days. */
function toSignInEnded(error: unknown, { caller }: Run): unknown {
  if (caller.type !== 'user' || !(error instanceof AppError) || !endedCodes.includes(error.code ?? '')) return error
  return signInEnded(caller.userEntityRef)
}

async function skipInDryRun(run: Run, { step, action }: ActionTurn, input: unknown): Promise<Record<string, unknown>> {
  const why = action.supportsDryRun ? 'needs an approval' : 'does not support dry-run'
  run.host.emit({ message: `Skipping because ${action.id} ${why}`, stepId: step.id, status: 'skipped' })
  run.host.leavesOut?.(step)
  for (const effect of action.plan?.({ input, hosts: run.hosts }) ?? [])
    await run.host.record({ stepId: step.id, action: action.id, effect: run.redactor.redact(effect), canUndo: action.undo !== undefined })
  return { ...exampleOutput(action), ...action.planOutput?.({ input, hosts: run.hosts }) }
}

interface Parts {
  readonly input: unknown
  readonly output: Record<string, unknown>
  readonly emit: (message: string) => void
}

function createContext(run: Run, turn: ActionTurn, { input, output, emit }: Parts): ActionContext {
  const { step, action, rendered, state, change } = turn
  const { user } = run.spec
  return {
    input,
    shownInput: rendered.shown,
    workspace: run.workspace,
    signal: run.signal,
    taskId: run.taskId,
    stepId: step.id,
    isDryRun: run.isDryRun,
    user: { ref: user?.ref, entity: user?.entity as Entity | undefined },
    caller: run.caller,
    templateRef: run.spec.templateInfo && stringifyEntityRef(parseRef(run.spec.templateInfo.entityRef)),
    secrets: run.secrets,
    isRetry: turn.isRetry,
    fetch: run.fetch,
    renderer: run.renderer,
    budget: createBudget(run.signal),
    hosts: run.hosts,
    log: emit,
    warn: message => emit(`Warning: ${message}`),
    report: problems => problems.forEach(problem => emit(`Warning: ${showProblem(problem)}`)),
    output: (name, value) => void (output[name] = toJson(value, `The output '${name}' of the step '${step.id}'`)),
    async once(key, work) {
      const place = `${turn.turn}/${key}`
      if (Object.hasOwn(state().once, place)) return state().once[place] as Awaited<ReturnType<typeof work>>
      const result = await work()
      await change({ ...state(), once: { ...state().once, [place]: toJson(result, `The result '${key}'`) ?? null } })
      return result
    },
    wait(request) {
      if (request.topic !== undefined && !run.isTopicOffered(request.topic)) throw topicNotOffered(request.topic)
      if (!run.isDryRun) return waitFor(state(), turn.turn, request)
      run.host.wouldWait?.(step, request)
      return {}
    },
    record: effect =>
      run.host.record({
        stepId: step.id,
        action: action.id,
        effect: run.redactor.redact(effect),
        canUndo: action.undo !== undefined && effect.undo !== undefined,
      }),
    recordPush: push =>
      run.host.recordPush({
        ...push,
        parts: run.parts.list(),
        outputs: run.redactor.redact(Object.fromEntries(Object.entries(state().steps).map(([id, done]) => [id, { output: done.output }]))),
        isSecret: text => run.redactor.redactText(text) !== text,
      }),
    hide(secret) {
      run.redactor.hide(secret)
    },
  }
}

function parseRef(ref: string) {
  const [, kind = 'template', namespace = 'default', name = ref] = /^(?:([^:]+):)?(?:([^/]+)\/)?(.+)$/.exec(ref) ?? []
  return { kind, namespace, name }
}

/** What an action gives must be JSON, and not too much of it. */
function toJson(value: unknown, what: string): unknown {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch (error) {
    throw limitExceeded(`${what} is not JSON: ${(error as Error).message.split('\n')[0]}`)
  }
  if (text === undefined) return undefined
  if (text.length > maxOutputBytes) throw limitExceeded(`${what} is larger than ${maxOutputBytes / 1_000_000} MB`)
  return JSON.parse(text)
}

/** Waits for something without holding a worker: the first time the run ends here, later it goes on with what it waited for. */
export function waitFor(state: RunState, place: string, request: WaitRequest): unknown {
  const got = state.resumed[place]
  if (!got) throw new Paused(request, place)
  if ('error' in got)
    throw new AppError(got.error.name, got.error.message, { ...(got.error.code !== undefined && { code: got.error.code }) })
  return got.value
}
