import { maskCredentials } from '@portico/catalog/common'
import { AppError } from '@portico/core/common'
import type { Logger } from '@portico/core/server'
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BatchItem } from './write/batch-item.ts'
import { createBatcher, inParallel, type Batcher } from './write/batcher.ts'
import type { CatalogDatabase } from './write/catalog-database-store.ts'
import { entityStore } from './write/entity-store.ts'
import { generatedRef } from './read/generated-location.ts'
import { includedType } from './read/included-file.ts'
import type { OrphanStrategy } from './write/graph-store.ts'
import { isTransient, retryMsAfter, toFault } from './ingest-fault.ts'
import { toEntityError, type EntityError } from './process/process-entity.ts'
import type { ProcessedPart, SourceContext } from './process/process-source.ts'
import { processReading, readSource, type SourceReading } from './read/read-source.ts'
import { createRefStore } from './write/ref-store.ts'
import type { Claim, ClaimedSource, ReaderDeath } from './read/claim-store.ts'
import { createSourceStore } from './read/source-store.ts'
import { createStitcher } from './stitch/stitching.ts'
import { createStitchSchedule, type StitchIntervals } from './stitch/stitch-schedule.ts'
import { stitchStore } from './stitch/stitch-store.ts'
import { createTakeOver } from './write/take-over.ts'
import { createBatchWriter } from './write/write-batch.ts'
import { createIsolatedWriter } from './write/write-isolated.ts'

export interface IngestOptions extends StitchIntervals {
  /** How long until a source is read again, up to half as long more; undefined: only when asked. */
  readonly intervalMs: number | undefined
  readonly orphanStrategy: OrphanStrategy
  readonly batchSize?: number
  readonly claimSize?: number
  readonly leaseMs?: number
}

export interface IngestDependencies {
  readonly db: CatalogDatabase
  readonly log: Logger
  readonly context: SourceContext
  readonly options: IngestOptions
  /** The id of the reader, where its death has to be recorded. */
  readonly owner?: string
  /** Others who died while they were reading. */
  readonly deaths?: readonly ReaderDeath[]
  /** Called with the source that is being worked on. */
  readonly onWork?: (sourceId: number | undefined) => void
}

type Failed = SourceReading & { state: 'failed' }

const endedReader = { name: 'OutOfMemoryError', message: 'Reading it ended the process that did' }

// Files are there at once, so holding several only takes memory.
const readsAtOnce = (type: string) => (type === 'file' ? 1 : 16)
// Between two slices what the database answered is taken up, so that it works on one batch while the next is prepared.
const sliceSize = 25
const worthAskingLength = 20_000

export type Ingest = ReturnType<typeof createIngest>

/** Reads sources that are due and writes what has changed. Any number of these may work on one database at once. */
export function createIngest({ db, log, context, options, owner = randomUUID(), deaths = [], onWork }: IngestDependencies) {
  const { intervalMs, batchSize = 500, claimSize = 500, leaseMs = 30_000 } = options
  const refs = createRefStore(db)
  const sources = createSourceStore(db, generatedRef)
  let readingSince: string | undefined
  const writeBatch = createBatchWriter({ db, refs, sources, orphanStrategy: options.orphanStrategy, readingSince: () => readingSince })
  const stopping = new AbortController()
  const stitch = createStitcher({ db, refs, log })
  const stitching = createStitchSchedule({ ...options, stitch, batchSize, isStopping: () => stopping.signal.aborted })
  const takeOver = createTakeOver({ db, sources, context, write: items => createWriter()(items) })

  /** Writes the batches of one pass, or of one mutation. Only what passes by itself is thrown. */
  function createWriter(): (items: readonly BatchItem[]) => Promise<void> {
    const writeIsolated = createIsolatedWriter({ write: writeBatch, fail, log })
    return async items => {
      const results = await writeIsolated(items)
      for (const { entity, sourceId } of results.flatMap(({ refused }) => refused)) {
        log.warn({ ref: entity.ref, source: sourceId }, `'${entity.ref}' is already taken by another location; the later one is left out`)
      }
    }
  }

  async function fail(source: ClaimedSource, error: EntityError, retryMs: number): Promise<void> {
    await sources.fail(db, [{ id: source.id, generation: source.generation, error, retryMs, isReset: true }])
    await markParents([source.id])
  }

  async function takeIn(source: ClaimedSource, reading: SourceReading & { state: 'changed' }, batcher: Batcher<BatchItem>): Promise<void> {
    // In a small file it takes longer to ask which documents are known than to process them.
    const isWorthAsking =
      source.fingerprint !== undefined && reading.files.reduce((sum, { text }) => sum + text.length, 0) > worthAskingLength
    const known = isWorthAsking ? (await sources.knownInputs([source.id])).get(source.id) : undefined
    const seen: { ref: string; line: number | undefined }[] = []
    const keys = new Set<string>()
    const problems: EntityError[] = []
    let isWhole = true
    let fault: EntityError | undefined
    const { version } = reading
    const base = { source, version }
    for await (const part of processReading(source, reading, context, { size: sliceSize, knownRef: hash => known?.get(hash) })) {
      await nextTurn()
      stopping.signal.throwIfAborted()
      seen.push(...part.processed, ...part.failed, ...part.unchanged)
      part.processed.forEach(({ refreshKeys }) => refreshKeys.forEach(key => keys.add(key)))
      problems.push(...part.problems, ...part.failed.filter(isForbidden).flatMap(({ errors }) => errors))
      isWhole &&= part.unchanged.length === 0
      fault ??= part.fault
      tellWrong(source, part)
      if (part.processed.length + part.failed.length > 0) await batcher.add({ ...base, part }, part.processed.length + part.failed.length)
    }
    const dependencies = reading.dependencies()
    for (const { target } of dependencies) keys.add(`${includedType(source.type, target)}:${target}`)
    const { etag, contentHash, targets } = reading
    const end = {
      generation: source.generation,
      fingerprint: context.fingerprint,
      etag,
      contentHash,
      version,
      dependencies,
      problems,
      seen: seen.map(({ ref, line }) => ({ ref, line })),
      targets,
      // A document that cannot be read may be any of those that are missing.
      isComplete: !problems.some(({ name }) => name !== 'NotAllowedError'),
      refreshKeys: [...keys],
      isWhole,
      ...(fault && { problems: [fault, ...problems.filter(each => each !== fault)], retryMs: retryMsAfter(source.failures) }),
    }
    await batcher.add({ ...base, part: { processed: [], failed: [] }, end }, 0.5)
  }

  /** One line of the log for each batch of a source that has documents which are wrong; the list of problems has all of them. */
  function tellWrong(source: ClaimedSource, { failed, problems }: ProcessedPart): void {
    const [first] = [...failed.flatMap(({ errors }) => errors), ...problems]
    if (!first) return
    const count = failed.length + problems.length
    const place = maskCredentials(`${source.type}:${source.target}`)
    log.warn(
      { source: place, documents: count, refs: failed.slice(0, 10).map(({ ref }) => ref) },
      `documents of the catalog are wrong: ${maskCredentials(first.message)}`,
    )
  }

  /** Takes in what was read. An unexpected error costs this source and no other. */
  async function takeInIsolated(...[source, reading, batcher]: Parameters<typeof takeIn>): Promise<Failed | undefined> {
    try {
      if (source.isSuspect && source.suspectHash === reading.contentHash) {
        return { state: 'failed', error: source.error ?? endedReader, retryAfterMs: undefined, isReset: true, isSuspect: true }
      }
      if (source.isSuspect) await sources.suspect(source.id, reading.contentHash)
      await takeIn(source, reading, batcher)
      return undefined
    } catch (error) {
      if (stopping.signal.aborted || isTransient(error)) throw error
      if (error instanceof AppError) return { state: 'failed', error: toEntityError(error), retryAfterMs: undefined, isReset: true }
      log.error({ error, source: maskCredentials(`${source.type}:${source.target}`) }, 'a source of the catalog could not be processed')
      return { state: 'failed', error: toFault(error), retryAfterMs: undefined, isReset: true }
    }
  }

  async function endWithoutChange(unchanged: readonly { source: ClaimedSource; etag: string | undefined }[]): Promise<void> {
    const worth = unchanged.filter(({ source, etag }) => source.error !== undefined || source.failures > 0 || source.etag !== etag)
    await sources.endUnchanged(
      db,
      worth.map(({ source, etag }) => ({ id: source.id, generation: source.generation, etag, fingerprint: context.fingerprint })),
    )
    await markParents(worth.filter(({ source }) => source.error !== undefined).map(({ source }) => source.id))
  }

  async function endFailed(failed: readonly { source: ClaimedSource; reading: Failed }[]): Promise<void> {
    for (const { source, reading } of failed) {
      if (source.error?.message === reading.error.message) continue
      log.warn(
        { source: maskCredentials(`${source.type}:${source.target}`), error: reading.error },
        `a source of the catalog cannot be read: ${reading.error.message}`,
      )
    }
    const rows = failed.map(({ source, reading }) => ({
      id: source.id,
      generation: source.generation,
      error: reading.error,
      retryMs: retryMsAfter(source.failures, reading.retryAfterMs),
      isReset: reading.isReset ?? false,
    }))
    await sources.fail(db, rows)
    await markParents(
      failed.filter(({ source, reading }) => source.error?.message !== reading.error.message).map(({ source }) => source.id),
    )
  }

  async function markParents(sourceIds: readonly number[]): Promise<void> {
    if (sourceIds.length > 0) await entityStore.markDirty(db, await sources.parentIds(db, sourceIds))
  }

  async function work(claim: Claim, batcher: Batcher<BatchItem>): Promise<void> {
    const unchanged: { source: ClaimedSource; etag: string | undefined }[] = []
    const failed: { source: ClaimedSource; reading: Failed }[] = []
    const during = { signal: stopping.signal, since: performance.now() }
    // By type, so that hosts that hang do not hold up files.
    for (const [type, ofType] of Map.groupBy(claim.sources, source => source.type)) {
      const read = (source: ClaimedSource) => {
        if (readsAtOnce(type) === 1) onWork?.(source.id)
        return readSource(source, context, during)
      }
      for await (const { item: source, result } of inParallel(ofType, readsAtOnce(type), read)) {
        onWork?.(source.id)
        if (result.state === 'unchanged') unchanged.push({ source, etag: result.etag })
        else if (result.state === 'failed') failed.push({ source, reading: result })
        else {
          const fault = await takeInIsolated(source, result, batcher)
          if (fault) failed.push({ source, reading: fault })
        }
        onWork?.(undefined)
      }
    }
    batcher.after(async () => {
      await endWithoutChange(unchanged)
      await endFailed(failed)
      await sources.release(
        claim.id,
        failed.flatMap(({ source, reading }) => (reading.isSuspect ? [source.id] : [])),
      )
    })
  }

  /** One look: reads everything that is due, then stitches. Returns in how many milliseconds to look again. */
  async function pass(): Promise<number | undefined> {
    await sources.adopt(owner, deaths)
    readingSince = await stitchStore.now(db)
    stitching.begin()
    const claims = new Set<string>()
    const renewal = setInterval(() => void sources.renew([...claims], leaseMs).catch(() => {}), leaseMs / 3)
    const write = createWriter()
    const batcher = createBatcher<BatchItem>(batchSize, async items => {
      await write(items)
      await stitching.meanwhile()
    })
    try {
      const take = async (claim: Claim) => {
        claims.add(claim.id)
        await work(claim, batcher)
        batcher.after(async () => void claims.delete(claim.id))
      }
      while (!stopping.signal.aborted) {
        const claim = await sources.claim(owner, { max: claimSize, leaseMs, intervalMs })
        if (claim) {
          await take(claim)
          continue
        }
        // What is being written may lead to more.
        await batcher.flush()
        if (await sources.hasDue()) continue
        const suspects = await sources.claimSuspects(owner, { leaseMs })
        if (!suspects) break
        await take(suspects)
        // Nothing else is read together with them, so that nothing else is blamed.
        await batcher.flush()
      }
      await batcher.flush()
      await takeOver()
      await stitching.all()
    } finally {
      readingSince = undefined
      // A batch that is under way when something else fails is written before anything is read again.
      await batcher.idle()
      clearInterval(renewal)
    }
    await sources.plan(intervalMs)
    return sources.nextDueMs()
  }

  return {
    pass,
    refs,
    sources,
    createWriter,
    /** Ends what is going on as soon as possible; whatever was begun and not written is done by the next one. */
    async stop(): Promise<void> {
      stopping.abort(new Error('The server stops'))
    },
    /** Hands back what was claimed. */
    async release(): Promise<void> {
      await sources.adopt(owner)
    },
  }
}

/** A kind that must not come from here concerns the location, not only the entity. */
function isForbidden({ errors }: { errors: readonly { name: string }[] }): boolean {
  return errors.some(({ name }) => name === 'NotAllowedError')
}
