import type { Text } from '@portico/core/web'
import type { ComponentType } from 'react'
import type { EntityRow } from '../entity-row.ts'

/** A column of the list of entities: all that the list, its order, its menu and its exports need to know about it. */
export interface EntityColumn {
  readonly title: Text
  /** What is exported, and shown where neither `look` nor `Cell` says otherwise. */
  readonly value: (row: EntityRow) => unknown
  /** What it reads of an entity, as the `fields` of the catalog's routes. */
  readonly fields?: readonly string[]
  /** By which field the server sorts, and by which value the browser does where it has everything. Without it nobody can sort by the column. */
  readonly sort?: { readonly field: string; readonly value?: (row: EntityRow) => unknown }
  /** How the value is shown: as text, as the name of the entity, as links to entities (of a kind, unless a ref says another), or as chips. */
  readonly look?: 'text' | 'name' | 'chips' | { readonly refs: string }
  /** Shows it instead; best a `defineExtension`, so that its code comes when it is shown. */
  readonly Cell?: ComponentType<{ readonly row: EntityRow }>
  /** Whether it is there until a reader hides it; yes by default. Otherwise a reader can choose it. */
  readonly isInitial?: (kind: string, rows: readonly EntityRow[]) => boolean
  /** It takes the room that the others leave, which are as wide as what is in them. */
  readonly grow?: boolean
  /** Narrower than this it says nothing. */
  readonly minPx: number
  /** Where there is no room for all, columns go in this order, the lowest first; one without a number always stays. */
  readonly dropOrder?: number
  /** It stays in the two lines that a row has on a phone. */
  readonly summary?: boolean
}

/** A column of the list, and what it is known by in addresses, exports and what is saved: never by its title. */
export interface IndexColumn extends EntityColumn {
  readonly id: string
  readonly plugin: string
}

/** The column that says which row it is: it cannot be hidden. */
export const nameColumn = 'name'
