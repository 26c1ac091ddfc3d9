import { entityTitle } from '@portico/catalog/common'
import { inputError } from '@portico/core/common'
import { principalName, type Principal } from '@portico/core/server'
import { pagesOf, stepsOf, stringifyRepoUrl, readRepoUrl, type TemplatePart } from '@portico/scaffolder/common'
import type { ActionRegistry } from '../actions/registry.ts'
import { checkValues, createBudget, type Renderers } from '../rendering/renderer.ts'
import type { DryRun } from '../running/dry-run.ts'
import { toSpec } from '../tasks/task-spec.ts'
import type { TemplateSource } from '../templates/template-source.ts'
import { toWholeFile, type WholeFile, type WholeTree } from './file-tree.ts'
import type { StoredProvenance } from './provenance-store.ts'
import { createReplayActions } from './replay-actions.ts'
import { stepsDigest, templatePart } from './template-parts.ts'

export interface RenderNowDependencies {
  readonly templates: TemplateSource
  readonly actions: ActionRegistry
  readonly renderers: Renderers
  readonly dryRun: DryRun
  readonly mayExecute: (caller: Principal, action: string, input: unknown) => Promise<boolean>
}

export interface RenderRequest {
  readonly stored: StoredProvenance
  readonly caller: Principal
  /** Answers to what the template asks since. */
  readonly values?: Readonly<Record<string, unknown>> | undefined
  readonly signal: AbortSignal
}

/** What a template makes now of the answers of an earlier run. */
export type RenderedNow =
  | { readonly missingAnswers: readonly string[] }
  | {
      readonly tree: WholeTree
      readonly parts: readonly TemplatePart[]
      readonly answers: Readonly<Record<string, unknown>>
      readonly templateVersion: string | undefined
      readonly templateTitle: string
    }

/** Runs the current version of a template without effects, with what an earlier run was given. */
export function createRenderNow({ templates, actions, renderers, dryRun, mayExecute }: RenderNowDependencies) {
  return async function renderNow({ stored, caller, values = {}, signal }: RenderRequest): Promise<RenderedNow> {
    const { origin, run } = stored
    const loaded = await templates.load(caller, origin.templateRef)
    const { template, entity } = loaded
    const pages = pagesOf(template)
    const renderer = renderers.for(principalName(caller))
    const limits = { what: 'The defaults of the form', budget: createBudget(signal) }
    const answers = await renderer.data('fillDefaults', { pages, values: { ...run.answers, ...values } }, limits)
    const errors = await checkValues(renderer, pages, answers, signal)
    if (errors.length > 0) return { missingAnswers: errors.map(({ stack }) => stack.replace(/^instance\.?/, '')) }
    const permitted = new Set((await templates.steps(caller, template)).map(({ id }) => id))
    const steps = stepsOf(template).filter(({ id }) => permitted.has(id) || run.steps.includes(id))
    const replay = createReplayActions(actions, run.outputs)
    const pushes: { readonly repository: string; readonly tree: WholeTree }[] = []
    const report = await dryRun({
      spec: toSpec(loaded, { values: answers, steps, user: run.user }),
      secrets: {},
      caller,
      signal,
      replay: {
        taskId: origin.taskId ?? 'upgrade',
        actions: replay.actions,
        mayExecute: async (action, input) => replay.isReplayed(action) || mayExecute(caller, action, input),
        async onPush({ repository, files, read }) {
          const tree = new Map<string, WholeFile>()
          for (const { path, isExecutable, link } of files)
            if (link === undefined) tree.set(path, toWholeFile(await read(path), isExecutable))
          pushes.push({ repository, tree })
        },
      },
    })
    if (report.outcome.status === 'failed')
      throw inputError(`The current version of the template cannot be rendered: ${report.outcome.error.message}`, {
        code: 'scaffolder.upgrade-render',
      })
    const tree = pushes.find(({ repository }) => canonical(repository) === stored.repository)?.tree ?? onlyOne(pushes)
    if (!tree)
      throw inputError(`The current version of the template does not publish ${origin.title} any more`, {
        code: 'scaffolder.not-published',
      })
    const templateVersion = entity.metadata.etag
    return {
      tree,
      parts: [templatePart(origin.templateRef, stepsDigest(entity), templateVersion), ...report.parts],
      answers,
      templateVersion,
      templateTitle: entityTitle(entity),
    }
  }
}

export type RenderNow = ReturnType<typeof createRenderNow>

/** A repository that was renamed is still the one, where a template makes only one. */
function onlyOne(pushes: readonly { readonly tree: WholeTree }[]): WholeTree | undefined {
  return pushes.length === 1 ? pushes[0]?.tree : undefined
}

function canonical(repository: string): string {
  const parts = readRepoUrl(repository)
  return (parts && stringifyRepoUrl(parts)) ?? repository
}
