import { defineContract, get, post } from '@portico/core/common'
import { ScmIntegration } from '@portico/integrations/common'
import { z } from 'zod'
import { CheckedTemplate, ExpressionResult, expressionLimits, TemplateFiles } from './authoring.ts'
import { EntityProvenance, TaskStatistics } from './insights.ts'
import { ListedAction, ParameterSchema, TemplatingExtensions } from './listed.ts'
import { NewTask, ref, Secrets, Values } from './new-task.ts'
import { UpgradeDiff, ProvenanceRecord, ProvenanceDetails, ProvenanceSummary, StartedUpgrades } from './provenance.ts'
import {
  dryRunPermission,
  taskCreatePermission,
  taskUndoPermission,
  templateManagementPermission,
  templateUpgradePermission,
} from './permissions.ts'
import {
  Approval,
  JsonObject,
  LedgerEntry,
  PlannedApproval,
  PlannedEffect,
  StepStatus,
  Task,
  TaskEvent,
  TaskFiles,
  taskLimits,
  TaskStatus,
  TaskStep,
} from './task.ts'

const bodyLimit = 10_000_000

/** A query parameter that may be repeated. */
function repeated<Z extends z.ZodType>(item: Z) {
  return z
    .union([item, z.array(item).max(taskLimits.repeated)])
    .transform(value => (Array.isArray(value) ? value : [value]) as z.output<Z>[])
}

const whole = z
  .string()
  .regex(/^\d{1,15}$/, 'expected a whole number')
  .transform(Number)
const text = z.string().max(taskLimits.refLength)
const after = z.object({ after: whole.optional() })
const InputFile = z.object({ path: z.string().min(1).max(1024), base64Content: z.string() })

export const DryRunInput = z.object({
  template: JsonObject,
  values: Values,
  secrets: Secrets.optional(),
  directoryContents: z.array(InputFile).max(10_000).default([]),
})
export type DryRunInput = z.output<typeof DryRunInput>

export const DryRunResult = z.object({
  log: z.array(z.object({ body: z.looseObject({ message: z.string(), stepId: z.string().optional(), status: StepStatus.optional() }) })),
  output: JsonObject,
  steps: z.array(TaskStep),
  directoryContents: z.array(z.object({ path: z.string(), executable: z.boolean(), base64Content: z.string() })),
  /** What the steps would have made outside the workspace. */
  effects: z.array(PlannedEffect),
  /** The approvals that a run would wait for. */
  approvals: z.array(PlannedApproval),
})
export type DryRunResult = z.output<typeof DryRunResult>

export const scaffolderApi = defineContract('scaffolder', {
  getParameterSchema: get('/v2/templates/:namespace/:kind/:name/parameter-schema', {
    access: 'signed-in',
    summary: 'The form of a template, without the pages that the caller may not see',
    reply: ParameterSchema,
  }),
  listActions: get('/v2/actions', { access: 'signed-in', summary: 'The installed actions, by id', reply: z.array(ListedAction) }),
  createTask: post('/v2/tasks', {
    access: { permission: taskCreatePermission },
    summary: 'Runs a template',
    body: NewTask,
    bodyLimit,
    reply: z.object({ id: z.string() }),
    status: 201,
  }),
  listTasks: get('/v2/tasks', {
    access: 'signed-in',
    summary: 'Tasks, the newest first',
    query: z.object({
      createdBy: repeated(text).optional(),
      status: repeated(TaskStatus).optional(),
      /** Only those that were cancelled, or only the others. */
      isCancelled: z.stringbool().optional(),
      templateRef: repeated(text).optional(),
      order: repeated(text).optional(),
      limit: whole.optional(),
      offset: whole.optional(),
    }),
    reply: z.object({ tasks: z.array(Task), totalTasks: z.number().int() }),
  }),
  getTask: get('/v2/tasks/:taskId', { access: 'signed-in', summary: 'One task', reply: Task }),
  cancelTask: post('/v2/tasks/:taskId/cancel', {
    access: 'signed-in',
    summary: 'Cancels a task; one that has ended stays as it is',
    reply: z.object({ status: z.literal('cancelled') }),
    status: 200,
  }),
  retryTask: post('/v2/tasks/:taskId/retry', {
    access: { permission: taskCreatePermission },
    summary: 'Runs a task that has ended again, from its failed step where its workspace was kept',
    body: z
      .object({
        secrets: Secrets.optional(),
        /** From the first step, although the workspace was kept. */
        startOver: z.boolean().optional(),
      })
      .default({}),
    bodyLimit,
    reply: z.object({ id: z.string() }),
    status: 201,
  }),
  listTaskEvents: get('/v2/tasks/:taskId/events', {
    access: 'signed-in',
    summary: 'The events after an id; waits up to 30 s for one',
    query: after,
    reply: z.array(TaskEvent),
  }),
  streamTaskEvents: get('/v2/tasks/:taskId/eventstream', {
    access: 'signed-in',
    summary: 'Streams the events after an id',
    query: after,
    events: { log: TaskEvent, completion: TaskEvent, cancelled: TaskEvent, recovered: TaskEvent },
  }),
  dryRun: post('/v2/dry-run', {
    access: { permission: dryRunPermission },
    summary: 'Runs a template without effects',
    body: DryRunInput,
    bodyLimit,
    reply: DryRunResult,
    status: 200,
  }),
  autocomplete: post('/v2/autocomplete/:provider/:resource', {
    access: 'signed-in',
    reads: true,
    summary: 'What a host has, seen with a token of the caller',
    body: z.object({
      token: z.string().min(1).max(taskLimits.secretLength),
      context: z
        .record(z.string().max(taskLimits.secretNameLength), z.string().max(taskLimits.refLength))
        .refine(context => Object.keys(context).length <= taskLimits.secrets, `has more than ${taskLimits.secrets} entries`)
        .default({}),
    }),
    reply: z.object({ results: z.array(z.object({ id: z.string(), title: z.string().optional() })) }),
    status: 200,
  }),
  listIntegrations: get('/v2/integrations', {
    access: 'signed-in',
    summary: 'The hosts that repositories can be made at, all or some, as the plugin integrations tells them',
    query: z.object({ allowedHosts: repeated(text).optional() }),
    reply: z.object({ integrations: z.array(ScmIntegration) }),
  }),
  listTemplatingExtensions: get('/v2/templating-extensions', {
    access: 'signed-in',
    summary: 'The filters and globals that templates may use',
    reply: TemplatingExtensions,
  }),
  planTask: post('/v2/plan', {
    access: { permission: taskCreatePermission },
    reads: true,
    summary: 'What a run of a template would make, without making it',
    body: NewTask,
    bodyLimit,
    reply: DryRunResult,
    status: 200,
  }),
  listTaskFiles: get('/v2/tasks/:taskId/files', {
    access: 'signed-in',
    summary: 'The files that a task has made, without those that hold a secret',
    reply: TaskFiles,
  }),
  downloadTaskFiles: get('/v2/tasks/:taskId/archive', {
    access: 'signed-in',
    summary: 'The same files as a compressed tar file',
    raw: true,
  }),
  getLedger: get('/v2/tasks/:taskId/ledger', {
    access: 'signed-in',
    summary: 'What a task has made, the newest first',
    reply: z.object({ entries: z.array(LedgerEntry) }),
  }),
  listProvenance: get('/v2/origins', {
    access: 'signed-in',
    summary: 'The repositories that templates made, the newest first, and whether their templates have changed since',
    query: z.object({
      templateRef: repeated(text).optional(),
      isOutdated: z.stringbool().optional(),
      limit: whole.optional(),
      offset: whole.optional(),
    }),
    reply: z.object({ items: z.array(ProvenanceRecord), summary: ProvenanceSummary }),
  }),
  getEntityProvenance: get('/v2/entities/:kind/:namespace/:name/origin', {
    access: 'signed-in',
    summary: 'The template that made an entity, with which answers, and whether it has changed since',
    reply: z.object({ origin: EntityProvenance.optional() }),
  }),
  getTaskStatistics: get('/v2/task-statistics', {
    access: 'signed-in',
    summary: 'How many tasks there are by status, how many succeeded and how long they took',
    query: z.object({ createdBy: repeated(text).optional(), templateRef: repeated(text).optional() }),
    reply: TaskStatistics,
  }),
  renderExpression: post('/v2/expressions', {
    access: 'signed-in',
    reads: true,
    summary: 'Renders an expression with given values, to try filters out',
    body: z.object({ source: z.string().max(expressionLimits.source), values: Values.default({}) }),
    bodyLimit: expressionLimits.bytes,
    reply: ExpressionResult,
    status: 200,
  }),
  checkTemplate: post('/v2/check-template', {
    access: { permission: templateManagementPermission },
    reads: true,
    summary: 'Reads the text of a template and finds what is wrong with it, line by line',
    body: z.object({ text: z.string().max(300_000), directoryContents: z.array(InputFile).max(10_000).default([]) }),
    bodyLimit,
    reply: CheckedTemplate,
    status: 200,
  }),
  readTemplateFiles: post('/v2/template-files', {
    access: { permission: templateManagementPermission },
    reads: true,
    summary: 'The files of a template: of one in the catalog, or at an address',
    body: z.union([z.object({ templateRef: ref }), z.object({ url: z.url({ protocol: /^https?$/ }).max(taskLimits.urlLength) })]),
    reply: TemplateFiles,
    status: 200,
  }),
  undoTask: post('/v2/tasks/:taskId/undo', {
    access: { permission: taskUndoPermission },
    summary: 'Undoes what an ended task has made, the newest first, as far as its actions can',
    body: z.object({ secrets: Secrets.optional() }).default({}),
    reply: z.object({ entries: z.array(LedgerEntry) }),
    status: 200,
  }),
  listApprovals: get('/v2/approvals', {
    access: 'signed-in',
    summary: 'The tasks that wait for a yes of the caller',
    reply: z.object({ items: z.array(Approval) }),
  }),
  decideApproval: post('/v2/tasks/:taskId/approval', {
    access: 'user',
    guests: 'refused',
    summary: 'Approves or refuses the step that a task waits for',
    body: z.object({
      stepId: z.string().max(taskLimits.idLength),
      decision: z.enum(['approve', 'refuse']),
      reason: z.string().max(2000).optional(),
    }),
    reply: Task,
    status: 200,
  }),
  fireWebhook: post('/v2/hooks/:token', {
    access: 'public',
    summary: 'Lets a task that waits for this webhook go on; the body becomes the output of the step',
    body: z.unknown(),
    bodyLimit: 100_000,
    reply: z.object({ status: z.literal('received') }),
    status: 200,
  }),
  getProvenance: get('/v2/origins/:originId', {
    access: 'signed-in',
    summary: 'One repository that a template made, with the answers that it was made with',
    reply: ProvenanceDetails,
  }),
  getUpgradeDiff: get('/v2/origins/:originId/drift', {
    access: 'signed-in',
    summary: 'What an upgrade to the current version of its template would change in a repository',
    reply: UpgradeDiff,
  }),
  startUpgrades: post('/v2/upgrades', {
    access: { permission: templateUpgradePermission },
    summary: 'Opens pull requests that bring repositories to the current version of their template, each by a task of its own',
    body: z
      .object({
        originIds: z.array(z.string().max(taskLimits.idLength)).min(1).max(500).optional(),
        /** All repositories of a template that are outdated. */
        templateRef: ref.optional(),
        /** Answers to what the template asks since. */
        values: Values.optional(),
        secrets: Secrets.optional(),
      })
      .refine(({ originIds, templateRef }) => (originIds === undefined) !== (templateRef === undefined), 'either originIds or templateRef'),
    reply: StartedUpgrades,
    status: 202,
  }),
})
