import type { Ingest } from '../ingest.ts'
import { refOfDocument } from './process-entity.ts'
import { hashOfProvided, processProvided, type ProcessedProvided } from './process-provided.ts'
import { shortHash, type SourceContext } from './process-source.ts'
import { readingInterrupted, type MutationPart, type ProvidedEntity } from '../read/provider.ts'
import type { ClaimedSource } from '../read/claim-store.ts'
import { isStorable } from '../read/storable-text.ts'

interface Run {
  readonly source: ClaimedSource
  readonly known: ReadonlyMap<string, string>
  readonly seen: Set<string>
  readonly write: ReturnType<Ingest['createWriter']>
}

/** Writes what providers bring. The parts of one mutation come one after the other. */
export function createProviderMutations({
  ingest,
  context,
}: {
  readonly ingest: Pick<Ingest, 'sources' | 'createWriter'>
  readonly context: SourceContext
}) {
  const runs = new Map<string, Run>()

  async function begin(provider: string): Promise<Run> {
    const source = await ingest.sources.openProvider(provider)
    const known = (await ingest.sources.knownInputs([source.id])).get(source.id) ?? new Map()
    return { source, known, seen: new Set(), write: ingest.createWriter() }
  }

  async function process(entities: readonly ProvidedEntity[], { known, seen }: Pick<Run, 'known' | 'seen'>): Promise<ProcessedProvided> {
    const fresh = lastOfEachName(entities).filter(given => {
      const ref = known.get(hashOfProvided(given, context))
      if (ref !== undefined) seen.add(ref)
      return ref === undefined
    })
    const result = await processProvided(fresh, context)
    for (const { ref } of [...result.processed, ...result.failed]) seen.add(ref)
    return result
  }

  return async function apply(part: MutationPart): Promise<void> {
    const known = runs.get(part.run)
    // The earlier parts are lost, and the rest alone would look like everything there is.
    if (!known && !part.isFirst) throw readingInterrupted()
    const run = known ?? (await begin(part.provider))
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
        seen: part.isFull ? [...seen].map(ref => ({ ref, line: undefined })) : [],
        isComplete: part.isFull && nameless.length === 0,
        refreshKeys: processed.flatMap(({ refreshKeys }) => refreshKeys),
        isWhole: false,
      }
      await run.write([
        { source, version: undefined, part: { processed, failed }, removed: part.removed.filter(isStorable), ...(part.isLast && { end }) },
      ])
      if (part.isLast) runs.delete(part.run)
    } catch (error) {
      runs.delete(part.run)
      throw error
    }
  }
}

/** Of those with one name the last; those that cannot be named are all kept, to be reported. */
function lastOfEachName(entities: readonly ProvidedEntity[]): ProvidedEntity[] {
  const refs = entities.map(({ entity }) => refOfDocument(entity))
  const last = new Map(refs.map((ref, at) => [ref, at]))
  return entities.filter((_entity, at) => refs[at] === undefined || last.get(refs[at]) === at)
}
