import { annotations, type Entity, type LocationRef } from '@portico/catalog/common'
import type { Ingest } from './ingest.ts'
import { processDocuments } from './process-documents.ts'
import { shortHash, toProcessed, type FailedEntity, type ProcessedEntity, type SourceContext } from './process-source.ts'
import type { MutationPart, ProvidedEntity } from './provider.ts'
import type { ClaimedSource } from './source-store.ts'

interface Run {
  readonly source: ClaimedSource
  readonly known: ReadonlyMap<string, string>
  readonly seen: string[]
}

/** Writes what providers bring. The parts of one mutation come one after the other. */
export function createProviderMutations({ ingest, context }: { readonly ingest: Ingest; readonly context: SourceContext }) {
  const runs = new Map<string, Run>()
  const unruled = { ...context, isAllowed: undefined }

  async function begin(provider: string): Promise<Run> {
    const source = await ingest.sources.openProvider(provider)
    return { source, known: (await ingest.sources.knownInputs([source.id])).get(source.id) ?? new Map(), seen: [] }
  }

  async function process(entities: readonly ProvidedEntity[], { known, seen }: Run) {
    const fresh: { given: ProvidedEntity; inputHash: string }[] = []
    for (const given of entities) {
      const inputHash = shortHash(`${context.fingerprint}\n${given.locationKey ?? ''}\n${JSON.stringify(given.entity)}`)
      const ref = known.get(inputHash)
      if (ref === undefined) fresh.push({ given, inputHash })
      else seen.push(ref)
    }
    const inputs = fresh.map(({ given }) => ({ document: given.entity as unknown, location: undefined, origin: originOf(given.entity) }))
    const outputs = await processDocuments(inputs, unruled, () => undefined)
    const processed: ProcessedEntity[] = []
    const failed: FailedEntity[] = []
    outputs.forEach((output, at) => {
      const { given, inputHash } = fresh[at]!
      const { ref, entity, errors } = output
      const { locationKey } = given
      if (ref === undefined) return
      seen.push(ref)
      if (entity) processed.push({ ...toProcessed(ref, output, entity), locationKey, inputHash })
      else failed.push({ ref, line: undefined, locationKey, errors, document: given.entity })
    })
    const nameless = outputs.flatMap(({ ref, errors }) => (ref === undefined ? errors : []))
    return { processed: onceEach(processed), failed, nameless }
  }

  return async function apply(part: MutationPart): Promise<void> {
    const run = runs.get(part.run) ?? (await begin(part.provider))
    runs.set(part.run, run)
    try {
      const { processed, failed, nameless } = await process(JSON.parse(part.entities) as ProvidedEntity[], run)
      const { source, seen } = run
      const end = {
        generation: source.generation,
        fingerprint: context.fingerprint,
        etag: undefined,
        contentHash: shortHash(part.run),
        version: undefined,
        dependencies: [],
        problems: nameless,
        seen: part.isFull ? [...new Set(seen)].map(ref => ({ ref, line: undefined })) : [],
        isComplete: part.isFull && nameless.length === 0,
        refreshKeys: processed.flatMap(({ refreshKeys }) => refreshKeys),
        isWhole: false,
      }
      await ingest.writeBatch([
        { source, version: undefined, part: { processed, failed }, removed: part.removed, ...(part.isLast && { end }) },
      ])
    } finally {
      if (part.isLast) runs.delete(part.run)
    }
  }
}

/** The last one of those with the same name, as if they had been told one after the other. */
function onceEach(entities: readonly ProcessedEntity[]): ProcessedEntity[] {
  return [...new Map(entities.map(entity => [entity.ref, entity])).values()]
}

function originOf(entity: Entity): LocationRef {
  const written = entity?.metadata?.annotations?.[annotations.managedByOriginLocation] ?? ''
  const colon = written.indexOf(':')
  return colon > 0 ? { type: written.slice(0, colon), target: written.slice(colon + 1) } : { type: 'provider', target: 'unknown' }
}
