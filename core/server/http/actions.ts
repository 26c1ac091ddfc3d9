import { defineContract, get, notFoundError, post } from '@portico/core/common'
import type { InputArgs, Reply, Route } from '@portico/core/common'
import { z } from 'zod'
import { refuseExposedGuest } from '../host/guest-limits.ts'
import type { Principal } from '../host/principal.ts'
import type { Logger } from '../operations/log.ts'
import { callerOutOfScope, callerReadsOnly, callerRestricted } from '../tokens/token-errors.ts'
import type { CallOptions, CallOwnRoute, TextOptions } from './call-route.ts'
import type { Handlers } from './handler.ts'
import { parseInput } from './parse.ts'

/** What an action knows of the call that it runs for. */
export interface ActionContext<I = unknown> {
  readonly input: I
  readonly caller: Principal
  readonly log: Logger
  /** Aborts when the caller is gone. */
  readonly signal: AbortSignal
  /** Calls a route of the plugin as the caller, in this process: with the access, the checks and the reply that the route has over HTTP. */
  readonly call: <R extends Route>(route: R, ...input: InputArgs<R>) => Promise<Reply<R>>
  /** The same for a route of bytes, whose reply is read as text up to a limit. */
  readonly callText: <R extends Route>(route: R, input: InputArgs<R>[0], options: TextOptions) => Promise<string>
}

export interface ActionDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly attributes?: { readonly destructive?: boolean; readonly idempotent?: boolean; readonly readOnly?: boolean }
  /** What a user has to allow an agent before it may call this: `catalog:read`. By default the id of the plugin, and `read` or `write`. */
  readonly scope?: string
  readonly input: I
  readonly output: O
  readonly run: (context: ActionContext<z.output<I>>) => Promise<z.input<O>>
}

/** Types an action by its schemas. */
export function defineAction<I extends z.ZodType, O extends z.ZodType>(action: ActionDefinition<I, O>): ActionDefinition {
  return action as unknown as ActionDefinition
}

/** Actions of a plugin that other programs can list and invoke. */
export interface Actions {
  register<I extends z.ZodType, O extends z.ZodType>(action: ActionDefinition<I, O>): void
  /** Actions that are loaded when somebody first asks for one: a server without agents does not hold them. */
  offer(load: () => Promise<readonly ActionDefinition[]>): void
}

/** An action as programs see it. */
export interface ListedAction {
  /** `catalog:get-entity` */
  readonly id: string
  readonly pluginId: string
  readonly name: string
  readonly title: string
  readonly description: string
  readonly scope: string
  readonly attributes: { readonly destructive: boolean; readonly idempotent: boolean; readonly readOnly: boolean }
  readonly schema: { readonly input: Readonly<Record<string, unknown>>; readonly output: Readonly<Record<string, unknown>> }
}

/** The actions of all plugins of this server. */
export interface ActionDirectory {
  /** Those of plugins that have failed are left out. */
  list(): Promise<readonly ListedAction[]>
  /** Runs one as a caller, with the same checks as its route. */
  invoke(id: string, input: unknown, caller: Principal, options?: CallOptions): Promise<unknown>
}

const Output = z.object({ output: z.unknown() })

/** The routes through which a plugin's actions are listed and invoked. */
export function actionsContract(pluginId: string) {
  return defineContract(pluginId, {
    listActions: get('/.backstage/actions/v1/actions', { access: 'signed-in', reply: z.object({ actions: z.array(z.unknown()) }) }),
    invokeActionV1: post('/.backstage/actions/v1/actions/:id/invoke', { access: 'signed-in', body: z.unknown(), reply: Output }),
    invokeAction: post('/.backstage/actions/v2/actions/:id/invoke', {
      access: 'signed-in',
      body: z.object({ input: z.unknown(), secrets: z.record(z.string(), z.string()).optional() }),
      reply: Output,
    }),
  } as const)
}

export interface OwnActions extends Actions, ActionDirectory {
  readonly handlers: Handlers<ReturnType<typeof actionsContract>>
}

/** The actions of one plugin, with the handlers of their routes. */
export function createActions(pluginId: string, log: Logger, callOwn: CallOwnRoute): OwnActions {
  const actions = new Map<string, ActionDefinition>()
  const loads: (() => Promise<readonly ActionDefinition[]>)[] = []
  let loading: Promise<void> | undefined

  function register(action: ActionDefinition): void {
    const id = `${pluginId}:${action.name}`
    if (actions.has(id)) throw new Error(`The action '${id}' is registered twice`)
    actions.set(id, action)
  }

  /** Loaded once; a failure is tried again with the next call. */
  function loaded(): Promise<void> {
    loading ??= (async () => {
      for (let next = loads[0]; next; next = loads[0]) {
        const found = await next()
        loads.shift()
        found.forEach(register)
      }
    })().finally(() => (loading = undefined))
    return loading
  }

  async function invoke(id: string, input: unknown, caller: Principal, options: CallOptions = {}) {
    await loaded()
    const action = actions.get(id)
    if (!action) throw notFoundError(`There is no action '${id}'`, { code: 'core.action-not-found' })
    const attributes = attributesOf(action)
    if (attributes.destructive) refuseExposedGuest(caller)
    refuseOutOfScope(caller, pluginId, scopeOf(pluginId, action), attributes.readOnly)
    const { signal = new AbortController().signal } = options
    const output = await action.run({
      input: parseInput(action.input, input, 'input'),
      caller,
      log,
      signal,
      call: (route, ...[given]) => callOwn.json(route, given ?? {}, caller, { ...options, signal }) as never,
      callText: (route, given, text) => callOwn.text(route, given ?? {}, caller, { ...options, ...text, signal }),
    })
    return action.output.parse(output)
  }

  async function list(): Promise<readonly ListedAction[]> {
    await loaded()
    return [...actions].map(([id, action]) => toListed(id, pluginId, action))
  }

  return {
    register: action => register(action as unknown as ActionDefinition),
    offer: each => void loads.push(each),
    list,
    invoke,
    handlers: {
      listActions: async () => ({ actions: [...(await list())] }),
      invokeActionV1: async ({ params, body, caller, signal, request }) => ({
        output: await invoke(params.id, body, caller, { signal, requestId: request.id }),
      }),
      invokeAction: async ({ params, body, caller, signal, request }) => ({
        output: await invoke(params.id, body.input, caller, { signal, requestId: request.id }),
      }),
    },
  }
}

/** Limits of tokens hold for actions as they hold for routes. */
function refuseOutOfScope(caller: Principal, pluginId: string, scope: string, readOnly: boolean): void {
  if (caller.type !== 'user') return
  if (caller.agent && !caller.agent.scopes.includes(scope)) throw callerOutOfScope(scope)
  if (caller.agent) return
  if (caller.accessToken?.plugins?.includes(pluginId) === false) throw callerRestricted(pluginId)
  if (caller.accessToken?.readOnly && !readOnly) throw callerReadsOnly()
}

function scopeOf(pluginId: string, action: ActionDefinition): string {
  return action.scope ?? `${pluginId}:${attributesOf(action).readOnly ? 'read' : 'write'}`
}

function attributesOf({ attributes = {} }: Pick<ActionDefinition, 'attributes'>) {
  const readOnly = attributes.readOnly ?? false
  return { destructive: attributes.destructive ?? !readOnly, idempotent: attributes.idempotent ?? false, readOnly }
}

function toListed(id: string, pluginId: string, action: ActionDefinition): ListedAction {
  const { name, title, description, input, output } = action
  return {
    id,
    name,
    title,
    description,
    pluginId,
    scope: scopeOf(pluginId, action),
    attributes: attributesOf(action),
    schema: {
      input: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
      output: z.toJSONSchema(output, { unrepresentable: 'any' }),
    },
  }
}
