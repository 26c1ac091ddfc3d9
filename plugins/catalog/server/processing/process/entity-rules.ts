import type { Entity, LocationRef } from '@portico/catalog/common'
import { compileGlob } from '@portico/core/common'

/** A kind, or one type of it. */
export type AllowedKind = string | { readonly kind: string; readonly 'spec.type'?: string | undefined }

export interface EntityRule {
  readonly allow: readonly AllowedKind[]
  readonly locations?:
    | readonly { readonly type?: string | undefined; readonly exact?: string | undefined; readonly pattern?: string | undefined }[]
    | undefined
}

export interface RuleConfig {
  readonly rules?: readonly EntityRule[] | undefined
  readonly locations: readonly (LocationRef & { readonly rules?: readonly { readonly allow: readonly AllowedKind[] }[] | undefined })[]
}

const standardRules: readonly EntityRule[] = [{ allow: ['Component', 'API', 'Location'] }]

/** Says whether an entity may come from a root. The rules of all that fit the root add up. */
export type RuleCheck = (entity: Entity, origin: LocationRef) => boolean

/** The check for `catalog.rules` and the rules of single locations. */
export function createRuleCheck({ rules = standardRules, locations }: RuleConfig): RuleCheck {
  const ofLocations = locations.flatMap(({ type, target, rules: own = [] }) =>
    own.map((rule): EntityRule => ({ ...rule, locations: [{ type, exact: target }] })),
  )
  const all = [...rules, ...ofLocations].map(rule => ({ allow: rule.allow, isOrigin: originTest(rule) }))
  return (entity, origin) => all.some(rule => rule.isOrigin(origin) && rule.allow.some(allowed => fitsKind(allowed, entity)))
}

function fitsKind(allowed: AllowedKind, { kind, spec }: Entity): boolean {
  const isKind = (name: string) => name.toLowerCase() === kind.toLowerCase()
  if (typeof allowed === 'string') return isKind(allowed)
  return isKind(allowed.kind) && (allowed['spec.type'] === undefined || allowed['spec.type'] === spec?.['type'])
}

/** Types and targets are compared as they are written; only patterns take any letter case, as they do in the reference. */
function originTest({ locations }: EntityRule): (origin: LocationRef) => boolean {
  if (!locations) return () => true
  const tests = locations.map(({ type, exact, pattern }) => ({
    type,
    exact,
    isFitting: pattern === undefined ? () => true : compileGlob(pattern.toLowerCase(), { dot: true }),
  }))
  return origin =>
    tests.some(
      ({ type, exact, isFitting }) =>
        (type === undefined || type === origin.type) &&
        (exact === undefined || exact === origin.target) &&
        isFitting(origin.target.toLowerCase()),
    )
}
