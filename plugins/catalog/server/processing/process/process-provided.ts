import { annotations, type Entity, type LocationRef } from '@portico/catalog/common'
import { inputError } from '@portico/core/common'
import { toKeptDocument } from '../read/document-limits.ts'
import { toFault } from '../ingest-fault.ts'
import { processDocuments } from './process-documents.ts'
import { refOfDocument, toStorableError, type EntityError, type ProcessOutput } from './process-entity.ts'
import { shortHash, toProcessed, type FailedEntity, type ProcessedEntity, type SourceContext } from './process-source.ts'
import type { ProvidedEntity } from '../read/provider.ts'
import { isStorable, storableText } from '../read/storable-text.ts'

export interface ProcessedProvided {
  readonly processed: readonly ProcessedEntity[]
  readonly failed: readonly FailedEntity[]
  /** What is wrong with those that cannot be named. */
  readonly nameless: readonly EntityError[]
}

/** The same for an entity of a provider that has not changed. */
export function hashOfProvided({ locationKey, entity }: ProvidedEntity, { fingerprint }: Pick<SourceContext, 'fingerprint'>): string {
  return shortHash(`${fingerprint}\n${locationKey ?? ''}\n${JSON.stringify(entity)}`)
}

/** Processes what a provider brings. Rules about kinds and locations do not concern it. */
export async function processProvided(entities: readonly ProvidedEntity[], context: SourceContext): Promise<ProcessedProvided> {
  const outputs = await processIsolated(entities, context)
  const processed = new Map<string, ProcessedEntity>()
  const failed = new Map<string, FailedEntity>()
  outputs.forEach((output, at) => {
    const given = entities[at]!
    const { ref, entity, errors } = output
    const { locationKey } = given
    if (ref === undefined) return
    const inputHash = hashOfProvided(given, context)
    processed.delete(ref)
    failed.delete(ref)
    if (entity && locationKey !== undefined && !isStorable(locationKey)) {
      const message = 'The location key holds text that no database holds'
      failed.set(ref, { ref, line: undefined, locationKey: undefined, errors: [{ name: 'InputError', message }], document: given.entity })
    } else if (entity) processed.set(ref, { ...toProcessed(ref, output, entity), locationKey, inputHash, provided: given })
    else
      failed.set(ref, {
        ref,
        line: undefined,
        locationKey: locationKey && storableText(locationKey),
        errors: errors.map(toStorableError),
        document: toKeptDocument(given.entity, context.limits),
      })
  })
  const nameless = outputs.flatMap(({ ref, errors }) => (ref === undefined ? errors.map(toStorableError) : []))
  return { processed: [...processed.values()], failed: [...failed.values()], nameless }
}

/** An unexpected error costs one entity: the others are then processed one by one. */
async function processIsolated(entities: readonly ProvidedEntity[], context: SourceContext): Promise<ProcessOutput[]> {
  const inputs = entities.map(({ entity, failure }) =>
    failure === undefined
      ? { document: entity as unknown, location: undefined, origin: originOf(entity) }
      : { failure: inputError(failure) },
  )
  try {
    return await processDocuments(inputs, { ...context, isAllowed: undefined }, at => refOfDocument(entities[at]?.entity))
  } catch (error) {
    if (entities.length > 1) return (await Promise.all(entities.map(each => processIsolated([each], context)))).flat()
    return [
      {
        ref: refOfDocument(entities[0]?.entity),
        entity: undefined,
        relations: [],
        children: [],
        refreshKeys: [],
        errors: [toFault(error)],
      },
    ]
  }
}

function originOf(entity: Entity): LocationRef {
  const written = entity?.metadata?.annotations?.[annotations.managedByOriginLocation] ?? ''
  const colon = written.indexOf(':')
  return colon > 0 ? { type: written.slice(0, colon), target: written.slice(colon + 1) } : { type: 'provider', target: 'unknown' }
}
