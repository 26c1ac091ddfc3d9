import type { PartLink } from '@portico/api-docs/common'
import { type Fields, fieldsOf, isFields, listOf } from '../document/json-values.ts'
import type { DocumentPath } from '../document/open-document.ts'
import type { ProblemList } from '../document/problem-list.ts'
import type { SchemaReader } from '../schema/schema-reader.ts'

/** What all parts of a definition in AsyncAPI are read with. */
export interface AsyncapiContext {
  readonly root: Fields
  /** 2.0 to 2.6. */
  readonly isTwo: boolean
  readonly problems: ProblemList
  readonly schemas: SchemaReader
}

export interface Located {
  readonly value: Fields
  readonly path: DocumentPath
}

/** An object with its traits: those of AsyncAPI 2 win over it, those of 3 add to it. */
export function withTraits({ schemas, isTwo }: AsyncapiContext, { value, path }: Located, user: PartLink): Fields {
  const traits = listOf(value.traits).flatMap((trait, index) => schemas.resolve(trait, [...path, 'traits', index], user)?.value ?? [])
  if (traits.length === 0) return value
  const parts = isTwo ? [value, ...traits] : [...traits, value]
  return parts.reduce<Fields>((merged, part) => merge(merged, part), {})
}

/** JSON Merge Patch (RFC 7396). The depth is that of the document, which is bounded. */
function merge(target: unknown, patch: unknown): Fields {
  const merged = new Map(Object.entries(fieldsOf(target)))
  for (const [key, value] of Object.entries(fieldsOf(patch))) {
    if (value === null) merged.delete(key)
    else merged.set(key, isFields(value) ? merge(merged.get(key), value) : value)
  }
  return Object.fromEntries(merged)
}

/** Bindings by protocol, with what they refer to. */
export function bindingsOf({ schemas }: AsyncapiContext, value: unknown, path: DocumentPath, user: PartLink): Fields | undefined {
  if (value === undefined) return undefined
  const bindings = schemas.resolve(value, path, user)
  if (!bindings) return undefined
  const entries = Object.entries(bindings.value).flatMap(([protocol, binding]) => {
    const resolved = isFields(binding) ? schemas.resolve(binding, [...bindings.path, protocol], user)?.value : binding
    return resolved === undefined ? [] : [[protocol, resolved] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** Names that are given once: `Booking`, `Booking (2)`. */
export function createUniqueNames(): (name: string) => string {
  const taken = new Set<string>()
  return name => {
    let unique = name
    for (let count = 2; taken.has(unique); count += 1) unique = `${name} (${count})`
    taken.add(unique)
    return unique
  }
}

export const isDeprecated = (value: Fields): true | undefined =>
  value.deprecated === true || value['x-deprecated'] === true ? true : undefined
