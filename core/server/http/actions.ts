import { defineContract, get, notFoundError, post } from '@portico/core/common'
import { z } from 'zod'
import { refuseExposedGuest } from '../host/guest-limits.ts'
import type { Principal } from '../host/principal.ts'
import type { Logger } from '../operations/log.ts'
import type { Handlers } from './handler.ts'
import { parseInput } from './parse.ts'

export interface ActionDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly attributes?: { readonly destructive?: boolean; readonly idempotent?: boolean; readonly readOnly?: boolean }
  readonly input: I
  readonly output: O
  readonly run: (context: { input: z.output<I>; caller: Principal; log: Logger }) => Promise<z.input<O>>
}

/** Actions of a plugin that other programs can list and invoke. */
export interface Actions {
  register<I extends z.ZodType, O extends z.ZodType>(action: ActionDefinition<I, O>): void
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

/** The actions of one plugin, with the handlers of their routes. */
export function createActions(
  pluginId: string,
  log: Logger,
): Actions & { readonly handlers: Handlers<ReturnType<typeof actionsContract>> } {
  const actions = new Map<string, ActionDefinition>()

  async function invoke(id: string, input: unknown, caller: Principal) {
    const action = actions.get(id)
    if (!action) throw notFoundError(`There is no action '${id}'`, { code: 'core.action-not-found' })
    if (attributesOf(action).destructive) refuseExposedGuest(caller)
    const output = await action.run({ input: parseInput(action.input, input, 'input'), caller, log })
    return { output: action.output.parse(output) }
  }

  return {
    register(action) {
      const id = `${pluginId}:${action.name}`
      if (actions.has(id)) throw new Error(`The action '${id}' is registered twice`)
      actions.set(id, action as unknown as ActionDefinition)
    },
    handlers: {
      listActions: () => ({ actions: [...actions].map(([id, action]) => toListed(id, pluginId, action)) }),
      invokeActionV1: ({ params, body, caller }) => invoke(params.id, body, caller),
      invokeAction: ({ params, body, caller }) => invoke(params.id, body.input, caller),
    },
  }
}

function attributesOf({ attributes = {} }: Pick<ActionDefinition, 'attributes'>) {
  const readOnly = attributes.readOnly ?? false
  return { destructive: attributes.destructive ?? !readOnly, idempotent: attributes.idempotent ?? false, readOnly }
}

function toListed(id: string, pluginId: string, action: ActionDefinition) {
  const { name, title, description, input, output } = action
  return {
    id,
    name,
    title,
    description,
    pluginId,
    attributes: attributesOf(action),
    schema: {
      input: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
      output: z.toJSONSchema(output, { unrepresentable: 'any' }),
    },
  }
}
