import { isRecord } from '@portico/core/common'
import { activeFields, checkParameters, visibleValues, type JsonObject, type ParameterError } from '@portico/scaffolder/common'
import { createSchemaUtils, type ErrorSchema, type SchemaUtilsType } from '@rjsf/utils'
import type { FormPage } from './form-page.ts'
import { formValidator } from './form-validator.ts'
import type { Fields } from './json-fields.ts'

/** How defaults are filled in: those of conditions too, and nothing that is not said. */
export const defaultsBehaviour = {
  allOf: 'populateDefaults',
  emptyObjectFields: 'skipEmptyDefaults',
  constAsDefaults: 'skipOneOf',
  arrayMinItems: { populate: 'requiredOnly' },
} as const

/** One thing that is wrong with the answers of a page. */
export interface FieldProblem {
  readonly path: readonly (string | number)[]
  readonly title: string
  /** What the schema says, for a message in the user's language. */
  readonly error?: ParameterError
  /** How the field is shown. */
  readonly ui?: Fields | undefined
  /** What a validator says. */
  readonly message?: string
}

const schemaUtils = new WeakMap<FormPage, SchemaUtilsType>()

function utilsOf(page: FormPage): SchemaUtilsType {
  const known = schemaUtils.get(page)
  if (known) return known
  const made = createSchemaUtils(formValidator, page.schema, defaultsBehaviour)
  schemaUtils.set(page, made)
  return made
}

/** The answers with the defaults of all pages. */
export function withDefaults(pages: readonly FormPage[], values: JsonObject): JsonObject {
  return pages.reduce<JsonObject>((given, page) => {
    try {
      return utilsOf(page).getDefaultFormState(page.schema, given) as JsonObject
    } catch {
      // A page that cannot be read says so itself.
      return given
    }
  }, values)
}

/** The answers that are shown, without those of fields that other answers hide. */
export function shownValues(pages: readonly FormPage[], values: JsonObject): JsonObject {
  const json = JSON.parse(JSON.stringify(values)) as JsonObject
  return visibleValues(
    pages.map(page => page.schema),
    json,
  )
}

/** What is wrong with the answers of a page: first by the page as it is shown for them, then as the server checks it. */
export function checkPage(page: FormPage, values: JsonObject): FieldProblem[] {
  const shown = shownValues([page], values)
  const errors = checkParameters([resolvedSchema(page, shown)], shown)
  const found = errors.length > 0 || page.problems.length > 0 ? errors : checkParameters([page.written], shown)
  return found.map(error => ({ path: error.path, title: titleAt(page, shown, error.path), ui: uiAt(page.uiSchema, error.path), error }))
}

function resolvedSchema(page: FormPage, values: JsonObject): Fields {
  try {
    return utilsOf(page).retrieveSchema(page.schema, values) as Fields
  } catch {
    return page.schema
  }
}

/** How the field at a path is shown. */
export function uiAt(uiSchema: Fields, path: FieldProblem['path']): Fields | undefined {
  let at: unknown = uiSchema
  for (const key of path) at = isRecord(at) ? at[typeof key === 'number' ? 'items' : key] : undefined
  return isRecord(at) ? at : undefined
}

/** The title of the field at a path; else its name. */
export function titleAt(page: FormPage, values: JsonObject, path: FieldProblem['path']): string {
  let schema: unknown = page.schema
  let value: unknown = values
  let title = ''
  for (const key of path) {
    if (typeof key === 'number') {
      schema = isRecord(schema) ? schema['items'] : undefined
      title = `${title} ${key + 1}`.trim()
    } else {
      schema = isRecord(schema) ? activeFields(schema, isRecord(value) ? value : {}).properties[key] : undefined
      title = isRecord(schema) && typeof schema['title'] === 'string' ? schema['title'] : key
    }
    value = isRecord(value) || Array.isArray(value) ? (value as Fields)[key] : undefined
  }
  return title
}

/** Messages at their fields, as the form takes them. */
export function toErrorSchema(problems: readonly { readonly path: FieldProblem['path']; readonly message: string }[]): ErrorSchema {
  const root: Record<string, unknown> = {}
  for (const { path, message } of problems) {
    const at = path.reduce<Record<string, unknown>>((part, key) => (part[key] ??= {}) as Record<string, unknown>, root)
    at['__errors'] = [...((at['__errors'] as string[] | undefined) ?? []), message]
  }
  return root as ErrorSchema
}
