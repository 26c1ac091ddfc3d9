import type { Entity } from '@portico/catalog/common'
import type { DocumentFilter, ReasonCode, ResultInput } from '@portico/scorecards/common'

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
  | { readonly inputs: readonly string[]; readonly facts: readonly string[]; readonly readsRelated: boolean; readonly readsTime: boolean }
  | { readonly error: string; readonly position?: number | undefined }

/** How a result travels from the process: member, pass, fail, unknown, exempt. */
export const rawStates = ['member', 'pass', 'fail', 'unknown', 'exempt'] as const

export interface RawReason {
  readonly code: ReasonCode
  readonly input?: string
  readonly since?: string
  readonly until?: string
  readonly message: string
}

/** The place of the check in the message, the place of the state in `rawStates`, what was read, the message of the cause, and the reason. */
export type RawResult = readonly [check: number, state: number, inputs: readonly ResultInput[], message: string, reason?: RawReason]

export interface RawEntity {
  readonly results: readonly RawResult[]
  /** When something may change by time alone. */
  readonly dueAt?: number
}
