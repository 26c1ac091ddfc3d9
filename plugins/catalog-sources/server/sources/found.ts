import type { Entity } from '@portico/catalog/common'

/** Something that a source did not hand over, and why. */
export interface Skipped {
  readonly what: string
  readonly why: string
  /** Somebody who therefore has no entity. */
  readonly isPerson?: boolean
}

/** Everything that a source has at the moment. A source that cannot tell everything throws. */
export interface Found {
  readonly entities: readonly Entity[]
  readonly skipped: readonly Skipped[]
}
