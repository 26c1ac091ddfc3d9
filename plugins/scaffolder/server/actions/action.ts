import type { PluginClient, Principal } from '@portico/core/server'
import type { Entity } from '@portico/catalog/common'
import type { z } from 'zod'
import type { WaitRequest } from '../running/wait-request.ts'
import type { ExpressionProblem } from '../rendering/render-value.ts'
import type { Renderer, RenderBudget } from '../rendering/renderer.ts'
import type { Workspace, WorkspaceFile } from '../workspace/workspace.ts'

/** A file of a skeleton. */
export interface FetchedFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly isExecutable?: boolean | undefined
  /** The target of a symbolic link; there are no bytes then. */
  readonly link?: string | undefined
}

/** Reads what `url` of a step means: relative to the template, or an address that config allows. */
export interface Fetching {
  tree(url: string, options?: { readonly token?: string | undefined }): AsyncIterable<FetchedFile>
  file(url: string, options?: { readonly token?: string | undefined }): Promise<Uint8Array>
}

/** Something that a step makes outside its workspace. */
export interface Effect {
  /** repository, pull-request, location, webhook, request, … */
  readonly kind: string
  readonly title: string
  /** Where people see it. */
  readonly address?: string | undefined
  /** What the action's `undo` needs; never a secret. Absent: it cannot be undone. */
  readonly undo?: Readonly<Record<string, unknown>> | undefined
}

/** Files that were pushed into a new repository. */
export interface PushedFiles {
  /** As a repository picker writes it: host?owner=…&repo=… */
  readonly repository: string
  readonly title: string
  /** Where people see the repository. */
  readonly address?: string | undefined
  /** Where its files are read. */
  readonly contentsUrl?: string | undefined
  readonly files: readonly WorkspaceFile[]
  readonly read: (path: string) => Promise<Uint8Array>
}

/** What an action gets. */
export interface ActionContext<Input = unknown> {
  readonly input: Input
  /** The same for people: secrets, and what was made of them, are `***`. */
  readonly shownInput: unknown
  readonly workspace: Workspace
  readonly signal: AbortSignal
  readonly taskId: string
  readonly stepId: string
  /** In a dry run and in a plan nothing outside the workspace may change. */
  readonly isDryRun: boolean
  readonly user: { readonly ref?: string | undefined; readonly entity?: Entity | undefined }
  readonly caller: Principal
  readonly templateRef: string | undefined
  readonly secrets: Readonly<Record<string, string>>
  /** The step is run again after a failure or a crash. */
  readonly isRetry: boolean
  readonly fetch: Fetching
  readonly renderer: Renderer
  readonly budget: RenderBudget
  readonly hosts: Readonly<Record<string, string>>
  log(message: string): void
  warn(message: string): void
  output(name: string, value: unknown): void
  /** Reports expressions that failed and whose text stays. */
  report(problems: readonly ExpressionProblem[]): void
  /** Does something once: when the step is run again, the stored result is returned. The result must be JSON. */
  once<T>(key: string, run: () => Promise<T>): Promise<T>
  /** Waits without holding a worker; the run goes on later, also on another server. Returns what it waited for. */
  wait(request: WaitRequest): unknown
  /** Writes to the ledger what was made. In a dry run, what would be made. */
  record(effect: Effect): Promise<void>
  /** Keeps what a new repository was made of, so that it can follow its template later. */
  recordPush(push: PushedFiles): Promise<void>
  /** Hides a text in everything that people see from now on. */
  hide(secret: string): void
}

export interface ActionExample {
  readonly description: string
  /** Steps, as YAML. */
  readonly example: string
}

export interface UndoContext {
  readonly caller: Principal
  readonly signal: AbortSignal
  readonly secrets: Readonly<Record<string, string>>
  readonly client: PluginClient
  log(message: string): void
}

/** Something that a step of a template can do. */
export interface Action<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly id: string
  readonly description: string
  readonly examples?: readonly ActionExample[]
  readonly input: I
  /** Inputs that templates of old versions give, which are ignored, and what to write in their place. */
  readonly formerInputs?: Readonly<Record<string, string>>
  readonly output?: O
  /** Ids of actions whose effects it has too: approvals that config demands for them are demanded for it. */
  readonly actsAs?: readonly string[]
  /** Whether it runs in a dry run; others are skipped there, with example output. */
  readonly supportsDryRun?: boolean
  /** Whether everybody who sees a run reads its input: it may use only the secrets that the template declares in `spec.secrets.inLogs`. */
  readonly showsInput?: boolean
  /** Whether running it again with the same input does no harm. One that is not, and was interrupted, is not run again by itself. */
  readonly isIdempotent: boolean
  readonly run: (context: ActionContext<z.output<I>>) => Promise<void>
  /** What it would make, for one that cannot run in a dry run. */
  readonly plan?: (context: Pick<ActionContext<z.output<I>>, 'input' | 'hosts'>) => readonly Omit<Effect, 'undo'>[]
  /** What of its output is known before it runs, for later steps of a plan. The rest is example output. */
  readonly planOutput?: (context: Pick<ActionContext<z.output<I>>, 'input' | 'hosts'>) => Readonly<Record<string, unknown>>
  /** For one that fills a new repository: which one, and with which folder. */
  readonly pushes?: (input: z.output<I>) => { readonly repoUrl: string; readonly sourcePath?: string | undefined }
  /** Undoes one effect that it recorded. */
  readonly undo?: (effect: Effect & { readonly undo: Readonly<Record<string, unknown>> }, context: UndoContext) => Promise<void>
}

/** Declares an action; the types of its input and output follow from its schemas. */
export function defineAction<I extends z.ZodType, O extends z.ZodType = z.ZodType>(action: Action<I, O>): Action<I, O> {
  return action
}
