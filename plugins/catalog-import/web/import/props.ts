import type { CatalogPreview } from '@portico/catalog/common'
import type { ImportState } from './use-import-state.ts'
import type { usePreview } from './use-preview.ts'

/** What is given, and the preview of it. */
export interface ImportProps {
  readonly state: ImportState
  readonly preview: ReturnType<typeof usePreview>
}

/** A preview that is there, and what it is of. */
export interface OutcomeProps {
  readonly state: ImportState
  readonly data: CatalogPreview
  /** Something else has been given meanwhile. */
  readonly isOutdated: boolean
}
