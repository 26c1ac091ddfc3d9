import type { PermissionAction } from '@portico/core/common'

/** Conditions of a policy: as on the wire, but the resource type follows from the permission, and parameters may have placeholders. */
export type PolicyCondition =
  | { readonly rule: string; readonly params?: Readonly<Record<string, unknown>> }
  | { readonly anyOf: readonly PolicyCondition[] }
  | { readonly allOf: readonly PolicyCondition[] }
  | { readonly not: PolicyCondition }

/** One line of a role: which permissions it allows or denies, and for which resources. */
export interface Grant {
  /** A name, or a pattern in which `*` stands for anything. */
  readonly permission: string
  /** Only permissions of one of these actions. */
  readonly action?: readonly PermissionAction[]
  /** Only permissions about resources of this type. */
  readonly resourceType?: string
  readonly effect: 'allow' | 'deny'
  readonly conditions?: PolicyCondition
  /** Comes with the portal: an absent plugin that it refers to is not a mistake. */
  readonly builtIn?: true
}

/** A named set of permissions and its members. The name is for people: no decision uses it. */
export interface Role {
  readonly name: string
  readonly description?: string
  /** Entity refs and the words of `memberWords`. */
  readonly members: readonly string[]
  readonly permissions: readonly Grant[]
}

/** Members that are not entities: all callers, all but guests, only guests, and agents, from whom a role can only take. */
export const memberWords = ['everyone', 'signed-in', 'guests', 'agents'] as const
export type MemberWord = (typeof memberWords)[number]

const refPattern = /^([a-z][\w.-]*):(?:([\w.-]+)\/)?([\w.-]+)$/i

/** A ref in full and in lower case, as refs are compared; undefined when the text is not a ref. */
export function toFullRef(text: string, kind?: string): string | undefined {
  const [, ownKind, namespace = 'default', name] =
    refPattern.exec(text.includes(':') || kind === undefined ? text : `${kind}:${text}`) ?? []
  return ownKind === undefined || name === undefined ? undefined : `${ownKind}:${namespace}/${name}`.toLowerCase()
}

/** A member as it is compared: a word, or a ref in full; undefined when the text is neither. */
export function toMember(text: string): MemberWord | `${string}:${string}` | undefined {
  const word = memberWords.find(each => each === text)
  return word ?? (toFullRef(text) as `${string}:${string}` | undefined)
}

/** The rules that conditions name, each with its parameters. */
export function rulesIn(conditions: PolicyCondition): Extract<PolicyCondition, { rule: string }>[] {
  if ('anyOf' in conditions) return conditions.anyOf.flatMap(rulesIn)
  if ('allOf' in conditions) return conditions.allOf.flatMap(rulesIn)
  return 'not' in conditions ? rulesIn(conditions.not) : [conditions]
}
