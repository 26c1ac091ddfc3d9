import { annotations, type Entity } from '@portico/catalog/common'
import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@portico/core/common'

/** A field that two versions of an entity do not share. A side without the field has no value here. */
export interface ChangedField {
  readonly path: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Written by the catalog: they say where the files are, which differs for every copy of them. */
const ownAnnotations: readonly string[] = [annotations.managedByLocation, annotations.managedByOriginLocation]

/** The fields at which two versions of an entity differ, lists as a whole. */
export function compareEntities(before: Entity, after: Entity): ChangedField[] {
  const fields: ChangedField[] = []
  compare(withoutOwn(before), withoutOwn(after), '', fields)
  return fields.sort((left, right) => (left.path < right.path ? -1 : 1))
}

function compare(before: unknown, after: unknown, path: string, fields: ChangedField[]): void {
  if (isDeepStrictEqual(before, after)) return
  if (!isRecord(before) || !isRecord(after)) {
    fields.push({ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) })
    return
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    compare(ownValue(before, key), ownValue(after, key), path === '' ? key : `${path}.${key}`, fields)
  }
}

function ownValue(fields: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}

function withoutOwn(entity: Entity): Entity {
  const kept = Object.entries(entity.metadata.annotations ?? {}).filter(([name]) => !ownAnnotations.includes(name))
  const { annotations: _all, ...metadata } = entity.metadata
  return { ...entity, metadata: { ...metadata, ...(kept.length > 0 && { annotations: Object.fromEntries(kept) }) } }
}
