import type { Principal } from '@portico/core/server'
import type { StepStatus, TaskSpec, TaskStep, TemplatePart } from '@portico/scaffolder/common'
import type { Effect, Fetching, PushedFiles } from '../actions/action.ts'
import type { ActionRegistry } from '../actions/registry.ts'
import type { PartTracker } from '../provenance/template-parts.ts'
import type { Renderer } from '../rendering/renderer.ts'
import type { TimedDemand } from '../tasks/approval-rules.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { Redactor } from './redactor.ts'
import type { WaitRequest } from './wait-request.ts'

/** How one step ended. */
export interface StepRecord {
  readonly status: 'completed' | 'failed' | 'skipped'
  readonly output: Readonly<Record<string, unknown>>
}

/** What a run has done so far. Plain data: with it and the workspace, another server can go on. */
export interface RunState {
  readonly steps: Readonly<Record<string, StepRecord>>
  /** The step that is under way, where it may not be run again. */
  readonly current?: string | undefined
  /** Results of what must be done only once, by step and key. */
  readonly once: Readonly<Record<string, unknown>>
  /** What waiting steps have got, by place. */
  readonly resumed: Readonly<Record<string, Resumed>>
  /** What was decided about steps that need a yes, by their ids. Not among `resumed`: nothing that a step waits for can be taken for a yes. */
  readonly approved?: Readonly<Record<string, Resumed>> | undefined
  /** The files were too many to be kept: a run that is interrupted has to start over. */
  readonly isWorkspaceLost?: boolean | undefined
  /** Texts that must stay hidden, beside the secrets. */
  readonly hidden: readonly string[]
  readonly failure?: RunFailure | undefined
  /** What was fetched so far. */
  readonly parts?: readonly TemplatePart[] | undefined
}

export interface RunFailure {
  readonly name: string
  readonly message: string
  /** What screens that know the scaffolder look at, as `scaffolder.refused`. */
  readonly code?: string | undefined
  readonly stepId?: string | undefined
}

/** How a wait ended: with a value, or with the reason why the step fails. */
export type Resumed = { readonly value: unknown } | { readonly error: RunFailure }

export const emptyState: RunState = { steps: {}, once: {}, resumed: {}, hidden: [] }

export interface LogEntry {
  readonly message: string
  readonly stepId?: string | undefined
  readonly status?: StepStatus | undefined
}

/** A workspace that was pushed into a new repository, with what it was made of. */
export interface PushRecord extends PushedFiles {
  readonly parts: readonly TemplatePart[]
  /** The outputs of the steps so far, without secrets. */
  readonly outputs: Readonly<Record<string, unknown>>
  readonly isSecret: (text: string) => boolean
}

/** What a run tells and asks. A task, a dry run and the command line each have their own. */
export interface RunHost {
  emit(entry: LogEntry): void
  /** Writes which step comes next, before anything of it happens; undefined after the last. Throws when the run is no longer this server's. */
  begin(stepId: string | undefined): Promise<void>
  /** Stores the state; what was emitted before it is stored with it. Throws when the run is no longer this server's. */
  save(state: RunState): Promise<void>
  record(entry: { readonly stepId: string; readonly action: string; readonly effect: Effect; readonly canUndo: boolean }): Promise<void>
  recordPush(push: PushRecord): Promise<void>
  mayExecute(action: string, input: unknown): Promise<boolean>
  /** The approvals that a step needs before it runs. */
  gate(step: TaskStep, approval: unknown): Promise<readonly TimedDemand[]>
  /** Whether a dry run leaves a step out, because config demands an approval that it does not ask for. */
  isHeldBack?(step: TaskStep): boolean
  /** A dry run leaves a step out that a run would run: its action changes something outside. */
  leavesOut?(step: TaskStep): void
  /** A dry run waits for nothing; this is told what a run would wait for. */
  wouldWait?(step: TaskStep, request: WaitRequest): void
}

export interface Run {
  readonly taskId: string
  readonly spec: TaskSpec
  readonly secrets: Readonly<Record<string, string>>
  readonly environment: { readonly parameters: Readonly<Record<string, unknown>>; readonly secrets: Readonly<Record<string, string>> }
  readonly caller: Principal
  readonly isDryRun: boolean
  /** A user asked for it: a step that was interrupted may run again. */
  readonly isRetried: boolean
  /** The server that ran it before stopped. */
  readonly isRecovered: boolean
  readonly actions: ActionRegistry
  readonly renderer: Renderer
  readonly workspace: Workspace
  readonly fetch: Fetching
  readonly parts: PartTracker
  readonly hosts: Readonly<Record<string, string>>
  readonly redactor: Redactor
  readonly signal: AbortSignal
  /** Whether steps may wait for events of a topic. */
  readonly isTopicOffered: (topic: string) => boolean
  readonly host: RunHost
}

/** Thrown by a step that waits: the run ends without an end, and goes on later. */
export class Paused extends Error {
  override readonly name = 'Paused'
  readonly request: WaitRequest
  /** Where in the run it waits. */
  readonly place: string
  /** It waits to begin. */
  readonly isGate: boolean
  constructor(request: WaitRequest, place: string, isGate = false) {
    super('The step waits')
    this.isGate = isGate
    this.request = request
    this.place = place
  }
}
