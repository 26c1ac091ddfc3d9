import type { SchemaNode } from '../../parts/schema-node.ts'
import type { Reading } from '../../reading.ts'
import type { ChangeList, Direction, Scope } from '../change-list.ts'
import type { FlatSchema } from './flat-schema.ts'

/** Where a schema is used. */
export interface SchemaPlace {
  readonly scope: Scope
  readonly direction: Direction
  /** From outside in: `['request body', 'application/json']`. */
  readonly place: readonly string[]
  /** Below that: `customer.name`. */
  readonly path: string
  /** What the message calls it where there is no path: `Parameter limit`. */
  readonly subject: string
  readonly depth: number
}

/** What comparing schemas needs to know. */
export interface SchemaComparison {
  readonly before: Reading
  readonly after: Reading
  readonly changes: ChangeList
  compare(before: SchemaNode | undefined, after: SchemaNode | undefined, at: SchemaPlace): void
  /** A schema that has a name: compared once for each direction, however often it is used. */
  compareNamed(before: string, after: string, direction: Direction, from?: Scope): void
  /** Whether a schema was compared, as what clients send or as what they get. */
  directionsOf(id: string): readonly Direction[]
  /** The ids of what uses a schema: items, and other schemas. */
  usersOf(id: string): ReadonlySet<string>
  /** Schemas that have another name now: what they were called, by what they are called. */
  readonly renamed: ReadonlyMap<string, string>
}

/** A schema, and itself with its parts joined. */
export interface Seen {
  readonly node: SchemaNode
  readonly flat: FlatSchema
}

/** What a message calls the thing that changed. */
export function subjectOf({ path, subject }: SchemaPlace): string {
  return path === '' ? subject : `Field ${path}`
}

export function placeOf({ place, path }: SchemaPlace): string[] {
  return [...place, path]
}

/** A schema in a word or two: `Booking`, `string (date)`, `array of Booking`. */
export function shortType(schema: SchemaNode): string {
  if (schema.ref !== undefined) return schema.refLabel ?? schema.ref
  if (schema.items) return `array of ${shortType(schema.items)}`
  const name = schema.types?.join(' or ') || (schema.properties ? 'object' : (schema.title ?? 'anything'))
  return schema.format === undefined ? name : `${name} (${schema.format})`
}
