/** An entity as a catalog file holds it. */
export interface Entity {
  readonly apiVersion: string
  readonly kind: EntityKind
  readonly metadata: {
    readonly name: string
    readonly title?: string
    readonly description: string
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations: Readonly<Record<string, string>>
    readonly tags?: readonly string[]
    readonly links?: readonly { readonly url: string; readonly title: string; readonly icon: string }[]
  }
  readonly spec: Readonly<Record<string, unknown>>
}

export type EntityKind = 'Group' | 'User' | 'Domain' | 'System' | 'Resource' | 'API' | 'Component'

/** How many there are of each kind. */
export type Counts = Readonly<Record<EntityKind, number>>

const shares: readonly (readonly [EntityKind, number])[] = [
  ['Group', 0.03],
  ['User', 0.15],
  ['Domain', 0.005],
  ['System', 0.035],
  ['Resource', 0.08],
  ['API', 0.1],
]

/** Divides a number of entities into kinds; components are the rest, about 60 %. */
export function countsOf(entities: number): Counts {
  if (!Number.isSafeInteger(entities) || entities < 20) throw new RangeError(`an organisation has at least 20 entities, not ${entities}`)
  const others = shares.map(([kind, share]) => [kind, Math.max(1, Math.round(entities * share))] as const)
  const rest = entities - others.reduce((sum, [, count]) => sum + count, 0)
  return { ...(Object.fromEntries(others) as Omit<Counts, 'Component'>), Component: rest }
}
