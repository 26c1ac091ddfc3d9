import { isRecord } from '@portico/core/common'
import type { JsonObject } from '@portico/scaffolder/common'
import type { FormPage } from './form-page.ts'
import type { Fields } from './json-fields.ts'

/** The answers without passwords and secrets. */
export function withoutSecrets(pages: readonly FormPage[], values: JsonObject): JsonObject {
  return pages.reduce<JsonObject>((given, { uiSchema, schema }) => ({ ...strip(given, uiSchema, schema) }), values)
}

function strip(value: Fields, uiSchema: Fields, schema: Fields): Fields {
  const kept = Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    const ui = uiSchema[name]
    const inner = isRecord(schema['properties']) ? schema['properties'][name] : undefined
    if (isSecret(ui, inner)) return []
    if (isRecord(ui) && isRecord(each)) return [[name, strip(each, ui, isRecord(inner) ? inner : {})]]
    if (isRecord(ui) && Array.isArray(each) && isRecord(ui['items'])) {
      const itemUi = ui['items']
      if (isSecret(itemUi, undefined)) return []
      return [[name, each.map(item => (isRecord(item) ? strip(item, itemUi, {}) : item))]]
    }
    return [[name, each]]
  })
  return Object.fromEntries(kept)
}

/** Whether a field holds something that must not be kept. */
export function isSecret(uiSchema: unknown, schema: unknown): boolean {
  const isPassword = isRecord(schema) && schema['format'] === 'password'
  return isPassword || (isRecord(uiSchema) && (uiSchema['ui:field'] === 'Secret' || uiSchema['ui:widget'] === 'password'))
}
