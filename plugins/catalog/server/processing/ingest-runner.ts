import type { LocationRef } from '@portico/catalog/common'
import { createIngest, type IngestDependencies } from './ingest.ts'
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
  /** What is wrong with a document. */
  validate(document: unknown, location: LocationRef): Promise<readonly EntityError[]>
  /** Returns whether something was interrupted by it. */
  stop(): Promise<boolean>
}

const firstPauseMs = 200
const longestPauseMs = 10_000
export const longestTimerMs = 2_147_483_647

/** Looks for work when woken or when something is due, never twice at once; after a failure with growing pauses. */
export function createIngestRunner(dependencies: IngestDependencies, onRest: (pauseMs: number | undefined) => void = () => {}): IngestHost {
  const { log, context } = dependencies
  const ingest = createIngest(dependencies)
  const applyMutation = createProviderMutations({ ingest, context })
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> | undefined
  let isWoken = false
  let isStopped = false
  let failures = 0

  async function look(): Promise<void> {
    let pauseMs: number | undefined
    try {
      pauseMs = await ingest.pass()
      failures = 0
    } catch (error) {
      if (!isStopped) log.warn({ error }, 'reading the catalog was interrupted; trying again')
      pauseMs = Math.min(firstPauseMs * 2 ** failures, longestPauseMs)
      failures = Math.min(failures + 1, 10)
      // Being woken is no reason to hurry towards a database that is away.
      isWoken = false
    }
    current = undefined
    if (isStopped) return
    if (isWoken) return wake()
    if (pauseMs !== undefined) timer = setTimeout(wake, Math.min(Math.max(pauseMs, 10), longestTimerMs))
    onRest(pauseMs)
  }

  function wake(): void {
    if (isStopped) return
    if (current) {
      isWoken = true
      return
    }
    clearTimeout(timer)
    isWoken = false
    current = look()
  }

  return {
    wake,
    async applyMutation(part) {
      await applyMutation(part)
      wake()
    },
    preview: (location, options) => previewLocation(location, context, options),
    validate: (document, location) => validateDocument(document, location, context),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      const isInterrupted = current !== undefined
      ingest.stop()
      await current
      await ingest.release().catch(() => {})
      return isInterrupted
    },
  }
}
