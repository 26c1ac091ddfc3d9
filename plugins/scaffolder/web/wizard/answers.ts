import { isRecord, textOf } from '@portico/core/common'
import { activeFields, type JsonObject } from '@portico/scaffolder/common'
import type { FormPage } from '../form/form-page.ts'
import type { Fields } from '../form/json-fields.ts'
import { isSecret } from '../form/secret-answers.ts'

/** One line of a review. */
export interface Answer {
  readonly key: string
  readonly title: string
  /** What was answered: a value of JSON, or a text instead of it. */
  readonly value: unknown
  /** What a text of it stands for. */
  readonly meaning?: AnswerMeaning | undefined
}

export type AnswerMeaning = { readonly type: 'entity'; readonly defaultKind: string | undefined } | { readonly type: 'repository' }

/** The kinds of entities that a ref without one names, by field. */
const entityFields: Readonly<Record<string, string | undefined>> = {
  EntityPicker: undefined,
  MultiEntityPicker: undefined,
  MyGroupsPicker: 'Group',
  OwnedEntityPicker: undefined,
  OwnerPicker: 'Group',
}

const mask = '******'

/** The answers of a page as a review shows them: by title, with the names of options, without what the template hides. */
export function answersOf(page: FormPage, values: JsonObject): Answer[] {
  const { properties } = activeFields(page.schema, values)
  return orderOf(page.uiSchema, Object.keys(properties)).flatMap(name =>
    name in values && values[name] !== undefined ? answerOf(name, values[name], properties[name] ?? {}, page.uiSchema[name]) : [],
  )
}

/** The answers of a whole form, and then those that no page asks for. */
export function allAnswers(pages: readonly FormPage[], values: JsonObject): Answer[] {
  const asked = new Set(pages.flatMap(page => Object.keys(activeFields(page.schema, values).properties)))
  const others = Object.entries(values).filter(([name, value]) => !asked.has(name) && value !== undefined)
  return [...pages.flatMap(page => answersOf(page, values)), ...others.flatMap(([name, value]) => answerOf(name, value, {}, {}))]
}

function answerOf(name: string, value: unknown, schema: Fields, ui: unknown, prefix = ''): Answer[] {
  const uiSchema = isRecord(ui) ? ui : {}
  const review = reviewOf(uiSchema)
  if (review['show'] === false) return []
  const own = textOf(review['name']) ?? textOf(uiSchema['ui:title']) ?? textOf(schema['title']) ?? readable(name)
  const title = prefix === '' ? own : `${prefix} › ${own}`
  const key = prefix === '' ? name : `${prefix}.${name}`
  const masked = textOf(review['mask'])
  if (masked !== undefined) return [{ key, title, value: masked }]
  if (isSecret(uiSchema, schema)) return [{ key, title, value: mask }]
  if (isRecord(value) && review['explode'] !== false && isRecord(schema['properties'])) {
    const { properties } = activeFields(schema, { ...value })
    return Object.entries(value).flatMap(([inner, each]) =>
      each === undefined ? [] : answerOf(inner, each, properties[inner] ?? {}, uiSchema[inner], title),
    )
  }
  return [{ key, title, value: named(value, schema, uiSchema), meaning: meaningOf(uiSchema) }]
}

function meaningOf(uiSchema: Fields): AnswerMeaning | undefined {
  const field = textOf(uiSchema['ui:field']) ?? ''
  if (field === 'RepoUrlPicker') return { type: 'repository' }
  if (!(field in entityFields)) return undefined
  const options = isRecord(uiSchema['ui:options']) ? uiSchema['ui:options'] : {}
  return { type: 'entity', defaultKind: textOf(options['defaultKind']) ?? entityFields[field] }
}

function reviewOf(uiSchema: Fields): Fields {
  const backstage = uiSchema['ui:backstage']
  return isRecord(backstage) && isRecord(backstage['review']) ? backstage['review'] : {}
}

/** The names of options instead of their values. */
function named(value: unknown, schema: Fields, uiSchema: Fields): unknown {
  if (Array.isArray(value)) {
    const items = isRecord(schema['items']) ? schema['items'] : {}
    const ui = isRecord(uiSchema['items']) ? uiSchema['items'] : uiSchema
    return value.map(each => named(each, items, ui))
  }
  const names = uiSchema['ui:enumNames']
  const at = Array.isArray(schema['enum']) ? schema['enum'].indexOf(value) : -1
  if (Array.isArray(names) && at >= 0 && typeof names[at] === 'string') return names[at]
  const ways = Array.isArray(schema['oneOf']) ? schema['oneOf'].filter(isRecord) : []
  return textOf(ways.find(way => way['const'] === value)?.['title']) ?? value
}

/** `repoUrl` as `Repo url`. */
function readable(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function orderOf(uiSchema: Fields, names: readonly string[]): readonly string[] {
  const order = Array.isArray(uiSchema['ui:order']) ? uiSchema['ui:order'].map(String) : []
  const rest = names.filter(name => !order.includes(name))
  const ordered = order.flatMap(name => (name === '*' ? rest : names.includes(name) ? [name] : []))
  return order.includes('*') || order.length === 0 ? (order.length === 0 ? names : ordered) : [...ordered, ...rest]
}
