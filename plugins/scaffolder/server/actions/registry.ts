import { nearest } from '@portico/core/common'
import type { ListedAction } from '@portico/scaffolder/common'
import { z } from 'zod'
import { actionNotFound, invalidActionInput } from '../errors.ts'
import type { Action } from './action.ts'

/** The installed actions. */
export function createActionRegistry(given: readonly Action[] = []) {
  const actions = new Map<string, Action>()
  const keys = new Map<string, ReadonlySet<string> | undefined>()

  function add(action: Action): () => void {
    if (actions.has(action.id)) throw new Error(`The action '${action.id}' is installed twice`)
    actions.set(action.id, action)
    keys.delete(action.id)
    return () => void actions.delete(action.id)
  }
  given.forEach(add)

  function knownKeys(action: Action): ReadonlySet<string> | undefined {
    if (!keys.has(action.id)) {
      const { properties } = toSchema(action.input, 'input') as { properties?: object }
      keys.set(action.id, properties && new Set(Object.keys(properties)))
    }
    return keys.get(action.id)
  }

  const notFound = (id: string) => actionNotFound(id, nearest(id, [...actions.keys()]))

  return {
    add,
    has: (id: string) => actions.has(id),
    /** Says that there is no action of this id, and which one may be meant. */
    notFound,
    ids: () => [...actions.keys()],
    get(id: string): Action {
      const action = actions.get(id)
      if (!action) throw notFound(id)
      return action
    },
    list: (): ListedAction[] => [...actions.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).map(toListed),
    /** The input as the action gets it. Missing and wrong fields throw with their path; unknown ones are only reported, by their key. */
    readInput(action: Action, input: unknown): { readonly input: unknown; readonly ignored: Readonly<Record<string, string>> } {
      const parsed = action.input.safeParse(input)
      if (!parsed.success) throw invalidActionInput(action.id, parsed.error.issues.map(issueText))
      const known = knownKeys(action)
      const given = typeof input === 'object' && input !== null ? Object.keys(input) : []
      const unknown = known ? given.filter(key => !known.has(key)) : []
      return { input: parsed.data, ignored: Object.fromEntries(unknown.map(key => [key, ignoredText(action, key)])) }
    },
  }
}

export type ActionRegistry = ReturnType<typeof createActionRegistry>

function ignoredText({ id, formerInputs = {} }: Action, key: string): string {
  const text = `${id} has no input '${key}'; it is ignored`
  return Object.hasOwn(formerInputs, key) ? `${text}. ${formerInputs[key]}` : text
}

function issueText({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>
}

function toListed({ id, description, examples, input, output, supportsDryRun = false, isIdempotent, undo }: Action): ListedAction {
  return {
    id,
    description,
    ...(examples && { examples: [...examples] }),
    schema: { input: toSchema(input, 'input'), ...(output && { output: toSchema(output, 'output') }) },
    supportsDryRun,
    isIdempotent,
    canUndo: undo !== undefined,
  }
}

/** The output of an action that a dry run skips: an example value for each field of its schema. */
export function exampleOutput({ output }: Pick<Action, 'output'>): Record<string, unknown> {
  if (!output) return {}
  const { properties = {} } = toSchema(output, 'output') as { properties?: Record<string, Record<string, unknown>> }
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema)]))
}

function exampleOf(schema: Readonly<Record<string, unknown>>): unknown {
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type']
  if (type === 'number' || type === 'integer') return 0
  if (type === 'boolean') return false
  if (type === 'array') return []
  if (type === 'object') {
    const properties = (schema['properties'] ?? {}) as Record<string, Record<string, unknown>>
    return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, exampleOf(each)]))
  }
  return '<example>'
}
