import { isRecord } from '@portico/core/common'
import type { StepStatus, TaskEvent } from '@portico/scaffolder/common'

export interface StepState {
  readonly status: StepStatus
  readonly startedAt?: string | undefined
  readonly endedAt?: string | undefined
}

export interface RunError {
  readonly name: string
  readonly message: string
  readonly code?: string | undefined
  readonly stepId?: string | undefined
}

/** How a run ended. */
export interface RunEnd {
  readonly at: string
  readonly output?: Readonly<Record<string, unknown>> | undefined
  readonly error?: RunError | undefined
}

/** What is known of a run from its events. */
export interface RunSnapshot {
  /** The whole log, line by line. */
  readonly lines: readonly string[]
  readonly linesOf: (stepId: string) => readonly string[]
  readonly steps: ReadonlyMap<string, StepState>
  readonly end: RunEnd | undefined
  /** Who cancelled it, in the words of the server. */
  readonly cancelled: string | undefined
  readonly lastId: number
}

export interface RunLogTexts {
  readonly resumed: string
  readonly startedOver: string
}

const flushMs = 50
const none: readonly string[] = []

/** Collects the events of a run. Listeners are told at most every 50 ms, however many events come. */
export function createRunLog(texts: RunLogTexts) {
  const lines: string[] = []
  const byStep = new Map<string, string[]>()
  const steps = new Map<string, StepState>()
  const seenEnds = new Set<number>()
  const listeners = new Set<() => void>()
  let end: RunEnd | undefined
  let cancelled: string | undefined
  let lastId = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let current = toSnapshot()

  function toSnapshot(): RunSnapshot {
    const cut = new Map<string, readonly string[]>()
    const linesOf = (stepId: string) => {
      if (!cut.has(stepId)) cut.set(stepId, byStep.get(stepId)?.slice() ?? none)
      return cut.get(stepId) ?? none
    }
    return { lines: lines.slice(), linesOf, steps: new Map(steps), end, cancelled, lastId }
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    current = toSnapshot()
    listeners.forEach(listener => listener())
  }

  function write(message: string, stepId?: string): void {
    for (const line of message.split(/\r?\n/)) {
      lines.push(line)
      if (stepId === undefined) continue
      const own = byStep.get(stepId)
      if (own) own.push(line)
      else byStep.set(stepId, [line])
    }
  }

  function setStep(stepId: string, status: StepStatus, at: string): void {
    const before = steps.get(stepId)
    if (status === 'processing') steps.set(stepId, { status, startedAt: at })
    else steps.set(stepId, { ...before, status, endedAt: at })
  }

  function restart(strategy: unknown): void {
    end = undefined
    cancelled = undefined
    const isStart = strategy === 'startOver'
    for (const [id, { status }] of [...steps]) if (isStart || status !== 'completed') steps.delete(id)
    write(isStart ? texts.startedOver : texts.resumed)
  }

  function addOne({ id, type, body, createdAt }: TaskEvent): void {
    // Completions come again whatever the last id is.
    if (id <= lastId && (type !== 'completion' || seenEnds.has(id))) return
    lastId = Math.max(lastId, id)
    if (type === 'recovered') return restart(body['recoverStrategy'])
    if (type === 'completion') {
      seenEnds.add(id)
      end = toEnd(body, createdAt)
    }
    if (type === 'cancelled') cancelled = body.message
    if (body.stepId !== undefined && body.status) setStep(body.stepId, body.status, createdAt)
    if (body.message !== undefined) write(body.message, body.stepId)
  }

  return {
    add(events: readonly TaskEvent[]): void {
      events.forEach(addOne)
      if (events.some(({ type }) => type !== 'log')) flush()
      else timer ??= setTimeout(flush, flushMs)
    },
    /** The task runs again: its events are followed on, although it had ended. */
    reopen(): void {
      end = undefined
      flush()
    },
    snapshot: () => current,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function toEnd(body: TaskEvent['body'], at: string): RunEnd {
  const { output, error } = body as { output?: unknown; error?: unknown }
  return {
    at,
    ...(isRecord(output) && { output }),
    ...(isRecord(error) && { error: toError(error) }),
  }
}

function toError(error: Readonly<Record<string, unknown>>): RunError {
  const { name, message, code, stepId } = error
  return {
    name: typeof name === 'string' ? name : 'Error',
    message: typeof message === 'string' ? message : '',
    ...(typeof code === 'string' && { code }),
    ...(typeof stepId === 'string' && { stepId }),
  }
}
