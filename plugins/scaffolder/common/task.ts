import { z } from 'zod'
import { ApprovalDemand } from './approval.ts'

export const TaskStatus = z.enum(['open', 'processing', 'completed', 'failed', 'cancelled', 'skipped'])
export type TaskStatus = z.output<typeof TaskStatus>

export const StepStatus = z.enum(['processing', 'completed', 'failed', 'skipped', 'cancelled'])
export type StepStatus = z.output<typeof StepStatus>

/** Values of any kind, by name. */
export const JsonObject = z.record(z.string(), z.unknown())
export type JsonObject = z.output<typeof JsonObject>

/** How much a request about a task may hold. Values may hold uploaded files. */
export const taskLimits = {
  secrets: 100,
  secretNameLength: 256,
  secretLength: 20_000,
  allSecretsLength: 65_536,
  values: 1000,
  valuesLength: 8_000_000,
  refLength: 1000,
  idLength: 200,
  urlLength: 4000,
  repeated: 500,
} as const

/** What a task waits for without holding a worker. */
export const TaskWaiting = z.object({
  kind: z.enum(['approval', 'time', 'event', 'webhook']),
  stepId: z.string(),
  since: z.string(),
  /** When it stops waiting. */
  until: z.string().optional(),
  /** Entity refs of the groups and users whose yes is still needed. */
  approvers: z.array(z.string()).optional(),
  /** Of an approval: all of them must be met. */
  demands: z.array(ApprovalDemand).optional(),
  reason: z.string().optional(),
  topic: z.string().optional(),
})
export type TaskWaiting = z.output<typeof TaskWaiting>

/** A task that waits for the yes of somebody. */
export const Approval = z.object({
  taskId: z.string(),
  templateRef: z.string().optional(),
  createdBy: z.string().optional(),
  waiting: TaskWaiting,
})

/** A step as the task runs it: its id and name are always there. */
export const TaskStep = z.looseObject({
  id: z.string(),
  name: z.string(),
  action: z.string(),
  input: JsonObject.optional(),
  if: z.union([z.string(), z.boolean()]).optional(),
  each: z.unknown().optional(),
})
export type TaskStep = z.output<typeof TaskStep>

/** What a task runs, fixed when it is created: a template that changes later does not change it. */
export const TaskSpec = z.looseObject({
  apiVersion: z.string(),
  steps: z.array(TaskStep),
  output: JsonObject,
  parameters: JsonObject,
  user: z.object({ entity: z.unknown().optional(), ref: z.string().optional() }).optional(),
  templateInfo: z
    .object({
      entityRef: z.string(),
      baseUrl: z.string().optional(),
      entity: z.object({ metadata: JsonObject }).optional(),
      stepsDigest: z.string().optional(),
    })
    .optional(),
  /** Secrets that debug:log and the output may use. */
  secretsInLogs: z.array(z.string()).optional(),
  EXPERIMENTAL_recovery: z.looseObject({ EXPERIMENTAL_strategy: z.enum(['none', 'startOver']).optional() }).optional(),
})
export type TaskSpec = z.output<typeof TaskSpec>

/** One run of a template. Secrets are never part of it. */
export const Task = z.object({
  id: z.string(),
  spec: TaskSpec,
  status: TaskStatus,
  createdAt: z.string(),
  lastHeartbeatAt: z.string().optional(),
  createdBy: z.string().optional(),
  /** Who ran it again. */
  retriedBy: z.array(z.string()).optional(),
  waiting: TaskWaiting.optional(),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  /** Somebody cancelled it. One that ran is `failed` then, as clients expect. */
  isCancelled: z.boolean().optional(),
})
export type Task = z.output<typeof Task>

export const TaskEventType = z.enum(['log', 'completion', 'cancelled', 'recovered'])
export type TaskEventType = z.output<typeof TaskEventType>

/** One thing that happened in a task. Ids rise over all tasks. */
export const TaskEvent = z.object({
  id: z.number().int(),
  taskId: z.string(),
  type: TaskEventType,
  body: z.looseObject({ message: z.string().optional(), stepId: z.string().optional(), status: StepStatus.optional() }),
  createdAt: z.string(),
  isTaskRecoverable: z.boolean().optional(),
})
export type TaskEvent = z.output<typeof TaskEvent>

/** Whether a task has ended. */
export function hasEnded(status: TaskStatus): boolean {
  return status !== 'open' && status !== 'processing'
}

/** The status that people see: a task that was cancelled while it ran is `failed` on the wire. */
export function outcomeOf({ status, isCancelled }: Pick<Task, 'status' | 'isCancelled'>): TaskStatus {
  return status === 'failed' && isCancelled === true ? 'cancelled' : status
}

/** The files of a run that can be downloaded. */
export const TaskFiles = z.object({
  files: z.array(z.object({ path: z.string(), size: z.number().int() })),
  /** How many are left out, because they hold a secret. */
  leftOut: z.number().int(),
  /** When they are removed; absent while the run goes on. */
  keptUntil: z.string().optional(),
})
export type TaskFiles = z.output<typeof TaskFiles>

/** One thing that a run has made, and whether it can be undone. */
export const LedgerEntry = z.object({
  id: z.number().int(),
  stepId: z.string(),
  action: z.string(),
  /** repository, pull-request, location, webhook, … */
  kind: z.string(),
  title: z.string(),
  /** Where people see it. */
  address: z.string().optional(),
  canUndo: z.boolean(),
  createdAt: z.string(),
  undoneAt: z.string().optional(),
  undoError: z.string().optional(),
})
export type LedgerEntry = z.output<typeof LedgerEntry>

/** One thing that a step would make or change. */
export const PlannedEffect = z.object({
  stepId: z.string(),
  action: z.string(),
  kind: z.string(),
  title: z.string(),
  address: z.string().optional(),
  canUndo: z.boolean(),
})
export type PlannedEffect = z.output<typeof PlannedEffect>

/** An approval that a step would wait for; a step may wait for several. */
export const PlannedApproval = z.object({
  stepId: z.string(),
  stepName: z.string(),
  from: ApprovalDemand.shape.from.optional(),
  /** Entity refs of groups and users, one of whom must approve. */
  approvers: z.array(z.string()),
  reason: z.string().optional(),
})
export type PlannedApproval = z.output<typeof PlannedApproval>
