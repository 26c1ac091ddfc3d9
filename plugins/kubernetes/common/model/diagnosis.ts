/** How an object does, in the words of a status. */
export type HealthState = 'ok' | 'running' | 'pending' | 'warning' | 'error' | 'done' | 'unknown'

/** One thing that is wrong, or that explains a state; shown as a sentence. */
export interface Cause {
  readonly code: CauseCode
  /** The container, where it is about one. */
  readonly container?: string | undefined
  /** What the cluster itself says. */
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly exitCode?: number | undefined
  readonly signal?: number | undefined
  readonly count?: number | undefined
  readonly of?: number | undefined
  readonly at?: string | undefined
  readonly limit?: string | undefined
  readonly image?: string | undefined
}

export type CauseCode =
  | 'out-of-memory'
  | 'exited'
  | 'restarts'
  | 'image'
  | 'container-config'
  | 'waiting'
  | 'init-container'
  | 'unschedulable'
  | 'readiness'
  | 'liveness'
  | 'startup-probe'
  | 'starting'
  | 'evicted'
  | 'node-lost'
  | 'terminating'
  | 'gate'
  | 'no-status'
  | 'failed'
  | 'event'
  | 'replicas-missing'
  | 'replica-failure'
  | 'deadline'
  | 'paused'
  | 'suspended'
  | 'scaled-to-zero'
  | 'job-failed'
  | 'at-maximum'
  | 'cannot-scale'
  | 'no-address'
  | 'condition'

/** What is the matter with an object: a state, the cluster's own word for it, and why. */
export interface Diagnosis {
  readonly state: HealthState
  /** As Kubernetes names it: `CrashLoopBackOff`, `Running`. */
  readonly reason: string
  readonly causes: readonly Cause[]
}

const severity: Readonly<Record<HealthState, number>> = { error: 6, warning: 5, pending: 4, running: 3, unknown: 2, ok: 1, done: 0 }

/** The worst of some states; undefined of none. */
export function worstOf(states: readonly HealthState[]): HealthState | undefined {
  return states.reduce<HealthState | undefined>(
    (worst, state) => (worst === undefined || severity[state] > severity[worst] ? state : worst),
    undefined,
  )
}

/** For lists with the worst first. */
export function bySeverity(one: HealthState, other: HealthState): number {
  return severity[other] - severity[one]
}

/** Whether somebody should look at it. */
export function isProblem(state: HealthState): boolean {
  return state === 'error' || state === 'warning'
}
