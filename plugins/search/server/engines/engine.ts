import type { DocumentRow, TypeSize } from '../documents/document-store.ts'
import type { ScorePart } from '../search-index/match.ts'
import type { GroupVersion } from '../search-service.ts'

/** Which documents of a type a caller may see. */
export type TypeVisibility =
  | 'all'
  | {
      /** Equal while the answers are: they may be cached under it. */
      readonly key: string
      /** Which of the resources may be seen. */
      readonly check: (resourceRefs: readonly string[]) => Promise<readonly boolean[]>
    }

/** What is asked of an engine. */
export interface EngineQuery {
  readonly term: string
  /** The types to search, each with who may see what. */
  readonly types: ReadonlyMap<string, TypeVisibility>
  /** Each field must have one of its values. */
  readonly filters: Readonly<Record<string, readonly string[]>>
  /** What is a little nearer to the caller. */
  readonly near: Near
  /** For how long it may be found out what a caller may see. */
  readonly budgetMs: number
}

/** What belongs to the caller. Refs of entities. */
export interface Near {
  readonly owners: readonly string[]
  readonly starred: readonly string[]
  readonly recent: readonly string[]
}

export interface EnginePage extends EngineQuery {
  readonly offset: number
  readonly limit: number
  readonly marks: { readonly pre: string; readonly post: string }
  /** Whether each result says why it is where it is. */
  readonly explain: boolean
}

export interface EngineAnswer {
  /** The results as JSON, a list. */
  readonly results: string
  readonly count: number
  /** Absent where it could not be found out in time. */
  readonly total?: number
  readonly hasMore: boolean
  /** The best one is a person. */
  readonly isPerson: boolean
}

/** Why a result is where it is. */
export interface Explanation {
  readonly score: number
  readonly parts: readonly ScorePart[]
  readonly factors: Readonly<Record<string, number>>
}

export interface EngineFacets {
  readonly types: readonly { readonly type: string; readonly count: number }[]
  readonly fields: Readonly<Record<string, readonly { readonly value: string; readonly count: number }[]>>
  /** False where not everything could be checked in time: the numbers are too small then. */
  readonly isComplete: boolean
}

/** A run of one type on its way into the engine. */
export interface EngineRun {
  add(rows: readonly DocumentRow[]): Promise<void>
  /** How many different documents were added. */
  count(): Promise<number>
  /** Replaces what was there. Returns how many documents changed. */
  publish(): Promise<number>
  discard(): Promise<void>
}

/** What an engine remembers of the groups it has read, so that a run reads only those that have changed. */
export interface VersionedGroups {
  /** By the clock that dates changes. */
  now(): Promise<Date>
  /** Those that are not there in this version. */
  stale(type: string, groups: readonly GroupVersion[]): Promise<readonly GroupVersion[]>
  /** The documents of these groups, as they were at a time: what others have changed since stays. Returns how many have changed. */
  replace(type: string, groups: readonly string[], rows: readonly DocumentRow[], readAt: Date): Promise<number>
  /** The groups are there in these versions. */
  record(type: string, groups: readonly GroupVersion[]): Promise<void>
  /** How many are there in a version that is known. */
  count(type: string): Promise<number>
  /** Removes all groups that are not listed, but what others have changed since. Returns how many documents that were. */
  keepOnly(type: string, listed: AsyncIterable<readonly string[]>, since: Date): Promise<number>
  /** Everything of the type is read by the next run. */
  forget(type: string): Promise<void>
}

/** What finds documents. */
export interface SearchEngine {
  readonly name: string
  start(): Promise<void>
  /** Returns when queries are answered at once, where that takes long. */
  warmUp(): Promise<void>
  stop(): Promise<void>
  /** Plugins have brought types while the portal runs. For an engine that keeps the rules of types. */
  useTypes?(): void
  /** Somebody is about to search. */
  prepare(): void
  beginRun(type: string): Promise<EngineRun>
  /** Live: the documents of these groups are now these. No two have the same location. */
  replaceGroups(type: string, groups: readonly string[], rows: readonly DocumentRow[]): Promise<void>
  /** An engine without this gets everything in each run. */
  readonly versions?: VersionedGroups
  query(query: EnginePage): Promise<EngineAnswer>
  /** How many there are by type, and by the values of fields. */
  facets(query: EngineQuery, fields: readonly string[]): Promise<EngineFacets>
  /** The types of which documents can be found, or could be. Never without a type that `query` has found documents of. */
  types(): Promise<readonly string[]>
  /** The documents of each type that has any. */
  sizes(): Promise<readonly TypeSize[]>
  /** Bytes of memory or disk that the index takes, where that is known. */
  size(): Promise<number | undefined>
}
