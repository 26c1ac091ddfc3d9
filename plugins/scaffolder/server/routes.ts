import { stringifyEntityRef, type Entity } from '@portico/catalog/common'
import { AppError, toErrorFields } from '@portico/core/common'
import { bytes, principalName, type Handlers, type Principal } from '@portico/core/server'
import { toScmIntegrations, type Integrations } from '@portico/integrations/server'
import {
  pagesOf,
  readTemplate,
  stepsOf,
  type DryRunInput,
  type DryRunResult,
  type scaffolderApi,
  type TaskSpec,
  type TaskStatistics,
} from '@portico/scaffolder/common'
import type { ActionRegistry } from './actions/registry.ts'
import type { Authoring } from './authoring/authoring.ts'
import type { Autocomplete } from './autocomplete/autocomplete.ts'
import { invalidTemplate } from './errors.ts'
import { toInputFiles, type DryRun, type DryRunReport } from './running/dry-run.ts'
import type { ProvenanceService } from './provenance/provenance.ts'
import type { Upgrades } from './provenance/upgrades.ts'
import { checkValues, type Renderer, type Renderers } from './rendering/renderer.ts'
import type { EntityProvenances } from './tasks/entity-provenance.ts'
import type { StatisticsQuery } from './tasks/statistics-store.ts'
import type { TaskFilesService } from './tasks/task-files.ts'
import type { TaskStreams } from './tasks/task-streams.ts'
import type { TaskWaits } from './tasks/task-waits.ts'
import { toSpec } from './tasks/task-spec.ts'
import type { Rejected, Tasks } from './tasks/tasks.ts'
import type { TemplateSource } from './templates/template-source.ts'
import { templatingExtensions } from './templates/templating-extensions.ts'

interface RouteDependencies {
  readonly tasks: Tasks
  readonly files: TaskFilesService
  readonly provenance: ProvenanceService
  readonly originOf: EntityProvenances
  readonly statistics: (caller: Principal, query: Omit<StatisticsQuery, 'visible'>) => Promise<TaskStatistics>
  readonly upgrades: Upgrades
  readonly templates: TemplateSource
  readonly streams: TaskStreams
  readonly waits: TaskWaits
  readonly actions: ActionRegistry
  readonly autocomplete: Autocomplete
  readonly dryRun: DryRun
  readonly integrations: Pick<Integrations, 'list'>
  readonly authoring: Authoring
  readonly renderers: Renderers
}

/** The routes of templates, of their tasks, and of what they made. */
export function scaffolderRoutes({
  tasks,
  files,
  provenance,
  originOf,
  statistics,
  upgrades,
  templates,
  streams,
  waits,
  actions,
  autocomplete,
  dryRun,
  integrations,
  authoring,
  renderers,
}: RouteDependencies): Handlers<typeof scaffolderApi> {
  return {
    getParameterSchema: ({ caller, params: { kind, namespace, name } }) =>
      templates.parameterSchema(caller, `${kind}:${namespace}/${name}`),
    listActions: () => actions.list(),
    listTemplatingExtensions: () => templatingExtensions,
    listIntegrations: ({ query }) => ({ integrations: toScmIntegrations(integrations.list(), query) }),

    async createTask({ caller, body, request }) {
      const created = await tasks.create(caller, body, request.id)
      return 'errors' in created ? rejected(created, request) : created
    },
    listTasks: ({ caller, query }) => tasks.list(caller, query),
    getTask: ({ caller, params }) => tasks.visible(caller, params.taskId),
    async cancelTask({ caller, params, request }) {
      await tasks.cancel(caller, params.taskId, request.id)
      return { status: 'cancelled' }
    },
    async retryTask({ caller, params, body, request }) {
      await tasks.retry(caller, params.taskId, body, request.id)
      return { id: params.taskId }
    },
    async listTaskEvents({ caller, params, query, signal }) {
      const { id } = await tasks.visible(caller, params.taskId)
      return streams.poll(id, query.after ?? 0, signal)
    },
    async streamTaskEvents({ caller, params, query, signal }) {
      return streams.stream(await tasks.visible(caller, params.taskId), query.after ?? 0, signal)
    },

    async dryRun({ caller, body, signal, request }) {
      const asked = await specOfInput(body, caller, renderers.for(principalName(caller)), signal)
      if ('errors' in asked) return rejected(asked, request)
      return toResult(
        await dryRun({ spec: asked.spec, secrets: body.secrets ?? {}, files: toInputFiles(body.directoryContents), caller, signal }),
      )
    },
    async planTask({ caller, body, signal, request }) {
      const asked = await tasks.specFor(caller, body)
      if ('errors' in asked) return rejected(asked, request)
      return toResult(await dryRun({ spec: asked.spec, secrets: body.secrets ?? {}, caller, signal }))
    },
    autocomplete: async ({ params, body, signal }) => ({ results: await autocomplete.complete({ ...params, ...body, signal }) }),

    listTaskFiles: ({ caller, params }) => files.list(caller, params.taskId),
    async downloadTaskFiles({ caller, params }) {
      const { name, content } = await files.archive(caller, params.taskId)
      return bytes(content, { headers: { 'content-type': 'application/gzip', 'content-disposition': `attachment; filename="${name}"` } })
    },
    getLedger: async ({ caller, params }) => ({ entries: await tasks.ledger(caller, params.taskId) }),
    listProvenance: ({ caller, query }) => provenance.list(caller, query),
    getProvenance: ({ caller, params }) => provenance.get(caller, params.originId),
    getUpgradeDiff: ({ caller, params, signal }) => provenance.drift(caller, params.originId, signal),
    startUpgrades: ({ caller, body, request }) => upgrades.start(caller, body, request.id),
    getEntityProvenance: async ({ caller, params: { kind, namespace, name } }) => ({
      origin: await originOf(caller, stringifyEntityRef({ kind, namespace, name })),
    }),
    getTaskStatistics: ({ caller, query }) => statistics(caller, query),
    renderExpression: ({ caller, body, signal }) => authoring.renderExpression(caller, body, signal),
    checkTemplate: ({ caller, body }) => authoring.checkTemplate(caller, body.text, toInputFiles(body.directoryContents)),
    readTemplateFiles: ({ caller, body, signal }) => authoring.readFiles(caller, body, signal),
    undoTask: async ({ caller, params, body, signal, request }) => ({
      entries: await tasks.undo(caller, params.taskId, body.secrets ?? {}, { requestId: request.id, signal }),
    }),
    async listApprovals({ caller }) {
      if (caller.type !== 'user') return { items: [] }
      const waiting = await waits.forUser(caller)
      return {
        items: waiting.flatMap(({ id, spec, createdBy, waiting: waitsFor }) =>
          waitsFor ? [{ taskId: id, templateRef: spec.templateInfo?.entityRef, createdBy, waiting: waitsFor }] : [],
        ),
      }
    },
    async decideApproval({ caller, params, body, request }) {
      if (caller.type !== 'user') throw new AppError('NotAllowedError', 'Only a user can approve')
      return tasks.decide(caller, params.taskId, body, request.id)
    },
    async fireWebhook({ params, body }) {
      await waits.fire(params.token, body)
      return { status: 'received' }
    },
  }
}

/** What a template that came with the request runs; or what is wrong with its values. */
async function specOfInput(
  { template: given, values }: DryRunInput,
  caller: Principal,
  renderer: Renderer,
  signal: AbortSignal,
): Promise<{ readonly spec: TaskSpec } | Rejected> {
  const read = readTemplate(given)
  if ('problems' in read) throw invalidTemplate('of the request', read.problems)
  const errors = await checkValues(renderer, pagesOf(read.template), values, signal)
  if (errors.length > 0) return { errors }
  const { name, namespace = 'default' } = read.template.metadata
  const user = caller.type === 'user' ? { ref: caller.userEntityRef } : {}
  const loaded = { ref: `template:${namespace}/${name}`.toLowerCase(), entity: given as unknown as Entity, template: read.template }
  return { spec: toSpec(loaded, { values, steps: stepsOf(read.template), user }) }
}

/** A step that failed makes the request fail, as a task would; everything before it is in the error. */
function toResult({ outcome, parts: _parts, leftOut, ...result }: DryRunReport): DryRunResult {
  if (outcome.status !== 'failed') return result
  const { name, message, stepId, code } = outcome.error
  const known = name === 'Error' || name === 'TimeoutError' ? 'InputError' : name
  // What is not found because a step before it was left out may be there in a run.
  const isCertain = code === 'scaffolder.action-not-found' || (name === 'NotFoundError' && leftOut.length === 0)
  const step = result.steps.find(({ id }) => id === stepId)
  throw new AppError(known, message, {
    code: 'scaffolder.dry-run-failed',
    details: { ...(step && { stepId, stepName: step.name }), isCertain, log: result.log },
  })
}

/** The wire's own body for values that do not fit, which is also an error as all others are. */
function rejected({ errors }: Rejected, { method, url }: { readonly method: string; readonly url: string }) {
  const error = new AppError(
    'InputError',
    `The values do not fit the template: ${errors.map(({ property, message }) => `${property.replace('instance.', '')} ${message}`).join('; ')}`,
    {
      code: 'scaffolder.invalid-values',
    },
  )
  const body = { errors, error: toErrorFields(error), request: { method, url }, response: { statusCode: 400 } }
  return bytes(JSON.stringify(body), { status: 400 })
}
