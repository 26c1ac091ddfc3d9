import type { HealthProblemType } from '@portico/catalog/common'

/** A problem as it is counted and filtered; what only its own line on a page shows is looked up for that page. */
export interface ProblemRow {
  readonly id: string
  readonly type: HealthProblemType
  /** The affected entity, or the one that a document wants to be. */
  readonly ref?: string
  /** Its number, where it is in the catalog. */
  readonly entityId?: number
  readonly sourceId?: number
  /** The location ref without credentials, or the name of a provider. */
  readonly source?: string
  readonly isProvider?: boolean
  /** The file within the source, where it is another. */
  readonly file?: string
  readonly line?: number
  /** What was reported when it was read; empty where the type says it all. */
  readonly message?: string
  /** How many mistakes there are besides. */
  readonly more?: number
  /** A kind or a host that the config does not allow. */
  readonly isForbidden?: boolean
  readonly since?: Date
  /** What a reference leads to and is missing, by ref and number, and the type of the relation. */
  readonly target?: string
  readonly targetId?: number
  readonly relation?: string
  /** The source that holds the name, where two claim it. */
  readonly holder?: string
}

/** What the line of a problem on a page shows besides. */
export interface ProblemDetail {
  readonly line?: number
  readonly since?: Date
  readonly lastReadAt?: Date
  readonly nextReadAt?: Date
  /** How many entities come from the source. */
  readonly entities?: number
  /** The Location entity that stands for the source or leads to it. */
  readonly locationRef?: string
}
