import { annotations, catalogProcessingStatusType, type Entity, type EntityRelation, type EntityStatusItem } from '@portico/catalog/common'
import { hash } from 'node:crypto'
import type { EntityError } from '../process/process-entity.ts'

/** A processed entity as the text that its final text begins with. */
export interface CoreText {
  /** Everything but relations and status, `metadata` last and still open: its uid and etag are to follow. */
  readonly opening: string
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

/** The text of a processed entity. */
export function toCoreText({ metadata, ...rest }: Entity): CoreText {
  const { uid: _uid, etag, ...described } = metadata
  return { opening: `${JSON.stringify(rest).slice(0, -1)},"metadata":${JSON.stringify(described).slice(0, -1)}`, ownEtag: etag }
}

/** The processed entity that a text was made of. */
export function fromCoreText({ opening, ownEtag }: CoreText): Entity {
  const { metadata, ...rest } = JSON.parse(`${opening}}}`) as Entity
  return { ...rest, metadata: { ...metadata, ...(ownEtag !== undefined && { etag: ownEtag }) } } as Entity
}

/** The same as JSON. */
export function toEntityText({ opening, ownEtag }: CoreText): string {
  return `${opening}${ownEtag === undefined ? '' : `${startOfEtag}${JSON.stringify(ownEtag)}`}}}`
}

/** An entity as it goes out: with its relations in both directions, its status and its identity. */
export function stitchEntity({ text, coreHash, uid, relations, errors, isOrphan }: StitchInput): Stitched {
  const sorted = sortRelations(relations)
  const related = JSON.stringify(sorted)
  const status = errors.length > 0 ? JSON.stringify({ items: errors.map(toStatusItem) }) : ''
  const etag = text.ownEtag ?? hash('sha1', `${coreHash} ${isOrphan}\n${related}\n${status}`)
  const { opening } = isOrphan ? withOrphan(text) : text
  const end = `${endOfMetadata}${related}${status && `,"status":${status}`}}`
  const final = `${opening}${identityOf(uid)}${JSON.stringify(etag)}${end}`
  return { final, etag, hasOwnEtag: text.ownEtag !== undefined, relations: sorted, status }
}

/** What a stitched text is made of. */
export interface Unstitched {
  readonly text: CoreText
  readonly relations: readonly EntityRelation[]
  /** As text; empty where there is none. */
  readonly status: string
  readonly isOrphan: boolean
}

/**
 * Takes a stitched text apart. It is cut, not parsed, which is most of what stitching anew would cost: the identity is the last of its
 * kind in the text, because whatever follows it has other keys, and quotes within texts are escaped.
 */
export function unstitch(final: string, { uid, hasOwnEtag }: { readonly uid: string; readonly hasOwnEtag: boolean }): Unstitched {
  const identity = identityOf(uid)
  const at = final.lastIndexOf(identity)
  const end = final.indexOf(endOfMetadata, at)
  const { relations, status } = JSON.parse(`{${final.slice(end + 2)}`) as Pick<Entity, 'relations' | 'status'>
  const ownEtag = hasOwnEtag ? (JSON.parse(final.slice(at + identity.length, end)) as string) : undefined
  const text = { opening: final.slice(0, at), ownEtag }
  const isOrphan = text.opening.includes(`"${annotations.orphan}"`) && isMarked(text)
  return { text: isOrphan ? withoutOrphan(text) : text, relations: relations ?? [], status: status ? JSON.stringify(status) : '', isOrphan }
}

/** Cuts a stitched text into what came from the source, with its uid, and what others have a hand in: relations and status, as JSON. */
export function cutTies(final: string): { readonly core: string; readonly ties: string } {
  // The last of their kind in the text, as above.
  const end = final.lastIndexOf(endOfMetadata)
  return { core: final.slice(0, final.lastIndexOf(startOfEtag, end)), ties: `{${final.slice(end + 2)}` }
}

/** A stitched text with those of its relations whose targets pass; the same text where all do. */
export function keepRelations(final: string, isKept: (targetRef: string) => boolean): string {
  const end = final.lastIndexOf(endOfMetadata)
  const { relations = [], ...rest } = JSON.parse(`{${final.slice(end + 2)}`) as Pick<Entity, 'relations' | 'status'>
  const kept = relations.filter(({ targetRef }) => isKept(targetRef))
  if (kept.length === relations.length) return final
  return `${final.slice(0, end + 1)},${JSON.stringify({ relations: kept, ...rest }).slice(1)}`
}

/** The item that tells of an error in processing. */
export function toStatusItem({ name, message }: EntityError): EntityStatusItem {
  return { type: catalogProcessingStatusType, level: 'error', message: `${name}: ${message}`, error: { name, message } }
}

const endOfMetadata = '},"relations":'
const startOfEtag = ',"etag":'
const identityOf = (uid: string): string => `,"uid":${JSON.stringify(uid)}${startOfEtag}`

function isMarked(text: CoreText): boolean {
  return fromCoreText(text).metadata.annotations?.[annotations.orphan] === 'true'
}

function withOrphan(text: CoreText): CoreText {
  const entity = fromCoreText(text)
  const marked = { ...entity.metadata.annotations, [annotations.orphan]: 'true' }
  return toCoreText({ ...entity, metadata: { ...entity.metadata, annotations: marked } })
}

function withoutOrphan(text: CoreText): CoreText {
  const { metadata, ...rest } = fromCoreText(text)
  const { [annotations.orphan]: _orphan, ...kept } = metadata.annotations ?? {}
  return toCoreText({ ...rest, metadata: { ...metadata, annotations: kept } } as Entity)
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
