import { annotations, catalogProcessingStatusType, type Entity, type EntityRelation, type EntityStatusItem } from '@portico/catalog/common'
import { hash } from 'node:crypto'
import type { EntityError } from './process-entity.ts'

/** A processed entity as texts, of which its final text is put together. */
export interface CoreText {
  /** `metadata`, without uid and etag. */
  readonly head: string
  /** Everything else, without relations and status. */
  readonly rest: string
  /** The etag that its source set. */
  readonly ownEtag: string | undefined
}

export interface StitchInput {
  readonly text: CoreText
  /** Stands for everything that came from the source. */
  readonly coreHash: string
  readonly uid: string
  /** In any order, also twice. */
  readonly relations: readonly EntityRelation[]
  readonly errors: readonly EntityError[]
  readonly isOrphan: boolean
}

export interface Stitched {
  /** The text that goes out. */
  readonly final: string
  readonly etag: string
  readonly hasOwnEtag: boolean
  readonly relations: readonly EntityRelation[]
  /** The status as text; empty where there is none. */
  readonly status: string
}

/** The texts of a processed entity. */
export function toCoreText({ metadata, ...rest }: Entity): CoreText {
  const { uid: _uid, etag, ...described } = metadata
  return { head: JSON.stringify(described), rest: JSON.stringify(rest), ownEtag: etag }
}

/** The processed entity that texts were made of. */
export function fromCoreText({ head, rest, ownEtag }: CoreText): Entity {
  const metadata = JSON.parse(head) as Entity['metadata']
  return {
    ...(JSON.parse(rest) as Omit<Entity, 'metadata'>),
    metadata: { ...metadata, ...(ownEtag !== undefined && { etag: ownEtag }) },
  } as Entity
}

/** An entity as it goes out: with its relations in both directions, its status and its identity. */
export function stitchEntity({ text, coreHash, uid, relations, errors, isOrphan }: StitchInput): Stitched {
  const sorted = sortRelations(relations)
  const related = JSON.stringify(sorted)
  const status = errors.length > 0 ? JSON.stringify({ items: errors.map(toStatusItem) }) : ''
  const etag = text.ownEtag ?? hash('sha1', `${coreHash} ${isOrphan}\n${related}\n${status}`)
  const head = isOrphan ? withOrphan(text.head) : text.head
  const identity = `"uid":${JSON.stringify(uid)},"etag":${JSON.stringify(etag)}}`
  const end = `,"relations":${related}${status && `,"status":${status}`}}`
  const final = `${text.rest.slice(0, -1)},"metadata":${head.slice(0, -1)},${identity}${end}`
  return { final, etag, hasOwnEtag: text.ownEtag !== undefined, relations: sorted, status }
}

/** The processed entity inside one that was stitched. */
export function unstitchEntity(final: Entity, hasOwnEtag: boolean): Entity {
  const { relations: _relations, status: _status, ...core } = final
  const { uid: _uid, etag, annotations: written, ...metadata } = core.metadata
  const { [annotations.orphan]: _orphan, ...kept } = written ?? {}
  return {
    ...core,
    metadata: { ...metadata, ...(written && { annotations: kept }), ...(hasOwnEtag && etag !== undefined && { etag }) },
  }
}

/** The item that tells of an error in processing. */
export function toStatusItem({ name, message }: EntityError): EntityStatusItem {
  return { type: catalogProcessingStatusType, level: 'error', message: `${name}: ${message}`, error: { name, message } }
}

function withOrphan(head: string): string {
  const metadata = JSON.parse(head) as Entity['metadata']
  return JSON.stringify({ ...metadata, annotations: { ...metadata.annotations, [annotations.orphan]: 'true' } })
}

/** Each once, by type and then by ref. */
export function sortRelations(relations: readonly EntityRelation[]): EntityRelation[] {
  const keys = [...new Set(relations.map(({ type, targetRef }) => `${type} ${targetRef}`))].sort()
  return keys.map(key => {
    const space = key.indexOf(' ')
    return { type: key.slice(0, space), targetRef: key.slice(space + 1) }
  })
}

/** Relations as the history writes them: `type target`. */
export function relationKeys(relations: readonly EntityRelation[] | undefined): string[] {
  return (relations ?? []).map(({ type, targetRef }) => `${type} ${targetRef}`)
}
