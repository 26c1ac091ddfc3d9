import type { Condition } from '@portico/core/common'
import type { Identity } from './identity.ts'
import type { PolicyCondition } from './role.ts'

/** Placeholders in parameters of conditions: the caller's ref, and the list of the caller's ownership refs. */
export const placeholders = ['$user', '$owned'] as const

/** Conditions for one caller and one type of resource; undefined when they refer to a user and there is none. */
export function toConditions(conditions: PolicyCondition, resourceType: string, identity: Identity): Condition | undefined {
  if ('anyOf' in conditions) return wrapAll(conditions.anyOf, resourceType, identity, anyOf => ({ anyOf }))
  if ('allOf' in conditions) return wrapAll(conditions.allOf, resourceType, identity, allOf => ({ allOf }))
  if ('not' in conditions) return wrapAll([conditions.not], resourceType, identity, ([not]) => ({ not: not as Condition }))
  const { rule, params } = conditions
  if (params === undefined) return { rule, resourceType }
  const filled = fill(params, identity)
  return filled === undefined ? undefined : { rule, resourceType, params: filled as Readonly<Record<string, unknown>> }
}

function wrapAll(
  inner: readonly PolicyCondition[],
  resourceType: string,
  identity: Identity,
  wrap: (conditions: Condition[]) => Condition,
): Condition | undefined {
  const conditions = inner.flatMap(each => toConditions(each, resourceType, identity) ?? [])
  return conditions.length === inner.length ? wrap(conditions) : undefined
}

/** A value with its placeholders filled in. `$owned` inside a list becomes items of that list. */
export function fill(value: unknown, identity: Identity): unknown {
  if (value === '$user') return identity.userEntityRef
  if (value === '$owned') return [...identity.ownershipEntityRefs]
  if (Array.isArray(value)) {
    const items = value.map(item => ({ item, filled: fill(item, identity) }))
    if (items.some(({ filled }) => filled === undefined)) return undefined
    return items.flatMap(({ item, filled }) => (item === '$owned' ? (filled as unknown[]) : [filled]))
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [key, fill(item, identity)] as const)
  return entries.some(([, item]) => item === undefined) ? undefined : Object.fromEntries(entries)
}

/** Texts that look like placeholders but are unknown. */
export function strayPlaceholders(value: unknown): string[] {
  if (typeof value === 'string') return /^\$\w+$/.test(value) && !placeholders.some(each => each === value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strayPlaceholders) : []
}
