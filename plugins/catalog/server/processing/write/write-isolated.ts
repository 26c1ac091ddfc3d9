import { maskCredentials } from '@portico/catalog/common'
import type { Logger } from '@portico/core/server'
import type { BatchItem } from './batch-item.ts'
import { isTransient, retryMsAfter, toFault } from '../ingest-fault.ts'
import type { EntityError } from '../process/process-entity.ts'
import type { FailedEntity, ProcessedEntity } from '../process/process-source.ts'
import type { ClaimedSource } from '../read/claim-store.ts'
import { fromCoreText } from '../stitch/stitch-entity.ts'
import type { BatchResult } from './write-batch.ts'

export interface IsolatedWriterDependencies {
  readonly write: (items: readonly BatchItem[]) => Promise<BatchResult>
  /** Records that a source could not be taken in. */
  readonly fail: (source: ClaimedSource, error: EntityError, retryMs: number) => Promise<void>
  readonly log: Logger
}

/**
 * Writes the batches of one pass so that an unexpected error costs its own document, at the worst its own source: a batch that cannot be written is
 * halved until the culprit is found, which is recorded as failed, and everything else is written. What passes by itself, as a lost
 * connection, is thrown.
 */
export function createIsolatedWriter({ write, fail, log }: IsolatedWriterDependencies) {
  // Sources with a document that could not be written, until their end is.
  const faults = new Map<number, EntityError>()

  async function writeAll(items: readonly BatchItem[]): Promise<BatchResult[]> {
    const noted = items.map(withFault)
    try {
      return [await write(noted)]
    } catch (error) {
      if (isTransient(error)) throw error
      const halves = halve(items)
      if (halves) return [...(await writeAll(halves[0])), ...(await writeAll(halves[1]))]
      return blame(items[0]!, error)
    }
  }

  /** The item is a single document or a single end. */
  async function blame(item: BatchItem, error: unknown): Promise<BatchResult[]> {
    const { source, part } = item
    const fault = toFault(error)
    const [culprit] = [...part.processed, ...part.failed]
    const sourceRef = maskCredentials(`${source.type}:${source.target}`)
    log.error(
      { error, source: sourceRef, ...(culprit && { ref: culprit.ref }) },
      `${culprit?.ref ?? 'A source'} could not be taken in from ${sourceRef}`,
    )
    if (!culprit) {
      await fail(source, fault, retryMsAfter(source.failures))
      return []
    }
    // Reported again when the end of the source is written, which then is retried.
    faults.set(source.id, fault)
    const [document] = part.processed
    return document ? recordFailed({ ...item, part: { processed: [], failed: [toFailed(document, fault)] } }) : []
  }

  async function recordFailed(item: BatchItem): Promise<BatchResult[]> {
    try {
      return [await write([item])]
    } catch (error) {
      if (isTransient(error)) throw error
      return []
    }
  }

  function withFault(item: BatchItem): BatchItem {
    const fault = faults.get(item.source.id)
    if (!fault || !item.end) return item
    const { end, source } = item
    return { ...item, end: { ...end, problems: [fault, ...end.problems], retryMs: end.retryMs ?? retryMsAfter(source.failures) } }
  }

  return writeAll
}

/** Two parts of a batch, in order; undefined where there is nothing left to part. */
function halve(items: readonly BatchItem[]): readonly [readonly BatchItem[], readonly BatchItem[]] | undefined {
  if (items.length > 1) return [items.slice(0, items.length >> 1), items.slice(items.length >> 1)]
  const [item] = items
  if (!item) return undefined
  const { end, removed, ...base } = item
  const { processed, failed } = item.part
  const documents = processed.length + failed.length
  if (documents === 0 || (documents === 1 && !end && !removed?.length)) return undefined
  // What ends a source or takes something away comes after its documents.
  if (end || removed?.length) return [[base], [{ ...item, part: { processed: [], failed: [] } }]]
  const half = documents >> 1
  const first = { processed: processed.slice(0, half), failed: failed.slice(0, Math.max(0, half - processed.length)) }
  const second = { processed: processed.slice(half), failed: failed.slice(Math.max(0, half - processed.length)) }
  return [[{ ...base, part: first }], [{ ...base, part: second }]]
}

function toFailed({ ref, line, locationKey, text }: ProcessedEntity, error: EntityError): FailedEntity {
  return { ref, line, locationKey, errors: [{ ...error, ...(line !== undefined && { line }) }], document: fromCoreText(text) }
}
