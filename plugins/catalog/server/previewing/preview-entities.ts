import {
  annotations,
  previewLimits,
  type CatalogPreview,
  type Entity,
  type EntityMistake,
  type EntityPreview,
  type PreviewInput,
} from '@portico/catalog/common'
import type { Principal } from '@portico/core/server'
import { previewTooLarge } from '../errors.ts'
import { compareEntities } from '../commands/compare-entities.ts'
import type { CollectedError } from '../processing/process/collect-entities.ts'
import type { Processing } from '../processing/create-processing.ts'
import type { InspectedEntity, InspectedFailure } from '../processing/process/inspect-entities.ts'
import type { Entities } from '../reading/entities.ts'

export interface PreviewDependencies {
  readonly processing: Pick<Processing, 'inspect'> & { readonly locations: Pick<Processing['locations'], 'check' | 'isRegistered'> }
  readonly entities: Pick<Entities, 'byRefs'>
}

type Found = ReadonlyMap<string, Entity>

/** Says what would become of a location or of files. What the caller may not see is not there, here as everywhere. */
export function createPreview({ processing, entities }: PreviewDependencies) {
  async function inCatalog(caller: Principal, refs: ReadonlySet<string>): Promise<Found> {
    const asked = [...refs]
    if (asked.length === 0) return new Map()
    const { items } = JSON.parse(String(await entities.byRefs(caller, asked, {}))) as { items: (Entity | null)[] }
    return new Map(asked.flatMap((ref, at) => (items[at] ? [[ref, items[at]] as const] : [])))
  }

  return async function preview(caller: Principal, given: PreviewInput): Promise<CatalogPreview> {
    const input = checked(given, processing.locations.check)
    const { entities: valid, failures, problems, total, problemTotal } = await processing.inspect(input)
    const written = new Set(valid.map(({ ref }) => ref))
    const ends = valid.flatMap(({ relations }) => relations.map(({ target }) => target))
    const found = await inCatalog(caller, new Set([...written, ...failures.map(({ ref }) => ref), ...ends]))
    const isFiles = 'files' in input
    return {
      ...('location' in input && {
        location: { ...input.location, isRegistered: await processing.locations.isRegistered(input.location) },
      }),
      items: [
        ...failures.map(failure => toInvalid(failure, isFiles)),
        ...valid.map(each => toItem(each, { found, written, isFiles })),
      ].slice(0, previewLimits.entities),
      total,
      problems: problems.map(error => toMistake(error, isFiles)),
      problemTotal,
    }
  }
}

function checked(
  input: PreviewInput,
  check: (location: { type: string; target: string }) => { type: string; target: string },
): PreviewInput {
  if ('location' in input) return { location: { ...check(input.location) } }
  const characters = input.files.reduce((sum, { text }) => sum + text.length, 0)
  if (input.files.length > previewLimits.files) throw previewTooLarge('files', input.files.length, previewLimits.files)
  if (characters > previewLimits.characters) throw previewTooLarge('characters', characters, previewLimits.characters)
  return { files: [...new Map(input.files.map(file => [file.name, file])).values()] }
}

function toInvalid({ ref, location, line, errors, text }: InspectedFailure, isFiles: boolean): EntityPreview {
  return {
    ref,
    file: fileOf(location, isFiles),
    ...(line !== undefined && { line }),
    state: 'invalid',
    errors: errors.map(error => toMistake(error, isFiles)),
    relations: [],
    ...(text !== undefined && { text }),
  }
}

function toItem(
  { ref, location, line, entity, relations, needsRule }: InspectedEntity,
  { found, written, isFiles }: { found: Found; written: ReadonlySet<string>; isFiles: boolean },
): EntityPreview {
  const current = found.get(ref)
  const holder = current?.metadata.annotations?.[annotations.managedByLocation]
  const after = entity && toShown(entity)
  const before = current && toShown(current, entity)
  const isOrphan = current?.metadata.annotations?.[annotations.orphan] === 'true'
  const isHeldElsewhere = !isFiles && !isOrphan && holder !== undefined && holder !== location
  const hasChanged = !before || !after || compareEntities(before, after).length > 0
  return {
    ref,
    file: fileOf(location, isFiles),
    ...(line !== undefined && { line }),
    state: !current ? 'new' : isHeldElsewhere ? 'conflict' : hasChanged ? 'changed' : 'unchanged',
    errors: [],
    ...(after && { entity: after }),
    ...(before && { before }),
    ...(holder !== undefined && { holder }),
    relations: relations.map(({ type, target }) => ({
      type,
      targetRef: target,
      end: written.has(target) ? 'preview' : found.has(target) ? 'catalog' : 'missing',
    })),
    ...(needsRule && { needsRule }),
  }
}

const derived: readonly string[] = [annotations.viewUrl, annotations.editUrl, annotations.sourceLocation]
const own: readonly string[] = [annotations.managedByLocation, annotations.managedByOriginLocation, annotations.orphan]

/** An entity without what the catalog adds to it; of what it derives from the location of the file, only what the other version has too. */
function toShown({ apiVersion, kind, metadata, spec }: Entity, other?: Entity): Entity {
  const { uid: _uid, etag: _etag, generation: _generation, annotations: written = {}, ...rest } = metadata
  const isKept = (name: string) =>
    !own.includes(name) && (!derived.includes(name) || !other || other.metadata.annotations?.[name] !== undefined)
  const kept = Object.entries(written).filter(([name]) => isKept(name))
  return {
    apiVersion,
    kind,
    metadata: { ...rest, ...(kept.length > 0 && { annotations: Object.fromEntries(kept) }) },
    ...(spec !== undefined && { spec }),
  }
}

function toMistake({ name, message, line, path, location }: CollectedError, isFiles: boolean): EntityMistake {
  const target = location.slice(location.indexOf(':') + 1)
  const position = `${target}:${line}`
  // Where it is, is said beside it.
  const plain = message.endsWith(` (${position})`)
    ? message.slice(0, -position.length - 3)
    : message.startsWith(`${position}: `)
      ? message.slice(position.length + 2)
      : message
  return {
    name,
    message: plain,
    location: fileOf(location, isFiles),
    ...(line !== undefined && { line }),
    ...(path && { path: [...path] }),
  }
}

function fileOf(location: string, isFiles: boolean): string {
  return isFiles && location.startsWith('file:') ? location.slice('file:'.length) : location
}
