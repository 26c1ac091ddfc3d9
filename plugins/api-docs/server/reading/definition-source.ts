import type { Reading } from '@portico/api-docs/common'

export interface DefinitionSource {
  readonly text: string
  /** `spec.type`: `openapi`, `graphql`, or a word of the organisation's own. */
  readonly type: string
}

/** Reads one format. It never throws for what a definition says: what cannot be read is a problem of the reading. */
export type ReadFormat = (source: DefinitionSource) => Reading | Promise<Reading>
