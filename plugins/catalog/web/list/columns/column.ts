import type { Client, QueryCache, Text, useApis } from '@portico/core/web'
import type { ComponentType } from 'react'
import type { EntityRow } from '../entity-row.ts'

/** What `load` of a column reads with. */
export interface ColumnSources {
  readonly client: Client
  readonly cache: QueryCache
  /** Finds any API by its ref. */
  readonly api: ReturnType<typeof useApis>
  readonly signal: AbortSignal
}

/** A column of the list of entities: all that the list, its order, its menu and its exports need to know about it. */
export interface EntityColumn {
  readonly title: Text
  /** What is exported, and shown where neither `look` nor `Cell` says otherwise. */
  readonly value: (row: EntityRow) => unknown
  /** For a column whose cells ask another place: what is exported in place of `value`, by entity ref. */
  readonly load?: (rows: readonly EntityRow[], sources: ColumnSources) => Promise<ReadonlyMap<string, unknown>>
  /** What it reads of an entity, as the `fields` of the catalog's routes. */
  readonly fields?: readonly string[]
  /**
   * By which field the server sorts, and by which value the browser does where it has everything. Without it the column is not sortable; where
   * only the server knows the value, it is not sortable in a browser that has everything.
   */
  readonly sort?: { readonly field: string; readonly value?: (row: EntityRow) => unknown; readonly isOnServer?: boolean }
  /** How the value is shown: as text, as the name of the entity, as links to entities (of a kind, unless a ref says another), or as chips. */
  readonly look?: 'text' | 'name' | 'chips' | { readonly refs: string }
  /** Shows it instead; best a `defineExtension`, so that its code loads when it is shown. */
  readonly Cell?: ComponentType<{ readonly row: EntityRow }>
  /** Whether it is there until a reader hides it; yes by default. Otherwise a reader can choose it. */
  readonly isInitial?: (kind: string, rows: readonly EntityRow[]) => boolean
  /** It takes the width that the others leave, which are as wide as their content. */
  readonly grow?: boolean
  /** Narrower than this it is not readable in one line. */
  readonly minPx: number
  /** Narrower than this it is not readable in two lines either; `minPx` by default. */
  readonly tightPx?: number
  /** Where there is no space for all, columns are dropped in this order, the lowest first; one without a number always stays. */
  readonly dropOrder?: number
  /** It stays in the two lines that a row has on a phone. */
  readonly summary?: boolean
}

/** A column of the list, and its id in addresses, exports and what is saved: never its title. */
export interface IndexColumn extends EntityColumn {
  readonly id: string
  readonly plugin: string
}

/** The column that says which row it is: it cannot be hidden. */
export const nameColumn = 'name'
