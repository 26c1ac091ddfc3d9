import type { Condition, Permission } from '@portico/core/common'
import type { PermissionRule, Permissions, Principal } from '@portico/core/server'
import { actionResourceType, taskResourceType, templateResourceType } from '@portico/scaffolder/common'
import { z } from 'zod'
import type { TaskCondition } from './tasks/task-query.ts'

/** A part of a template that rules are asked about. */
export interface TaggedPart {
  readonly tags: readonly string[]
}

/** An action that is about to run, with its input. */
export interface ActionCall {
  readonly action: string
  readonly input: unknown
}

export interface OwnedTask {
  readonly createdBy?: string | undefined
}

const property = z.object({ key: z.string(), value: z.unknown().optional() })

function propertyRule(name: string, type: 'string' | 'number' | 'boolean'): PermissionRule<ActionCall> {
  return {
    name,
    description: `The input has a ${type} at a key, of a value if one is given`,
    resourceType: actionResourceType,
    paramsSchema: property,
    apply: ({ input }, params) => {
      const { key, value } = property.parse(params)
      const found = key
        .split('.')
        .reduce<unknown>((at, part) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[part] : undefined), input)
      return typeof found === type && (value === undefined || found === value)
    },
  }
}

const taskOwner = z.object({ createdBy: z.array(z.string()).optional() })

/** What conditions may say about templates, actions and tasks. */
export const scaffolderRules: readonly PermissionRule[] = [
  {
    name: 'HAS_TAG',
    description: 'A page or step with a tag',
    resourceType: templateResourceType,
    paramsSchema: z.object({ tag: z.string() }),
    apply: ({ tags }: TaggedPart, { tag }: { tag: string }) => tags.includes(tag),
  },
  {
    name: 'HAS_ACTION_ID',
    description: 'An action with an id',
    resourceType: actionResourceType,
    paramsSchema: z.object({ actionId: z.string() }),
    apply: ({ action }: ActionCall, { actionId }: { actionId: string }) => action === actionId,
  },
  propertyRule('HAS_STRING_PROPERTY', 'string'),
  propertyRule('HAS_NUMBER_PROPERTY', 'number'),
  propertyRule('HAS_BOOLEAN_PROPERTY', 'boolean'),
  {
    name: 'IS_TASK_OWNER',
    description: 'A task that one of some users created',
    resourceType: taskResourceType,
    paramsSchema: taskOwner,
    apply: ({ createdBy }: OwnedTask, params) => createdBy !== undefined && (taskOwner.parse(params).createdBy ?? []).includes(createdBy),
  },
]

/** Decides about things that are not resources with a ref of their own, such as pages of a template. */
export function createAccess(permissions: Permissions) {
  async function decide(caller: Principal, permission: Permission): Promise<'all' | 'nothing' | Condition> {
    const [decision] = await permissions.authorize(caller, [{ permission }])
    if (decision?.result === 'ALLOW') return 'all'
    return decision?.result === 'CONDITIONAL' ? decision.conditions : 'nothing'
  }

  return {
    /** A test for parts, with one question for all of them. */
    async tester<T>(caller: Principal, permission: Permission): Promise<(part: T) => boolean> {
      const decision = await decide(caller, permission)
      if (typeof decision === 'string') return () => decision === 'all'
      return part => meets(decision, part)
    },
    /** Which tasks a caller may see: all, or those that meet a condition. */
    async taskCondition(caller: Principal, permission: Permission): Promise<TaskCondition | undefined> {
      const decision = await decide(caller, permission)
      if (decision === 'all') return undefined
      return decision === 'nothing' ? { any: [] } : toTaskCondition(decision)
    },
  }
}

export type Access = ReturnType<typeof createAccess>

function meets(condition: Condition, part: unknown): boolean {
  if ('anyOf' in condition) return condition.anyOf.some(each => meets(each, part))
  if ('allOf' in condition) return condition.allOf.every(each => meets(each, part))
  if ('not' in condition) return !meets(condition.not, part)
  const rule = scaffolderRules.find(({ name }) => name === condition.rule)
  const params = rule?.paramsSchema?.safeParse(condition.params ?? {})
  // A rule that is not known lets nothing through.
  return rule !== undefined && params?.success === true && rule.apply(part, params.data)
}

function toTaskCondition(condition: Condition): TaskCondition {
  if ('anyOf' in condition) return { any: condition.anyOf.map(toTaskCondition) }
  if ('allOf' in condition) return { all: condition.allOf.map(toTaskCondition) }
  if ('not' in condition) return { not: toTaskCondition(condition.not) }
  const params = taskOwner.safeParse(condition.params ?? {})
  return condition.rule === 'IS_TASK_OWNER' && params.success ? { createdBy: params.data.createdBy ?? [] } : { any: [] }
}
