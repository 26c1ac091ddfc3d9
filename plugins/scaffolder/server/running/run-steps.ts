import { AppError, conflictError } from '@portico/core/common'
import { demandsOf, undeclaredSecret, type TaskStep, type TaskWaiting } from '@portico/scaffolder/common'
import { showProblem } from '../rendering/render-value.ts'
import { secretShown } from '../errors.ts'
import { asksForFailure, iterationsOf, meetsCondition } from './conditions.ts'
import { passGate } from './gate.ts'
import { renderOutput } from './run-output.ts'
import { runAction } from './run-action.ts'
import { Paused, type Run, type RunFailure, type RunState, type StepRecord } from './run.ts'
import { createContexts, type Contexts, type Iteration } from './step-input.ts'

export type RunOutcome =
  | { readonly status: 'completed'; readonly output: Readonly<Record<string, unknown>> }
  | { readonly status: 'failed'; readonly error: RunFailure }
  | {
      readonly status: 'waiting'
      readonly waiting: TaskWaiting
      readonly place: string
      readonly details: Readonly<Record<string, unknown>>
    }

/** Thrown by a host that no longer owns the run: nothing more may be written about it. */
export class RunLost extends Error {
  override readonly name = 'RunLost'
}

/** The database was away for too long: the job is tried again, here or elsewhere. */
export class RunSuspended extends RunLost {}

const saveEveryMs = 500

/** Runs the steps that have not ended yet, one after the other. Everything that it does goes through the run's host. */
export async function runSteps(run: Run, from: RunState): Promise<RunOutcome> {
  const contexts = createContexts(run)
  const shown = undeclaredSecret(run.spec.output, run.spec.secretsInLogs)
  // Before the first step, and not after the last: what a run has made stays.
  if (shown) return { status: 'failed', error: toFailure(secretShown(`output.${shown.path}`, shown.name), undefined, run) }
  const unknown = run.spec.steps.find(step => step.if === undefined && !run.actions.has(step.action))
  if (unknown) return refuseUnknown(run, unknown)
  let state = from
  let savedAt = performance.now()
  const change = async (next: RunState) => {
    state = { ...next, hidden: run.redactor.list(), parts: run.parts.list() }
    await run.host.save(state)
    savedAt = performance.now()
  }
  /** What may be done again is stored with what comes next, or soon. */
  const keep = async (next: RunState, isRepeatable: boolean) => {
    state = next
    if (!isRepeatable || performance.now() - savedAt >= saveEveryMs) await change(next)
  }
  const interrupted = from.current

  for (const step of run.spec.steps) {
    if (state.steps[step.id]) continue
    run.host.emit({ message: `Beginning step ${step.name}`, stepId: step.id, status: 'processing' })
    try {
      const record = await runStep(run, contexts, { step, state: () => state, change, keep, wasInterrupted: interrupted === step.id })
      run.host.emit({
        message: record.status === 'skipped' ? `Skipped step ${step.name}` : `Finished step ${step.name}`,
        stepId: step.id,
        status: record.status,
      })
      const isRepeatable = record.status === 'skipped' || run.actions.get(step.action).isIdempotent
      await keep({ ...state, current: undefined, steps: { ...state.steps, [step.id]: record } }, isRepeatable)
    } catch (error) {
      if (error instanceof RunLost || (run.signal.aborted && run.signal.reason instanceof RunLost)) throw error
      if (error instanceof Paused) return pause(run, step, error, { state, change })
      const failure = toFailure(error, step.id, run)
      run.host.emit({ message: failure.message, stepId: step.id, status: 'failed' })
      const ended = { ...state, current: undefined, steps: { ...state.steps, [step.id]: { status: 'failed', output: {} } as const } }
      await change({ ...ended, failure: state.failure ?? failure })
    }
  }
  if (state.failure) return { status: 'failed', error: state.failure }
  await run.host.begin(undefined)
  return { status: 'completed', output: await renderOutput(run, contexts, state) }
}

/** A step that cannot run fails the run before the first step: nothing was made that somebody has to take back. */
function refuseUnknown(run: Run, step: TaskStep): RunOutcome {
  const failure = toFailure(run.actions.notFound(step.action), step.id, run)
  run.host.emit({ message: failure.message, stepId: step.id, status: 'failed' })
  return { status: 'failed', error: failure }
}

async function pause(
  run: Run,
  step: TaskStep,
  { request, place, isGate }: Paused,
  { state, change }: { readonly state: RunState; readonly change: (next: RunState) => Promise<void> },
): Promise<RunOutcome> {
  const { output: details = {}, ...rest } = request
  const wanted = request.kind === 'approval' ? withDemands(rest) : rest
  run.host.emit({ message: waitingLine(wanted), stepId: step.id })
  await change({ ...state, current: undefined })
  const waiting = { ...wanted, stepId: step.id, since: new Date().toISOString() }
  return { status: 'waiting', waiting, place, details: { ...details, ...(isGate && { isGate }) } }
}

interface StepTurn {
  readonly step: TaskStep
  readonly state: () => RunState
  readonly change: (next: RunState) => Promise<void>
  readonly keep: (next: RunState, isRepeatable: boolean) => Promise<void>
  readonly wasInterrupted: boolean
}

async function runStep(run: Run, contexts: Contexts, turn: StepTurn): Promise<StepRecord> {
  const { step, state } = turn
  // A run that was cancelled does not clean up either.
  if (state().failure && (run.signal.aborted || !asksForFailure(step))) return { status: 'skipped', output: {} }
  run.signal.throwIfAborted()
  await run.host.begin(step.id)
  const iterations = await iterationsOf(run, contexts, step, state())
  if (!iterations) return (await runOnce(run, contexts, turn, undefined)) ?? { status: 'skipped', output: {} }
  const outputs = new Map<string, unknown[]>()
  let isSkipped = iterations.length > 0
  for (const each of iterations) {
    run.signal.throwIfAborted()
    const done = await runOnce(run, contexts, turn, each)
    isSkipped &&= done?.status === 'skipped'
    for (const [name, value] of Object.entries(done?.output ?? {})) outputs.set(name, [...(outputs.get(name) ?? []), value])
  }
  return { status: isSkipped ? 'skipped' : 'completed', output: Object.fromEntries(outputs) }
}

/** One turn; undefined when its condition is not met. */
async function runOnce(run: Run, contexts: Contexts, turn: StepTurn, each: Iteration | undefined): Promise<StepRecord | undefined> {
  const { step, state, change, keep, wasInterrupted } = turn
  const place = each ? `${step.id}#${each.key}` : step.id
  const known = state().once[place] as StepRecord['output'] | undefined
  if (known) return { status: 'completed', output: known }
  const { isMet, problems } = await meetsCondition(run, contexts, { step, state: state(), each })
  for (const problem of problems) run.host.emit({ message: `Warning: ${showProblem(problem)}`, stepId: step.id })
  if (!isMet) return undefined
  const action = run.actions.get(step.action)
  const shown = action.showsInput ? undeclaredSecret(step.input, run.spec.secretsInLogs) : undefined
  if (shown) throw secretShown(`${shown.path} of ${action.id}`, shown.name)
  const rendered = await contexts.input(step.input ?? {}, state(), { path: `steps.${step.id}.input`, each })
  await passGate(run, contexts, step, state())
  if (wasInterrupted && !action.isIdempotent && !run.isRetried) throw interruptedStep(step)
  if (!action.isIdempotent && state().current !== step.id) await change({ ...state(), current: step.id })
  const record = await runAction(run, { step, action, rendered, state, change, isRetry: run.isRecovered || run.isRetried, turn: place })
  run.signal.throwIfAborted()
  if (each) await keep({ ...state(), once: { ...state().once, [place]: record.output } }, action.isIdempotent)
  return record
}

function waitingLine(waiting: Omit<TaskWaiting, 'stepId' | 'since'>): string {
  const { kind, until, topic, reason } = waiting
  const end = until === undefined ? '' : `, until ${until}`
  const asked =
    kind === 'approval'
      ? demandsOf(waiting)
          .map(({ approvers }) => approvers.join(', '))
          .join('; and of ')
      : ''
  if (kind === 'approval') return `Waiting for the approval of ${asked || 'an approver'}${end}${reason === undefined ? '' : `: ${reason}`}`
  if (kind === 'time') return `Waiting${end}`
  return kind === 'event' ? `Waiting for an event '${topic ?? ''}'${end}` : `Waiting for a webhook${end}`
}

function interruptedStep({ id, action }: TaskStep) {
  return conflictError(
    `The server stopped while the step '${id}' ran, and whether ${action} took effect is not known. Look before you retry: a retry runs it again`,
    { code: 'scaffolder.interrupted' },
  )
}

/** Who is asked by all demands together, and why by the first. */
function withDemands(wanted: Omit<TaskWaiting, 'stepId' | 'since'>): Omit<TaskWaiting, 'stepId' | 'since'> {
  const demands = [...demandsOf(wanted)]
  const reason = demands.find(demand => demand.reason !== undefined)?.reason
  return {
    ...wanted,
    demands,
    approvers: [...new Set(demands.flatMap(({ approvers }) => approvers))],
    ...(reason !== undefined && { reason }),
  }
}

/** An error as people may see it. Anything unexpected says only what it is. */
function toFailure(error: unknown, stepId: string | undefined, run: Run): RunFailure {
  const reason = run.signal.aborted ? (run.signal.reason as unknown) : error
  const { name, message } = reason instanceof Error ? reason : new AppError('Error', String(reason))
  const code = reason instanceof AppError ? reason.code : undefined
  return {
    name,
    message: run.redactor.redactText(message || name),
    ...(code !== undefined && { code }),
    ...(stepId !== undefined && { stepId }),
  }
}
