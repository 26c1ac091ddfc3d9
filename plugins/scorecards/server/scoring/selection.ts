import type { Grouping } from '@portico/scorecards/common'
import type { Facets } from '../results/facets.ts'
import { shortName } from '../results/facets.ts'

/** Which entities a caller asks for. */
export interface Selection {
  readonly owner?: readonly string[] | undefined
  readonly domain?: readonly string[] | undefined
  readonly system?: readonly string[] | undefined
  readonly kind?: readonly string[] | undefined
  readonly type?: readonly string[] | undefined
  readonly lifecycle?: readonly string[] | undefined
  readonly text?: string | undefined
}

const keys = ['owner', 'domain', 'system', 'kind', 'type', 'lifecycle'] as const

/** Whether an entity is asked for. */
export function createSelection(selection: Selection): (ref: string, facets: Facets) => boolean {
  const conditions = keys.flatMap(key =>
    selection[key]?.length ? [{ key, values: new Set(selection[key].map(value => value.toLowerCase())) }] : [],
  )
  const words = (selection.text ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return (ref, facets) =>
    conditions.every(({ key, values }) => values.has((facets[key] ?? '').toLowerCase())) &&
    words.every(word => ref.includes(word) || facets.title.toLowerCase().includes(word))
}

/** The group of an entity: a ref or a plain value; '' is none. */
export const groupOf = (facets: Facets, by: Grouping): string => facets[by] ?? ''

/** Whether groups of this kind are entities, with titles of their own. */
export const hasEntities = (by: Grouping): boolean => by === 'owner' || by === 'domain' || by === 'system'

export const plainTitle = (key: string, by: Grouping): string => (hasEntities(by) && key !== '' ? shortName(key) : key)
