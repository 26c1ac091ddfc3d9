import type { Text } from '@portico/core/web'
import type { ComponentType } from 'react'
import type { EntityRow } from '../entity-row.ts'

/** A field and the values of which it must have one. */
export type Condition = readonly [field: string, values: readonly string[]]

/** A value that entities have, and how many have it. */
export interface FacetValue {
  readonly value: string
  readonly count: number
}

export interface FilterPickerProps {
  readonly kind: string
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

/** A filter of the list of entities: all that its picker, its chips, its address and its request need to know about it. */
export interface EntityFilter {
  readonly title: Text
  /** The field whose values are offered, and which must have one of those that are chosen: `spec.lifecycle`. */
  readonly facet?: string
  /** What a value is called; by default it is shown as it is. */
  readonly label?: (value: string) => Text
  /** The values are read when the picker opens: there may be very many. */
  readonly large?: boolean
  /** Whether the values are worth a picker; by default if there are any. */
  readonly isWorthwhile?: (values: readonly FacetValue[]) => boolean
  /** Chosen values that no entity of the kind has are dropped. */
  readonly closed?: boolean
  /** How it is picked: by the values of the facet, which is the default, as users and groups, or on and off. */
  readonly look?: 'values' | 'owners' | 'flag'
  /** Picks it instead; best a `defineExtension`. */
  readonly Picker?: ComponentType<FilterPickerProps>
  /** The condition for the server; by default that the facet has one of the values. */
  readonly toConditions?: (values: readonly string[]) => readonly Condition[]
  /** The same for a row, where the browser has everything. Without it the filter is offered only where the server filters. */
  readonly matches?: (row: EntityRow, values: readonly string[]) => boolean
  /** What `matches` reads of an entity, as the `fields` of the catalog's routes. */
  readonly fields?: readonly string[]
  /** Parses the values in an address. */
  readonly read?: (values: readonly string[]) => readonly string[]
}

/** A filter of the list, and its id in addresses and saved views: never its title. */
export interface IndexFilter extends EntityFilter {
  readonly id: string
  readonly plugin: string
  readonly place: 'pickers' | 'more' | 'status'
}

export const asItIs = (value: string): Text => value

/** The conditions for the server. */
export function conditionsOf({ facet, toConditions }: EntityFilter, values: readonly string[]): readonly Condition[] {
  if (toConditions) return toConditions(values)
  return facet === undefined ? [] : [[facet, values]]
}
