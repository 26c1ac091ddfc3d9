import { annotations, catalogProcessingStatusType, type Entity, type EntityRelation, type EntityStatusItem } from '@portico/catalog/common'
import { hash, randomUUID } from 'node:crypto'
import type { EntityError } from '../process/process-entity.ts'

/** A processed entity as text. */
export interface CoreText {
  /** Everything but relations and status, `metadata` last and still open: its uid and etag are to follow. */
  readonly opening: string
  /** The etag that its source set. */
  readonly ownEtag: string | undefined
  /** A long definition, which is stored apart. */
  readonly definition?: LongDefinition | undefined
}

/** A long text of `spec.definition`. */
export interface LongDefinition {
  readonly id: string
  readonly text: string
  /** The opening with `null` in its place, and where that stands, counted in characters. */
  readonly opening: string
  readonly at: number
}

/** Shorter ones stand with the entity. */
const longDefinition = 20_000

export interface StitchInput {
  /** Stands for everything that came from the source. */
  readonly coreHash: string
  readonly ownEtag: string | undefined
  /** In any order, also twice. */
  readonly relations: readonly EntityRelation[]
  readonly errors: readonly EntityError[]
  readonly isOrphan: boolean
}

/** The parts of an entity that depend on others, as JSON. */
export interface Stitched {
  readonly etag: string
  readonly relations: string
  readonly status: string | undefined
}

/** The text of a processed entity. */
export function toCoreText({ metadata, ...rest }: Entity): CoreText {
  const { uid: _uid, etag, ...described } = metadata
  const opened = (first: object) => `${JSON.stringify(first).slice(0, -1)},"metadata":${JSON.stringify(described).slice(0, -1)}`
  const text = rest.spec?.['definition']
  if (typeof text !== 'string' || text.length < longDefinition) return { opening: opened(rest), ownEtag: etag }
  const mark = randomUUID()
  const marked = opened({ ...rest, spec: { ...rest.spec, definition: mark } })
  const [before = '', after = ''] = marked.split(`"${mark}"`)
  const definition = { id: definitionId(text), text, opening: `${before}null${after}`, at: [...before].length }
  return { opening: `${before}${JSON.stringify(text)}${after}`, ownEtag: etag, definition }
}

/** Names the text of a definition: half a SHA-256. */
export function definitionId(text: string): string {
  return hash('sha256', text).slice(0, 32)
}

/** The processed entity that a text was made of. */
export function fromCoreText({ opening, ownEtag }: CoreText): Entity {
  const { metadata, ...rest } = JSON.parse(`${opening}}}`) as Entity
  return { ...rest, metadata: { ...metadata, ...(ownEtag !== undefined && { etag: ownEtag }) } } as Entity
}

/** The same as JSON. */
export function toEntityText({ opening, ownEtag }: CoreText): string {
  return `${opening}${ownEtag === undefined ? '' : `,"etag":${JSON.stringify(ownEtag)}`}}}`
}

/** What an entity shows besides its core: its relations in both directions, its status, and an etag for all of it. */
export function stitchEntity({ coreHash, ownEtag, relations, errors, isOrphan }: StitchInput): Stitched {
  const related = JSON.stringify(sortRelations(relations))
  const status = errors.length > 0 ? JSON.stringify({ items: errors.map(toStatusItem) }) : undefined
  const etag = ownEtag ?? hash('sha1', `${coreHash} ${isOrphan}\n${related}\n${status ?? ''}`)
  return { etag, relations: related, status }
}

/** The core of an entity that has become an orphan, with the annotation that says so. */
export function toOrphanCore(opening: string): string {
  const entity = fromCoreText({ opening, ownEtag: undefined })
  const marked = { ...entity.metadata.annotations, [annotations.orphan]: 'true' }
  return toCoreText({ ...entity, metadata: { ...entity.metadata, annotations: marked } }).opening
}

/** The item that reports an error in processing. */
export function toStatusItem({ name, message }: EntityError): EntityStatusItem {
  return { type: catalogProcessingStatusType, level: 'error', message: `${name}: ${message}`, error: { name, message } }
}

/** Each once, by type and then by ref. */
export function sortRelations(relations: readonly EntityRelation[]): EntityRelation[] {
  const keys = [...new Set(relations.map(({ type, targetRef }) => `${type} ${targetRef}`))].sort()
  return keys.map(key => {
    const space = key.indexOf(' ')
    return { type: key.slice(0, space), targetRef: key.slice(space + 1) }
  })
}

/** Which relations are in one list and not in the other, as the history writes them: `type target`. Both lists are JSON. */
export function relationChanges(before: string, after: string): { relationsAdded: string[]; relationsRemoved: string[] } {
  const [had, has] = [relationKeys(before), relationKeys(after)]
  return { relationsAdded: [...has].filter(key => !had.has(key)), relationsRemoved: [...had].filter(key => !has.has(key)) }
}

function relationKeys(relations: string): Set<string> {
  return new Set((JSON.parse(relations) as EntityRelation[]).map(({ type, targetRef }) => `${type} ${targetRef}`))
}
