import { annotations, type Entity, type LocationRef } from '@portico/catalog/common'
import { processDocuments } from './process-documents.ts'
import type { EntityError } from './process-entity.ts'
import { shortHash, toProcessed, type FailedEntity, type ProcessedEntity, type SourceContext } from './process-source.ts'
import type { ProvidedEntity } from './provider.ts'

export interface ProcessedProvided {
  readonly processed: readonly ProcessedEntity[]
  readonly failed: readonly FailedEntity[]
  /** What is wrong with those that cannot be named. */
  readonly nameless: readonly EntityError[]
}

/** Tells whether an entity of a provider is the same as before. */
export function hashOfProvided({ locationKey, entity }: ProvidedEntity, { fingerprint }: Pick<SourceContext, 'fingerprint'>): string {
  return shortHash(`${fingerprint}\n${locationKey ?? ''}\n${JSON.stringify(entity)}`)
}

/** Processes what a provider brings. Rules about kinds and places do not concern it. Of those with one name the last counts. */
export async function processProvided(entities: readonly ProvidedEntity[], context: SourceContext): Promise<ProcessedProvided> {
  const inputs = entities.map(given => ({ document: given.entity as unknown, location: undefined, origin: originOf(given.entity) }))
  const outputs = await processDocuments(inputs, { ...context, isAllowed: undefined }, () => undefined)
  const processed = new Map<string, ProcessedEntity>()
  const failed: FailedEntity[] = []
  outputs.forEach((output, at) => {
    const given = entities[at]!
    const { ref, entity, errors } = output
    const { locationKey } = given
    if (ref === undefined) return
    const inputHash = hashOfProvided(given, context)
    if (entity) processed.set(ref, { ...toProcessed(ref, output, entity), locationKey, inputHash, provided: given })
    else failed.push({ ref, line: undefined, locationKey, errors, document: given.entity })
  })
  const nameless = outputs.flatMap(({ ref, errors }) => (ref === undefined ? errors : []))
  return { processed: [...processed.values()], failed, nameless }
}

function originOf(entity: Entity): LocationRef {
  const written = entity?.metadata?.annotations?.[annotations.managedByOriginLocation] ?? ''
  const colon = written.indexOf(':')
  return colon > 0 ? { type: written.slice(0, colon), target: written.slice(colon + 1) } : { type: 'provider', target: 'unknown' }
}
