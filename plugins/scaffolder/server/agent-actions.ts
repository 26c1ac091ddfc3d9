import { catalogApi, entityRefOf, parseEntityRef } from '@portico/catalog/common'
import { defineAction, type PluginClient } from '@portico/core/server'
import { hasEnded, outcomeOf, scaffolderApi, type Task, type TaskEvent } from '@portico/scaffolder/common'
import { z } from 'zod'

const templateRef = z.string().min(1).max(500).describe('The ref of a template, such as template:default/new-service')
const taskId = z.string().min(1).max(200).describe('The id of a run')
const values = z.record(z.string(), z.unknown()).default({}).describe('The answers to the form, as describe-template lists them')
const reads = { readOnly: true, idempotent: true } as const
const scope = 'templates:read'
const maxEvents = 100

/** What agents can do with templates. */
export function templateActions({ client }: { readonly client: PluginClient }) {
  return [
    defineAction({
      name: 'list-templates',
      title: 'List templates',
      description: 'The templates that the user may see, a page at a time: what each makes, its type, owner and tags',
      attributes: reads,
      scope,
      input: z.object({
        text: z.string().max(200).optional(),
        limit: z.int().min(1).max(100).default(30),
        cursor: z.string().max(5000).optional().describe('`next` of the page before'),
      }),
      output: z.unknown(),
      run: async ({ input, caller }) => {
        const first = { filter: ['kind=template'], ...(input.text !== undefined && { fullTextFilterTerm: input.text }) }
        const query = { ...(input.cursor === undefined ? first : { cursor: input.cursor }), limit: input.limit }
        const { items, totalItems, pageInfo } = await client.onBehalfOf(caller).call(catalogApi.queryEntities, { query })
        return {
          total: totalItems,
          items: items.map(entity => ({
            ref: entityRefOf(entity),
            title: entity.metadata.title,
            description: entity.metadata.description?.slice(0, 300),
            type: entity.spec?.['type'],
            owner: entity.spec?.['owner'],
            tags: entity.metadata.tags,
          })),
          next: pageInfo.nextCursor,
        }
      },
    }),
    defineAction({
      name: 'describe-template',
      title: 'Form of a template',
      description: 'What a template asks: the fields of its form as JSON Schema, page by page',
      attributes: reads,
      scope,
      input: z.object({ templateRef }),
      output: z.unknown(),
      run: async ({ input, call }) => {
        const { title, description, steps } = await call(scaffolderApi.getParameterSchema, {
          params: parseEntityRef(input.templateRef, { defaultKind: 'template' }),
        })
        return { title, description, pages: steps.map(({ title: page, schema }) => ({ title: page, schema: withoutLooks(schema) })) }
      },
    }),
    defineAction({
      name: 'plan-template',
      title: 'Plan a run',
      description: 'What a run of a template would make with these values, and which approvals it would wait for, without making anything',
      attributes: reads,
      scope,
      input: z.object({ templateRef, values }),
      output: z.unknown(),
      run: async ({ input, call, signal }) => {
        signal.throwIfAborted()
        return toShortPlan(await call(scaffolderApi.planTask, { body: input }))
      },
    }),
    defineAction({
      name: 'dry-run-template',
      title: 'Try a template out',
      description:
        'Runs a template that is still being written, given as a document, without effects: its log, the files it would make, and what it would do',
      attributes: reads,
      scope: 'templates:write',
      input: z.object({ template: z.record(z.string(), z.unknown()).describe('The template entity, as JSON'), values }),
      output: z.unknown(),
      run: async ({ input, call }) => toShortPlan(await call(scaffolderApi.dryRun, { body: input })),
    }),
    defineAction({
      name: 'run-template',
      title: 'Run a template',
      description:
        'Runs a template with the given values, as the user. Plan it first. Answers with the id of the run: follow-run says how it goes.',
      attributes: { destructive: true, idempotent: false },
      scope: 'templates:run',
      input: z.object({ templateRef, values }),
      output: z.unknown(),
      run: async ({ input, call }) => call(scaffolderApi.createTask, { body: input }),
    }),
    defineAction({
      name: 'list-runs',
      title: 'Runs of templates',
      description: 'The runs of templates that the user may see, the newest first; by default those of the user',
      attributes: reads,
      scope,
      input: z.object({
        mine: z.boolean().default(true),
        templateRef: templateRef.optional(),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(100).default(20),
      }),
      output: z.unknown(),
      run: async ({ input, call, caller }) => {
        const { tasks, totalTasks } = await call(scaffolderApi.listTasks, {
          query: {
            limit: String(input.limit),
            offset: String(input.offset),
            ...(input.mine && caller.type === 'user' && { createdBy: caller.userEntityRef }),
            ...(input.templateRef !== undefined && { templateRef: input.templateRef }),
          },
        })
        const nextOffset = input.offset + tasks.length
        return { total: totalTasks, items: tasks.map(toShortTask), ...(nextOffset < totalTasks && { nextOffset }) }
      },
    }),
    defineAction({
      name: 'follow-run',
      title: 'Follow a run',
      description:
        'The status of a run, and its log after an event. Where nothing new has happened it waits up to 30 seconds: call it again with `next` until `hasEnded`.',
      attributes: reads,
      scope,
      input: z.object({ taskId, after: z.int().min(0).optional().describe('`next` of the call before') }),
      output: z.unknown(),
      run: async ({ input, call }) => {
        const params = { taskId: input.taskId }
        const before = await call(scaffolderApi.getTask, { params })
        const { after = -1 } = input
        // Of a run that has ended all events are read, since nobody would wake whoever waits for more.
        const isOver = hasEnded(before.status) || input.after === undefined
        const read = await call(scaffolderApi.listTaskEvents, { params, query: isOver ? {} : { after: String(after) } })
        const events = read.filter(({ id }) => id > after)
        const shown = events.slice(-maxEvents)
        const task = await call(scaffolderApi.getTask, { params })
        return {
          ...toShortTask(task),
          hasEnded: hasEnded(task.status),
          waiting: task.waiting,
          log: shown.map(toLine),
          ...(events.length > shown.length && { leftOut: events.length - shown.length }),
          next: events.at(-1)?.id ?? input.after ?? 0,
        }
      },
    }),
    defineAction({
      name: 'cancel-run',
      title: 'Cancel a run',
      description: 'Cancels a run of a template. One that has ended stays as it is.',
      attributes: { destructive: false, idempotent: true },
      scope: 'templates:run',
      input: z.object({ taskId }),
      output: z.unknown(),
      run: async ({ input, call }) => call(scaffolderApi.cancelTask, { params: { taskId: input.taskId } }),
    }),
  ]
}

function toShortTask(task: Task): object {
  return {
    id: task.id,
    templateRef: task.spec.templateInfo?.entityRef,
    status: outcomeOf(task),
    createdBy: task.createdBy,
    createdAt: task.createdAt,
    endedAt: task.endedAt,
    page: `/create/tasks/${encodeURIComponent(task.id)}`,
  }
}

function toLine({ body: { message, stepId, status } }: TaskEvent): string {
  return [stepId && `[${stepId}]`, status, message].filter(Boolean).join(' ').slice(0, 1000)
}

interface Plan {
  readonly effects: readonly object[]
  readonly approvals: readonly object[]
  readonly steps: readonly { readonly id: string; readonly name: string }[]
  readonly directoryContents: readonly { readonly path: string }[]
  readonly log: readonly { readonly body: { readonly message: string; readonly stepId?: string | undefined } }[]
}

function toShortPlan({ effects, approvals, steps, directoryContents, log }: Plan): object {
  return {
    effects,
    approvals,
    steps: steps.map(({ id, name }) => `${id}: ${name}`),
    files: directoryContents.map(({ path }) => path).slice(0, 200),
    log: log.slice(-30).map(({ body }) => body.message.slice(0, 300)),
  }
}

/** A form without what only says how it is drawn. */
function withoutLooks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLooks)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.startsWith('ui:') || key === 'ui:field' || key === 'ui:options')
      .map(([key, each]) => [key, withoutLooks(each)]),
  )
}
