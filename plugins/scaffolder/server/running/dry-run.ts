import { tmpdir } from 'node:os'
import { principalName, type Principal } from '@portico/core/server'
import {
  demandsOf,
  type ApprovalDemand,
  type DryRunResult,
  type PlannedApproval,
  type PlannedEffect,
  type TaskSpec,
  type TaskStep,
  type TemplatePart,
} from '@portico/scaffolder/common'
import type { Fetching, FetchedFile } from '../actions/action.ts'
import type { ActionRegistry } from '../actions/registry.ts'
import type { Renderers } from '../rendering/renderer.ts'
import { createPartTracker } from '../provenance/template-parts.ts'
import { openWorkFolder } from '../workspace/work-folders.ts'
import { createWorkspace, type Workspace } from '../workspace/workspace.ts'
import { createInputFetching, normalise } from './fetching.ts'
import { createRedactor } from './redactor.ts'
import { emptyState, type LogEntry, type PushRecord, type RunHost } from './run.ts'
import { runSteps, type RunOutcome } from './run-steps.ts'
import type { TimedDemand } from '../tasks/approval-rules.ts'

export interface DryRunDependencies {
  readonly actions: ActionRegistry
  readonly renderers: Renderers
  readonly hosts: () => Readonly<Record<string, string>>
  /** What addresses are read with. */
  readonly fetching: (spec: TaskSpec, signal: AbortSignal, onRead: (part: TemplatePart) => void) => Fetching
  readonly mayExecute: (caller: Principal, action: string, input: unknown) => Promise<boolean>
  readonly environmentParameters: () => Readonly<Record<string, unknown>>
  /** What a step would wait for before it runs. */
  readonly approvalsFor: (spec: TaskSpec, step: TaskStep, written: unknown) => readonly TimedDemand[]
  readonly isTopicOffered: (topic: string) => boolean
  readonly timeoutMs?: number
}

export interface DryRunRequest {
  readonly spec: TaskSpec
  readonly secrets: Readonly<Record<string, string>>
  /** Files that relative addresses mean; undefined: where the template is stored. */
  readonly files?: ReadonlyMap<string, FetchedFile> | undefined
  readonly caller: Principal
  readonly signal: AbortSignal
  /** For a run that repeats an earlier one: its files are those that are pushed. */
  readonly replay?: Replay | undefined
}

export interface Replay {
  readonly taskId: string
  readonly actions: ActionRegistry
  readonly mayExecute: (action: string, input: unknown) => Promise<boolean>
  readonly onPush: (push: PushRecord) => Promise<void>
}

/** What a dry run found, with its outcome: a step that fails does not lose what came before it. */
export interface DryRunReport extends DryRunResult {
  readonly outcome: RunOutcome
  /** The ids of steps that a run would run. */
  readonly leftOut: readonly string[]
  /** What was fetched. */
  readonly parts: readonly TemplatePart[]
}

const maxReturnedBytes = 50 * 2 ** 20

/** Runs a template without effects: by the same code that runs tasks, with a host that stores nothing. */
export function createDryRun(dependencies: DryRunDependencies) {
  const {
    actions,
    renderers,
    hosts,
    fetching,
    mayExecute,
    environmentParameters,
    approvalsFor,
    isTopicOffered,
    timeoutMs = 60_000,
  } = dependencies

  return async function dryRun({ spec, secrets, files, caller, signal: asked, replay }: DryRunRequest): Promise<DryRunReport> {
    const signal = AbortSignal.any([asked, AbortSignal.timeout(timeoutMs)])
    const folder = await openWorkFolder('dry-run', tmpdir())
    const log: LogEntry[] = []
    const effects: PlannedEffect[] = []
    const approvals: PlannedApproval[] = []
    const planned = new Set<string>()
    const leftOut = new Set<string>()
    /** The turns of `each` need it once, and the steps of a template its own once. */
    const plan = (step: TaskStep, demands: readonly ApprovalDemand[]) => {
      for (const { from, approvers, reason } of demands) {
        const key = JSON.stringify([from === 'template' ? '' : step.id, from, approvers])
        if (planned.has(key)) continue
        planned.add(key)
        approvals.push({ stepId: step.id, stepName: step.name, from, approvers, ...(reason !== undefined && { reason }) })
      }
    }
    const redactor = createRedactor()
    Object.values(secrets).forEach(redactor.hide)
    const host: RunHost = {
      emit: entry => void log.push(entry),
      begin: async () => {},
      save: async () => {},
      async record({ stepId, action, effect, canUndo }) {
        const { kind, title, address } = effect
        effects.push({ stepId, action, kind, title, ...(address !== undefined && { address }), canUndo })
      },
      recordPush: async push => replay?.onPush(push),
      mayExecute: replay?.mayExecute ?? ((action, input) => mayExecute(caller, action, input)),
      async gate(step, written) {
        plan(
          step,
          approvalsFor(spec, step, written).map(({ demand }) => demand),
        )
        return []
      },
      isHeldBack: step => approvals.some(({ stepId, from }) => stepId === step.id && from === 'config'),
      leavesOut: ({ id }) => void leftOut.add(id),
      wouldWait(step, request) {
        if (request.kind === 'approval') plan(step, demandsOf(request))
      },
    }
    try {
      const workspace = createWorkspace(folder.place)
      const parts = createPartTracker()
      const remote = fetching(spec, signal, parts.add)
      const fetch = files ? createInputFetching(files, remote) : remote
      // Secrets of the config are not there in a dry run.
      const environment = { parameters: environmentParameters(), secrets: {} }
      const run = {
        taskId: replay?.taskId ?? 'dry-run',
        spec,
        secrets,
        environment,
        caller,
        isDryRun: true,
        isRetried: false,
        isRecovered: false,
        actions: replay?.actions ?? actions,
        renderer: renderers.for(principalName(caller)),
        workspace,
        fetch,
        parts,
        hosts: hosts(),
        redactor,
        signal,
        isTopicOffered,
        host,
      }
      const outcome = await runSteps(run, emptyState)
      const output = outcome.status === 'completed' ? outcome.output : {}
      const directoryContents = replay ? [] : await contentsOf(workspace)
      return {
        log: log.map(toLine),
        output,
        steps: [...spec.steps],
        directoryContents,
        effects,
        approvals,
        outcome,
        leftOut: [...leftOut],
        parts: parts.list(),
      }
    } finally {
      await folder.close()
    }
  }
}

export type DryRun = ReturnType<typeof createDryRun>

function toLine({ message, stepId, status }: LogEntry) {
  return { body: { message, ...(stepId !== undefined && { stepId }), ...(status && { status }) } }
}

async function contentsOf(workspace: Workspace): Promise<DryRunResult['directoryContents']> {
  const files = (await workspace.list()).filter(({ link }) => link === undefined)
  let left = maxReturnedBytes
  const shown = files.filter(({ size }) => (left -= size) >= 0)
  return Promise.all(
    shown.map(async ({ path: name, isExecutable }) => ({
      path: name,
      executable: isExecutable,
      base64Content: (await workspace.read(name)).toString('base64'),
    })),
  )
}

/** Files that came with a request, by their path. */
export function toInputFiles(contents: readonly { readonly path: string; readonly base64Content: string }[]): Map<string, FetchedFile> {
  return new Map(
    contents.map(({ path: name, base64Content }) => [
      normalise(name),
      { path: normalise(name), bytes: Buffer.from(base64Content, 'base64') },
    ]),
  )
}
