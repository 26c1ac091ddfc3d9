import type { ProcessedPart } from '../process/process-source.ts'
import type { ClaimedSource } from '../read/claim-store.ts'
import type { SourceEnd } from '../read/source-store.ts'

/** What is known of a source when its last part is written. */
export interface EndOfSource extends Omit<SourceEnd, 'documents' | 'id'> {
  /** Every document of the source that has a name. */
  readonly seen: readonly { readonly ref: string; readonly line: number | undefined }[]
  /** What is not seen is gone. Not so while documents cannot be read, and when only differences were given. */
  readonly isComplete: boolean
  /** What fits it, where it is a pattern. */
  readonly targets?: readonly string[] | undefined
  readonly refreshKeys: readonly string[]
  /** Every document was processed, so the refresh keys are all there are. */
  readonly isWhole: boolean
}

export interface BatchItem {
  readonly source: ClaimedSource
  readonly version: string | undefined
  readonly part: Pick<ProcessedPart, 'processed' | 'failed'>
  /** Refs that a provider takes away. */
  readonly removed?: readonly string[]
  readonly end?: EndOfSource
  /** What a provider said when it was refused these names, by ref. Written only where that is still its last word. */
  readonly lastWord?: ReadonlyMap<string, string>
}
