import { isRecord } from '@portico/core/common'
import { mapFields, mergeFields, type Fields } from './json-fields.ts'

/** A JSON Schema, and apart from it how its fields are shown. */
export interface SplitSchema {
  readonly schema: Fields
  readonly uiSchema: Fields
}

const alternatives = new Set(['allOf', 'anyOf', 'oneOf'])
const branches = new Set(['dependencies', 'dependentSchemas'])
const conditions = new Set(['if', 'then', 'else'])

/**
 * Takes the `ui:` keywords out of a schema. Those of properties stand under their name, those of items under `items`; those of alternatives, dependencies
 * and conditions belong to the same level.
 */
export function splitUiSchema(given: Fields): SplitSchema {
  let uiSchema: Fields = {}
  const add = (part: Fields) => void (uiSchema = mergeFields(uiSchema, part))
  /** A schema inside this one; what its ui schema is wrapped in says where it belongs. */
  const split = (inner: unknown, wrap: (part: Fields) => Fields) => {
    if (!isRecord(inner)) return inner
    const { schema, uiSchema: part } = splitUiSchema(inner)
    if (Object.keys(part).length > 0) add(wrap(part))
    return schema
  }
  const same = (part: Fields) => part

  function change(value: unknown, key: string): unknown {
    if (key === 'properties' && isRecord(value)) return mapFields(value, (property, name) => split(property, part => ({ [name]: part })))
    if (key === 'items') {
      if (Array.isArray(value)) return value.map(item => split(item, same))
      return split(value, part => ({ items: part }))
    }
    if (key === 'additionalProperties') return split(value, part => ({ additionalProperties: part }))
    if (alternatives.has(key) && Array.isArray(value)) return value.map(way => split(way, same))
    if (branches.has(key) && isRecord(value)) return mapFields(value, branch => split(branch, same))
    return conditions.has(key) ? split(value, same) : value
  }

  const schema: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(given)) {
    if (key.startsWith('ui:')) add({ [key]: value })
    // The form reads the names of options from the ui schema only.
    else if (key === 'enumNames') add(Array.isArray(value) ? { 'ui:enumNames': value } : {})
    else schema[key] = change(value, key)
  }
  return { schema, uiSchema }
}
