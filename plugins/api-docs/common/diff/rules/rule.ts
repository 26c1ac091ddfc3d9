import type { Impact } from '../../changes.ts'

/** Why a change is breaking, risky or compatible. */
export interface ChangeRule {
  readonly impact: Impact
  readonly kind: 'added' | 'removed' | 'changed'
  /** A sentence or two for those who ask. */
  readonly why: string
}

/** Rules by id, written short: what is done to the thing, the impact, why. */
export function rulesOf<Id extends string>(
  rules: Readonly<Record<Id, readonly [kind: ChangeRule['kind'], impact: Impact, why: string]>>,
): Readonly<Record<Id, ChangeRule>> {
  return Object.fromEntries(
    Object.entries<(typeof rules)[Id]>(rules).map(([id, [kind, impact, why]]) => [id, { kind, impact, why }]),
  ) as Record<Id, ChangeRule>
}
