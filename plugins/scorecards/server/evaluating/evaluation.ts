import type { Entity } from '@portico/catalog/common'
import type { DocumentFilter, ResultInput } from '@portico/scorecards/common'
import type { CauseKey } from '../results/cells.ts'

/** A check as the process gets it. Without an expression it only says which entities match: a scorecard or a campaign. */
export interface EvaluatedCheck {
  /** Its number among the checks of the message. */
  readonly name: string
  readonly filter: DocumentFilter
  readonly expression?: string | undefined
  readonly parameters?: Readonly<Record<string, unknown>> | undefined
  readonly graceMs?: number | undefined
  readonly maxAgeMs?: number | undefined
}

/** A fact as the process gets it. */
export interface EvaluatedFact {
  readonly value: ResultInput['value']
  readonly at: string
  readonly checkedAt: string
  readonly isStale: boolean
  readonly staleAfterMs?: number | undefined
  readonly error?: { readonly message: string; readonly since: string } | undefined
}

/** What is known of an entity that another one is tied to. */
export interface RelatedEntity {
  readonly ref: string
  readonly exists: boolean
  readonly kind?: string
  readonly type?: unknown
  readonly lifecycle?: unknown
  readonly title?: string
}

export interface EvaluatedEntity {
  readonly entity: Entity
  readonly facts: Readonly<Record<string, EvaluatedFact>>
  /** Milliseconds since 1970; absent where it was there before anybody looked. */
  readonly createdAt?: number | undefined
}

export interface EvaluationMessage {
  readonly kind: 'evaluate'
  readonly checks: readonly EvaluatedCheck[]
  readonly entities: readonly EvaluatedEntity[]
  readonly related: Readonly<Record<string, RelatedEntity>>
  readonly now: number
}

export interface InspectionMessage {
  readonly kind: 'inspect'
  readonly expressions: readonly string[]
}

export interface FillMessage {
  readonly kind: 'fill'
  readonly entity: Entity
  readonly facts: EvaluatedEntity['facts']
  readonly texts: readonly string[]
}

/** What an expression reads, or why it cannot be read. */
export type Inspection =
  | {
      readonly inputs: readonly string[]
      readonly facts: readonly string[]
      /** Types of relations in small letters; `*` where the expression makes the type. */
      readonly relations: readonly string[]
      readonly readsTime: boolean
    }
  | { readonly error: string; readonly position?: number | undefined }

/** Why a result is unknown or exempt, besides its cause. */
export interface RawTimes {
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** The place of the check in the message, that of the cause in the answer, those of what was read in the inputs of the entity. */
export type RawResult = readonly [check: number, cause: number, inputs: readonly number[], times?: RawTimes]

export interface RawEntity {
  /** What its checks have read, each once: many checks read the same. */
  readonly inputs: readonly ResultInput[]
  readonly results: readonly RawResult[]
  /** When something may change by time alone. */
  readonly dueAt?: number
}

export interface EvaluationAnswer {
  /** Each once for all entities. */
  readonly causes: readonly CauseKey[]
  readonly entities: readonly RawEntity[]
}
