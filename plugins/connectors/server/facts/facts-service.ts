import type { FactDefinition, FactPoint, FactType, FactValue } from '@portico/connectors/common'
import { defineService } from '@portico/core/server'

/** Which facts are asked for: all of them by default. */
export interface FactQuery {
  readonly entityRefs?: readonly string[]
  readonly names?: readonly string[]
}

/** A fact as a plugin declares it; `history` is on for all but lists. */
export type FactDraft = Pick<FactDefinition, 'name' | 'title'> &
  Partial<Omit<FactDefinition, 'source' | 'type'>> & { readonly type: FactType }

export interface FactSource {
  /** The facts are not declared any more. Their values stay, for when they are again. */
  unregister(): void
  /** Stores values; those of refs that the catalog does not know are kept too. A value that does not fit its fact throws. */
  put(values: readonly { readonly entityRef: string; readonly name: string; readonly value: unknown; readonly at?: Date }[]): Promise<void>
  /** The values are still so. */
  confirm(entityRefs: readonly string[], names: readonly string[]): Promise<void>
  /** The values could not be read. The last ones stay, with the reason. */
  fail(entityRefs: readonly string[], names: readonly string[], reason: { readonly code: string; readonly message: string }): Promise<void>
  /** Nothing is known of these entities any more. */
  remove(entityRefs: readonly string[]): Promise<void>
}

/** What is known about entities, by tools and by plugins. It checks no permissions: plugins that show facts to users must. */
export interface Facts {
  definitions(): readonly FactDefinition[]
  latest(query: FactQuery): Promise<FactValue[]>
  /** What was known at a moment, of facts with a history. */
  at(time: Date, query: FactQuery): Promise<FactValue[]>
  /** The values within a time, each from its moment on; the first may be older than the time. */
  history(entityRef: string, name: string, range: { readonly from: Date; readonly to: Date }): Promise<FactPoint[]>
  /** Facts that a plugin knows by itself; their names begin with the name of the source. Another call with the same source replaces them. */
  declare(source: string, drafts: readonly FactDraft[]): FactSource
}

export const factsService = defineService<Facts>('facts', { registers: ['declare'] })
