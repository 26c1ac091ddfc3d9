import type { Text } from '@portico/core/web'

/** A list of entities of one kind, on a page of its own. */
export interface KindList {
  /** In lower case. */
  readonly kind: string
  /** On the button that leads to where existing entities are registered: `Register existing API`. */
  readonly registerTitle: Text
}
