import type { EntityMistake, EntitySource, Explanation } from '@portico/catalog/common'
import type { ExplainDetails, SourceDetails } from '../processing/explain-store.ts'

type EntityErrorDetails = SourceDetails['errors'][number]
type Reason = Explanation['reasons'][number]

/** Why an entity is as it is, or why it is not there: from details to sentences. Pure. */
export function explain(details: ExplainDetails): Explanation {
  const { ref, entity, sources } = details
  const holder = sources.find(source => source.role === 'holder')
  const shown = holder ?? sources[0]
  const reasons = reasonsOf(details)
  const lastRead = shown?.lastReadAt && { at: shown.lastReadAt.toISOString(), result: readResult(shown) }
  const lastProcessed = entity && {
    at: entity.processedAt.toISOString(),
    result: entity.errors.length > 0 ? ('failed' as const) : ('succeeded' as const),
  }
  return {
    ref,
    ...(entity && { uid: entity.uid }),
    state: stateOf(details),
    sources: sources.map(toSource),
    ...(lastRead && { lastRead }),
    ...(shown?.isBeingRead && { isBeingRead: true }),
    ...(lastProcessed && { lastProcessed }),
    ...(shown?.nextReadAt && { nextRead: shown.nextReadAt.toISOString() }),
    errors: mistakesOf(details),
    conflicts: conflictsOf(details),
    reasons,
    next: nextOf(details),
  }
}

function stateOf({ entity, sources }: ExplainDetails): Explanation['state'] {
  if (!entity) {
    if (sources.some(source => source.role === 'failed')) return 'failed'
    return sources.some(source => source.role === 'refused') ? 'refused' : 'missing'
  }
  if (entity.isOrphan) return 'orphaned'
  const holder = sources.find(source => source.role === 'holder')
  return holder?.error || entity.errors.length > 0 ? 'stale' : 'present'
}

function reasonsOf(details: ExplainDetails): Reason[] {
  const { ref, entity, sources, deleted, mentionedBy, failing } = details
  const reasons = sources.flatMap(source => reasonsOfSource(ref, source))
  if (entity?.isOrphan) reasons.push({ code: 'no-parent', message: `Nothing that is read lists ${ref} any more` })
  if (entity && entity.errors.length > 0) {
    reasons.push({
      code: 'older-than-source',
      message: `What is shown is the last version that could be processed, of ${entity.processedAt.toISOString()}`,
    })
  }
  if (entity && reasons.length === 0) reasons.push({ code: 'in-catalog', message: `${ref} is in the catalog and up to date` })
  if (entity || sources.length > 0) return reasons
  if (deleted)
    return [
      { code: 'deleted', message: `${ref} was removed at ${deleted.at.toISOString()}${deleted.source ? ` (${deleted.source})` : ''}` },
    ]
  const mention = mentionedBy > 0 ? `; ${mentionedBy} other ${mentionedBy === 1 ? 'entity mentions' : 'entities mention'} it` : ''
  return [
    { code: 'never-seen', message: `No source has ever listed ${ref}${mention}` },
    ...failing.map(({ name, error }): Reason => ({
      code: 'source-unreadable',
      message: `${name}, which may hold it, fails: ${error.message}`,
    })),
  ]
}

function reasonsOfSource(ref: string, source: SourceDetails): Reason[] {
  const { name, role } = source
  if (role === 'refused') return [{ code: 'name-taken', message: `${name} lists ${ref} too, but another source had the name first` }]
  if (role === 'failed') {
    const isForbidden = source.errors.some(error => error.name === 'NotAllowedError')
    const why = source.errors[0]?.message ?? 'its document is not valid'
    return [{ code: isForbidden ? 'kind-not-allowed' : 'invalid', message: `${positionOf(source)}: ${why}` }]
  }
  if (source.error) return [{ code: 'source-unreadable', message: `${name} could not be read: ${source.error.message}` }]
  if (role === 'listed') {
    return source.lastReadAt
      ? [{ code: 'not-yet-processed', message: `${name} lists ${ref}, which is being taken in` }]
      : [{ code: 'not-yet-read', message: `${name} has not been read yet` }]
  }
  return []
}

function nextOf({ ref, entity, sources }: ExplainDetails): string {
  const failed = sources.find(source => source.role === 'failed')
  if (failed) return `Correct ${positionOf(failed)}; it is read again ${whenOf(failed)}.`
  const refused = sources.find(source => source.role === 'refused')
  if (!entity && refused) return `Rename one of the two, or remove the other; ${refused.name} is read again ${whenOf(refused)}.`
  if (entity?.isOrphan) return 'It is removed with the next sweep unless orphans are kept, and comes back when something lists it again.'
  const [source] = sources
  if (source?.error) return `${source.name} is tried again ${whenOf(source)}; until then nothing is removed.`
  if (source?.type === 'provider') return `It changes when the provider ${source.name} says so.`
  if (source) return `${source.name} is read again ${whenOf(source)}.`
  return entity ? 'Nothing will change it.' : `Register a location whose file holds ${ref}.`
}

function whenOf({ nextReadAt, isBeingRead }: SourceDetails): string {
  if (isBeingRead) return 'now'
  return nextReadAt ? `at ${nextReadAt.toISOString()}` : 'when a user asks for it'
}

/** Where to look: at the mistake, else where the document begins. */
function positionOf({ name, line, errors }: SourceDetails): string {
  const at = errors[0]?.line ?? line
  return at === undefined ? name : `${name} line ${at}`
}

function readResult({ error, lastReadAt, lastChangeAt }: SourceDetails): 'changed' | 'unchanged' | 'failed' {
  if (error) return 'failed'
  return lastReadAt && lastChangeAt && lastChangeAt >= lastReadAt ? 'changed' : 'unchanged'
}

function toSource(source: SourceDetails): EntitySource {
  return {
    type: source.type,
    name: source.name,
    origin: source.origin,
    registeredBy: source.registeredBy,
    isHolder: source.role === 'holder',
    failures: source.failures,
    ...(source.line !== undefined && { line: source.line }),
    ...(source.lastReadAt && { lastReadAt: source.lastReadAt.toISOString() }),
    ...(source.lastSuccessAt && { lastSuccessAt: source.lastSuccessAt.toISOString() }),
    ...(source.nextReadAt && { nextReadAt: source.nextReadAt.toISOString() }),
    ...(source.version !== undefined && { revision: source.version }),
    ...(source.error && { error: toMistake(source.error, source.name) }),
  }
}

function mistakesOf({ entity, sources }: ExplainDetails): EntityMistake[] {
  const holder = sources.find(source => source.role === 'holder')
  const own = (entity?.errors ?? []).map(error => toMistake(error, holder?.name))
  return [
    ...own,
    ...sources.filter(source => source.role === 'failed').flatMap(source => source.errors.map(error => toMistake(error, source.name))),
  ]
}

function toMistake({ name, message, line, path, cause }: EntityErrorDetails, location: string | undefined): EntityMistake {
  return {
    name,
    message,
    ...(location !== undefined && { location }),
    ...(line !== undefined && { line }),
    ...(path && { path: [...path] }),
    ...(cause !== undefined && { cause }),
  }
}

function conflictsOf({ entity, sources }: ExplainDetails): Explanation['conflicts'] {
  const holder = sources.find(source => source.role === 'holder')?.name ?? entity?.locationKey
  return sources
    .filter(source => source.role === 'refused')
    .map(source => ({ holder: holder ?? 'unknown', refused: source.name, since: (source.since ?? new Date(0)).toISOString() }))
}
