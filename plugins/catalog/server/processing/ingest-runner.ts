import type { LocationRef, PreviewInput } from '@portico/catalog/common'
import { createWakeLoop } from '@portico/core/server/worker'
import { createIngest, type IngestDependencies } from './ingest.ts'
import { inspectEntities, type Inspection } from './process/inspect-entities.ts'
import type { EntityError } from './process/process-entity.ts'
import { previewLocation, type Preview, type PreviewOptions } from './process/preview.ts'
import type { MutationPart } from './read/provider.ts'
import { createProviderMutations } from './process/provider-mutations.ts'
import { validateDocument } from './process/validate-document.ts'

/** What reads and writes the catalog, in this thread or another. */
export interface IngestHost {
  /** There may be something to do. */
  wake(): void
  applyMutation(part: MutationPart): Promise<void>
  /** Reads and processes everything that a location leads to, and keeps nothing of it. */
  preview(location: LocationRef, options?: PreviewOptions): Promise<Preview>
  /** Reads and processes what a caller wants to register, wrong documents included, and keeps nothing of it. */
  inspect(input: PreviewInput): Promise<Inspection>
  /** What is wrong with a document. */
  validate(document: unknown, location: LocationRef): Promise<readonly EntityError[]>
  /** Returns whether something was interrupted by it. */
  stop(): Promise<boolean>
}

/** Looks for work when woken or when something is due, never twice at once; after a failure with backoff. */
export function createIngestRunner(dependencies: IngestDependencies, onIdle?: (pauseMs: number | undefined) => void): IngestHost {
  const { log, context } = dependencies
  const ingest = createIngest(dependencies)
  const applyMutation = createProviderMutations({ ingest, context })
  const { wake, isBusy, stop } = createWakeLoop({ log, what: 'reading the catalog', pass: ingest.pass, ...(onIdle && { onIdle }) })

  return {
    wake,
    async applyMutation(part) {
      await applyMutation(part)
      // What its entities relate to is stitched when all of them are there.
      if (part.isLast) wake()
    },
    preview: (location, options) => previewLocation(location, context, options),
    inspect: input => inspectEntities(input, context),
    validate: (document, location) => validateDocument(document, location, context),
    async stop() {
      const isInterrupted = isBusy()
      const stopped = stop()
      ingest.stop()
      await stopped
      await ingest.release().catch(() => {})
      return isInterrupted
    },
  }
}
