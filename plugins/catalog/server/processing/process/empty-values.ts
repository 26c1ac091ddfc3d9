import type { Entity, KindDefinition } from '@portico/catalog/common'
import { isRecord } from '@portico/core/common'

type Fields = Readonly<Record<string, unknown>>

const metadataFields = ['title', 'description', 'labels', 'annotations', 'tags', 'links']

/**
 * The entity without what has a key and nothing behind it, such as `labels:`. YAML reads that as null, and people mean that there are none.
 * Of `spec` this holds for the optional fields that the kind knows; others stay as they are, and required ones are left to the validation.
 */
export function withoutEmptyValues(entity: Entity, definition: KindDefinition | undefined): Entity {
  const metadata = without(entity.metadata, metadataFields)
  const spec = definition && isRecord(entity.spec) ? tidied(entity.spec, definition.schema) : entity.spec
  return metadata === entity.metadata && spec === entity.spec ? entity : ({ ...entity, metadata, spec } as Entity)
}

function tidied(value: Fields, schema: unknown): Fields {
  if (!isRecord(schema) || !isRecord(schema['properties'])) return value
  const { properties, required } = schema
  const needed = Array.isArray(required) ? required : []
  let kept = without(
    value,
    Object.keys(properties).filter(key => !needed.includes(key)),
  )
  for (const [key, inner] of Object.entries(properties)) {
    const part = Object.hasOwn(kept, key) ? kept[key] : undefined
    if (!isRecord(part)) continue
    const filled = tidied(part, inner)
    if (filled !== part) kept = { ...kept, [key]: filled }
  }
  return kept
}

/** The same object where there is nothing to leave out. */
function without<T extends Fields>(fields: T, optional: readonly string[]): T {
  if (!optional.some(key => Object.hasOwn(fields, key) && fields[key] === null)) return fields
  return Object.fromEntries(Object.entries(fields).filter(([key, value]) => value !== null || !optional.includes(key))) as T
}
