import type { PartLink } from '@portico/api-docs/common'
import { fieldsOf, type Fields } from '../document/json-values.ts'
import type { DocumentPath, OpenedDocument } from '../document/open-document.ts'
import type { ProblemList } from '../document/problem-list.ts'
import type { SchemaReader } from '../schema/schema-reader.ts'

/** What every part of the reader of OpenAPI works with. */
export interface OpenapiContext {
  readonly root: Fields
  /** `2.0`, or `3.…`. */
  readonly version: string
  readonly isTwo: boolean
  readonly document: OpenedDocument
  readonly problems: ProblemList
  readonly schemas: SchemaReader
  /** The names of security schemes. */
  readonly schemes: ReadonlySet<string>
  /** The item of each operation id. */
  readonly itemOfOperationId: ReadonlyMap<string, string>
  /** The item of each operation, by its path in the document joined by line breaks. */
  readonly itemOfPath: ReadonlyMap<string, string>
}

/** Where something stands, and in which item. */
export interface Spot {
  readonly path: DocumentPath
  readonly user: PartLink
}

/** A spot within another one. */
export function within({ path, user }: Spot, ...steps: (string | number)[]): Spot {
  return { path: [...path, ...steps], user }
}

/** The entries of an object, each with its reference followed; those that lead nowhere are left out. */
export function resolvedEntries(
  context: Pick<OpenapiContext, 'schemas'>,
  value: unknown,
  spot: Spot,
): { readonly name: string; readonly value: Fields; readonly spot: Spot }[] {
  return Object.entries(fieldsOf(value)).flatMap(([name, item]) => {
    const found = context.schemas.resolve(item, [...spot.path, name], spot.user)
    return found ? [{ name, value: found.value, spot: { path: found.path, user: spot.user } }] : []
  })
}
