import { isRecord } from '@portico/core/common'
import { activeFields, type JsonObject } from '@portico/scaffolder/common'
import type { FieldCheck } from './form-field.ts'
import type { FormFields } from './fields-context.ts'
import type { FormPage } from './form-page.ts'
import type { Fields } from './json-fields.ts'
import type { FieldProblem } from './page-check.ts'

interface Found {
  readonly path: readonly (string | number)[]
  readonly title: string
  readonly field: string
  readonly value: unknown
  readonly schema: Fields
  readonly options: Fields
}

/** Runs the validators of the fields that are shown, all at once. One that throws is a problem of its own field. */
export async function runFieldChecks(
  page: FormPage,
  given: { readonly values: JsonObject; readonly fields: FormFields; readonly api: FieldCheck['api']; readonly text: FieldCheck['text'] },
): Promise<FieldProblem[]> {
  const { values, fields, api, text } = given
  const found = [...fieldsOf(page.schema, page.uiSchema, values, [])]
  const problems = found.map(async ({ path, title, field, value, schema, options }) => {
    const messages: string[] = []
    const addError = (message: string) => void messages.push(message)
    try {
      await fields.get(field)?.validate?.(value, { addError, options: { ...options }, schema: { ...schema }, values, api, text })
    } catch (error) {
      addError(error instanceof Error ? error.message : String(error))
    }
    return messages.map(message => ({ path, title, message }))
  })
  return (await Promise.all(problems)).flat()
}

function* fieldsOf(schema: Fields, uiSchema: Fields, value: unknown, path: Found['path']): Generator<Found> {
  const given = isRecord(value) ? value : {}
  for (const [name, property] of Object.entries(activeFields(schema, { ...given }).properties))
    yield* fieldAt(property, uiSchema[name], given[name], [...path, name], name)
}

function* fieldAt(schema: Fields, ui: unknown, value: unknown, path: Found['path'], name: string): Generator<Found> {
  const uiSchema = isRecord(ui) ? ui : {}
  const { 'ui:field': field, 'ui:options': options } = uiSchema
  const title = typeof schema['title'] === 'string' ? schema['title'] : name
  if (typeof field === 'string') yield { path, title, field, value, schema, options: isRecord(options) ? options : {} }
  else if (Array.isArray(value) && isRecord(schema['items']))
    for (const [index, item] of value.entries())
      yield* fieldAt(schema['items'], uiSchema['items'], item, [...path, index], `${title} ${index + 1}`)
  else if (isRecord(schema['properties'])) yield* fieldsOf(schema, uiSchema, value, path)
}
