import type { BatchItem, EndOfSource } from './batch-item.ts'
import type { CatalogDatabase, CatalogTransaction } from './catalog-database-store.ts'
import { changedFields } from './changed-fields.ts'
import { changeStore, type ChangeWrite } from './change-store.ts'
import { classify, type Claimant, type Classified, type FailedClaimant } from './classify.ts'
import type { ClaimedSource } from '../read/claim-store.ts'
import { entityStore, type EntityParts, type EntityWrite, type RelationRow, type StoredEntity } from './entity-store.ts'
import { followPaths } from './follow-paths.ts'
import { longDefinitionStore } from './long-definition-store.ts'
import type { OrphanStrategy } from './graph-store.ts'
import type { ProcessedEntity } from '../process/process-source.ts'
import type { RefStore } from './ref-store.ts'
import { refusalStore, type DisplacedEntity } from './refusal-store.ts'
import type { SourceStore } from '../read/source-store.ts'
import { fromCoreText, relationChanges, type CoreText, type Stitched } from '../stitch/stitch-entity.ts'
import { relationsOfMany, stitchMany } from '../stitch/stitching.ts'
import { newUid } from './uid.ts'

export interface BatchResult {
  /** The revision that was made; undefined when nothing visible changed. */
  readonly revision: number | undefined
  readonly refused: readonly Claimant[]
}

export interface BatchDependencies {
  readonly db: CatalogDatabase
  readonly refs: RefStore
  readonly sources: SourceStore
  readonly orphanStrategy: OrphanStrategy
  /** When the reading began that goes on, by the clock of the database. */
  readonly readingSince: () => string | undefined
}

type IdOf = (ref: string) => number
type TypeIdOf = (pair: { type: string; inverse: string }) => number

/** Writes what came of some documents, in one transaction: entities, relations, history, what they lead to, and how their sources fared. */
export function createBatchWriter({ db, refs, sources, orphanStrategy, readingSince }: BatchDependencies) {
  async function write(given: readonly BatchItem[]): Promise<BatchResult> {
    const processed = given.flatMap(({ part }) => part.processed)
    const idOf = await refs.idsOf(refsIn(given))
    const typeIdOf = await refs.typeIdsOf(processed.flatMap(({ relations }) => relations))
    return db.transaction().execute(async trx => {
      const revision = await entityStore.lock(trx)
      const items = await Promise.all(given.map(item => withoutWithdrawn(trx, item)))
      const classified = await sort(trx, items, idOf)
      const versions = new Map(items.map(({ source, version }) => [source.id, { source: `${source.type}:${source.target}`, version }]))
      const hasWritten = await writeEntities(trx, classified, { revision, idOf, typeIdOf, versions })
      await refusalStore.add(trx, classified.refused, classified.unprocessed)
      const definitions = await longDefinitionStore.texts(
        trx,
        classified.displaced.flatMap(({ parts }) => parts?.definitionId ?? []),
      )
      await refusalStore.addDisplaced(
        trx,
        classified.displaced.map(stored => toDisplaced(stored, definitions)),
      )
      await settle(trx, items, classified, idOf)
      const hasRemoved = await followPaths(trx, items, classified, { revision, idOf, orphanStrategy })
      await finish(trx, items, idOf)
      const isVisible = hasWritten || hasRemoved
      if (isVisible) await entityStore.advance(trx, revision)
      return { revision: isVisible ? revision : undefined, refused: classified.refused }
    })
  }

  async function sort(trx: CatalogTransaction, items: readonly BatchItem[], idOf: IdOf): Promise<Classified> {
    const claimants = items.flatMap(({ source, part }) =>
      part.processed.map((entity): Claimant => ({
        id: idOf(entity.ref),
        sourceId: source.id,
        entity,
        isFirstReading: isFirstReading(source),
      })),
    )
    const failed = items.flatMap(({ source, part }) =>
      part.failed.map((entity): FailedClaimant => ({ id: idOf(entity.ref), sourceId: source.id, entity })),
    )
    if (claimants.length + failed.length === 0) return classify([], [], new Map())
    const wanted = [
      ...claimants.map(({ id, sourceId, entity }) => ({ id, sourceId, coreHash: entity.coreHash, isRoot: entity.isRoot ?? false })),
      ...failed.map(({ id, sourceId }) => ({ id, sourceId, coreHash: undefined, isRoot: false })),
    ]
    return classify(claimants, failed, await entityStore.find(trx, wanted))
  }

  interface WriteContext {
    readonly revision: number
    readonly idOf: IdOf
    readonly typeIdOf: TypeIdOf
    readonly versions: ReadonlyMap<number, { readonly source: string; readonly version: string | undefined }>
  }

  async function writeEntities(trx: CatalogTransaction, classified: Classified, context: WriteContext): Promise<boolean> {
    const { created, updated, rewritten, invalid } = classified
    await entityStore.writeInputs(
      trx,
      rewritten.map(({ id, entity }) => ({ id, inputHash: entity.inputHash })),
    )
    const changed = [...created, ...updated]
    if (changed.length + invalid.length === 0) return false
    const touched = await writeRelations(trx, created, updated, context)
    const ids = [...changed, ...invalid].map(({ id }) => id)
    const relations = await relationsOfMany(trx, refs, ids)
    const bases = [
      ...created.map(({ id, sourceId, entity }) => ({ ...baseOf(entity), id, sourceId, uid: newUid() })),
      ...updated.map(({ id, sourceId, entity, stored }) => ({ ...baseOf(entity), id, sourceId, uid: stored.uid })),
    ]
    const failing = invalid.map(
      ({ id, sourceId, entity: { ref, locationKey, errors }, stored: { coreHash, ownEtag, isOrphan, parts } }) => {
        const text: CoreText = { opening: parts!.core, ownEtag }
        return { id, sourceId, ref, locationKey, errors, coreHash, ownEtag, isOrphan, text, definitionId: parts!.definitionId }
      },
    )
    const stitched = await stitchMany(trx, [...bases, ...failing], relations)
    const storedOf = new Map([...updated, ...invalid].map(({ id, stored }) => [id, stored]))
    const changes = [...bases, ...failing].map((entity, at): ChangeWrite => {
      const stored = storedOf.get(entity.id)
      const version = context.versions.get(entity.sourceId)
      const from = { entityId: entity.id, ref: entity.ref, source: version?.source, sourceRevision: version?.version }
      if (!stored) return { ...from, kind: 'created', fields: [], relationsAdded: [], relationsRemoved: [], keepsBefore: false }
      const { definition } = entity.text
      const definitionId = 'definitionId' in entity ? entity.definitionId : definition?.id
      const after = { opening: definition?.opening ?? entity.text.opening, definitionId, ...stitched[at]! }
      return { ...from, kind: 'updated', ...differences(stored.parts!, after), keepsBefore: true }
    })
    // The history first: it keeps what is replaced.
    await changeStore.append(trx, context.revision, changes)
    await entityStore.write(
      trx,
      bases.map((base, at): EntityWrite => ({ ...base, ...stitched[at]! })),
      context.revision,
    )
    await entityStore.writeErrors(trx, failing)
    await entityStore.writeStitched(
      trx,
      failing.map(({ id }, at) => ({ id, ...stitched[bases.length + at]! })),
      context.revision,
    )
    const written = new Set(ids)
    await entityStore.markDirty(
      trx,
      [...touched].filter(id => !written.has(id)),
      readingSince(),
    )
    return true
  }

  /** Brings relations up to date. Returns the entities at their other ends. */
  async function writeRelations(
    trx: CatalogTransaction,
    created: readonly Claimant[],
    updated: readonly Claimant[],
    { idOf, typeIdOf }: WriteContext,
  ): Promise<Set<number>> {
    const rowsOf = ({ id, entity }: Claimant) =>
      entity.relations.map((relation): RelationRow => {
        const from = idOf(relation.source)
        return { from, to: idOf(relation.target), type: typeIdOf(relation), origin: from === id ? undefined : id }
      })
    const before = await entityStore.relationsDeclared(
      trx,
      updated.map(({ id }) => id),
    )
    const after = updated.flatMap(rowsOf)
    const keyOf = ({ from, to, type, origin }: RelationRow) => `${from} ${to} ${type} ${origin ?? ''}`
    const had = new Set(before.map(keyOf))
    const has = new Set(after.map(keyOf))
    const removed = before.filter(row => !has.has(keyOf(row)))
    const added = [...created.flatMap(rowsOf), ...after.filter(row => !had.has(keyOf(row)))]
    await entityStore.removeRelations(trx, removed)
    await entityStore.addRelations(trx, added)
    return new Set([...removed, ...added].flatMap(({ from, to }) => [from, to]))
  }

  async function settle(trx: CatalogTransaction, items: readonly BatchItem[], classified: Classified, idOf: IdOf): Promise<void> {
    const refused = new Set(classified.refused.map(({ id, sourceId }) => `${id} ${sourceId}`))
    const removed = items.flatMap(({ source, removed: refsGone = [] }) =>
      refsGone.map(ref => ({ sourceId: source.id, id: idOf(ref), ref })),
    )
    const settled = items
      // A source that is read for the first time has left nothing to clear up.
      .filter(({ source }) => source.fingerprint !== undefined)
      .flatMap(({ source, part }) => part.processed.map(({ ref }) => ({ sourceId: source.id, id: idOf(ref), ref })))
      .filter(({ id, sourceId }) => !refused.has(`${id} ${sourceId}`))
    await refusalStore.settle(trx, [...settled, ...removed])
  }

  async function finish(trx: CatalogTransaction, items: readonly BatchItem[], idOf: IdOf): Promise<void> {
    const ended = items.flatMap(({ source, end }) => (end ? [{ source, end }] : []))
    if (ended.length === 0) return
    const complete = ended.filter(({ source, end }) => end.isComplete && source.fingerprint !== undefined)
    const seen = complete.flatMap(({ source, end }) => end.seen.map(({ ref }) => ({ sourceId: source.id, id: idOf(ref), ref })))
    await refusalStore.keepOnly(
      trx,
      complete.map(({ source }) => source.id),
      seen,
    )
    const keys = ended.flatMap(({ source, end }) => end.refreshKeys.map(key => ({ sourceId: source.id, key })))
    const whole = ended.filter(({ source, end }) => end.isWhole && source.fingerprint !== undefined).map(({ source }) => source.id)
    await refusalStore.setRefreshKeys(trx, keys, whole)
    const documentsOf = (end: EndOfSource) => end.seen.map(({ ref, line }) => ({ id: idOf(ref), line }))
    await sources.end(
      trx,
      ended.map(({ source, end }) => ({ ...end, id: source.id, documents: documentsOf(end) })),
    )
    const turned = ended.filter(({ source, end }) => source.error?.message !== end.problems[0]?.message)
    await entityStore.markDirty(
      trx,
      await sources.parentIds(
        trx,
        turned.map(({ source }) => source.id),
      ),
    )
  }

  return write
}

/** Without what the provider has taken back, or said anew, since it was refused. */
async function withoutWithdrawn(trx: CatalogTransaction, item: BatchItem): Promise<BatchItem> {
  const { source, part, lastWord } = item
  if (!lastWord) return item
  const wanted = await refusalStore.documents(trx, source.id, [...lastWord.keys()])
  const isWanted = ({ ref }: { readonly ref: string }) => wanted.get(ref) === lastWord.get(ref)
  return { ...item, part: { processed: part.processed.filter(isWanted), failed: part.failed.filter(isWanted) } }
}

function isFirstReading({ fingerprint, failures, error }: ClaimedSource): boolean {
  return fingerprint === undefined && failures === 0 && error === undefined
}

/** What a provider said is kept, so that it can have the name later. */
function toDisplaced(stored: StoredEntity, definitions: ReadonlyMap<string, string>): DisplacedEntity {
  const { id, sourceId, ownEtag, parts } = stored
  const entity = fromCoreText({ opening: parts!.core, ownEtag })
  const definition = definitions.get(parts!.definitionId ?? '')
  const whole = definition === undefined ? entity : { ...entity, spec: { ...entity.spec, definition } }
  return { id, sourceId: sourceId!, document: JSON.stringify({ entity: whole }) }
}

function* refsIn(items: readonly BatchItem[]): Generator<string> {
  for (const { part, end, removed = [] } of items) {
    for (const { ref, relations } of part.processed) {
      yield ref
      for (const { source, target } of relations) {
        yield source
        yield target
      }
    }
    for (const { ref } of part.failed) yield ref
    for (const { ref } of end?.seen ?? []) yield ref
    yield* removed
  }
}

function baseOf({ ref, locationKey, inputHash, coreHash, text, isRoot = false }: ProcessedEntity) {
  return { ref, locationKey, inputHash, coreHash, text, ownEtag: text.ownEtag, isRoot, isOrphan: false, errors: [] }
}

function differences(
  before: EntityParts,
  after: Stitched & { readonly opening: string; readonly definitionId: string | undefined },
): Pick<ChangeWrite, 'fields' | 'relationsAdded' | 'relationsRemoved'> {
  const shown = (opening: string, status: string | undefined): unknown => ({
    ...JSON.parse(`${opening}}}`),
    ...(status !== undefined && { status: JSON.parse(status) }),
  })
  const fields = changedFields(shown(before.orphanCore ?? before.core, before.status), shown(after.opening, after.status))
  const isOtherDefinition = before.definitionId !== after.definitionId && !fields.includes('spec.definition')
  return {
    fields: isOtherDefinition ? [...fields, 'spec.definition'].sort() : fields,
    ...relationChanges(before.relations, after.relations),
  }
}
