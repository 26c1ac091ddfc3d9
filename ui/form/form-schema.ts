import { isSafeAddress } from '../Link.tsx'
import type { Text } from '../text.tsx'

interface FieldWords {
  readonly title: Text
  readonly description?: Text
}

/** A text: one line, several lines, one of some values, an address or a time zone. */
export interface TextFormField extends FieldWords {
  readonly type: 'string'
  readonly default?: string
  readonly maxLength?: number
  readonly format?: 'multi-line' | 'uri' | 'time-zone'
  readonly enum?: readonly string[]
  /** The words for the values, in the order of `enum`. */
  readonly enumTitles?: readonly Text[]
}

/** A whole number between two others. */
export interface NumberFormField extends FieldWords {
  readonly type: 'integer'
  readonly minimum: number
  readonly maximum: number
  readonly default: number
}

export interface SwitchFormField extends FieldWords {
  readonly type: 'boolean'
  readonly default?: boolean
}

/** Rows of texts, such as links with a title and an address. */
export interface RowsFormField extends FieldWords {
  readonly type: 'array'
  readonly items: { readonly type: 'object'; readonly properties: Readonly<Record<string, TextFormField>> }
  readonly maxItems: number
  readonly default?: readonly Readonly<Record<string, string>>[]
}

export type FormField = TextFormField | NumberFormField | SwitchFormField | RowsFormField

/** The part of JSON Schema that small forms need: an object of texts, numbers, switches and rows. */
export interface FormSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, FormField>>
}

type ValueOf<F> = F extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : F extends { readonly type: 'string' }
    ? string
    : F extends { readonly type: 'integer' }
      ? number
      : F extends { readonly type: 'boolean' }
        ? boolean
        : F extends { readonly items: { readonly properties: infer Row } }
          ? readonly { readonly [Name in keyof Row]: string }[]
          : never

/** The values of a form, every field present. */
export type FormValues<S extends FormSchema = FormSchema> = { readonly [Name in keyof S['properties']]: ValueOf<S['properties'][Name]> }

/** A form, for values that `toFormValues` has made. */
export interface SchemaFormProps {
  readonly schema: FormSchema
  readonly values: Readonly<Record<string, unknown>>
  readonly onChange: (values: Readonly<Record<string, unknown>>) => void
}

/** What is wrong with a value; the kit has words for it. */
export type FormMistake = 'address' | 'zone' | 'range' | 'length'

const defaultMaxLength = 2000

/** Values for every field: those given where they fit the schema, else the default. Nothing that was stored can break a form. */
export function toFormValues<const S extends FormSchema>(schema: S, given: unknown): FormValues<S> {
  const values = isObject(given) ? given : {}
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => [
      name,
      toFieldValue(field, Object.hasOwn(values, name) ? values[name] : undefined),
    ]),
  ) as FormValues<S>
}

function toFieldValue(field: FormField, value: unknown): unknown {
  if (field.type === 'boolean') return typeof value === 'boolean' ? value : (field.default ?? false)
  if (field.type === 'integer') return typeof value === 'number' && mistakeIn(field, value) === undefined ? value : field.default
  if (field.type === 'string') return toText(field, value)
  if (!Array.isArray(value)) return field.default ?? []
  return value
    .filter(isObject)
    .slice(0, field.maxItems)
    .map(row => Object.fromEntries(Object.entries(field.items.properties).map(([name, own]) => [name, toText(own, row[name])])))
}

function toText(field: TextFormField, value: unknown): string {
  const fits = typeof value === 'string' && value.length <= maxLengthOf(field) && (field.enum?.includes(value) ?? true)
  return fits ? value : (field.default ?? '')
}

export function maxLengthOf(field: TextFormField): number {
  return field.maxLength ?? defaultMaxLength
}

/** What is wrong with a value as it was typed; undefined where nothing is. An empty text is never wrong. */
export function mistakeIn(field: TextFormField | NumberFormField, value: string | number): FormMistake | undefined {
  if (field.type === 'integer') {
    const isInside = Number.isInteger(value) && Number(value) >= field.minimum && Number(value) <= field.maximum
    return isInside ? undefined : 'range'
  }
  const words = String(value)
  if (words.length > maxLengthOf(field)) return 'length'
  if (words === '') return undefined
  if (field.format === 'uri' && !isSafeAddress(words)) return 'address'
  return field.format === 'time-zone' && !isTimeZone(words) ? 'zone' : undefined
}

/** Whether any value of a form is wrong. */
export function hasMistake(schema: FormSchema, values: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(schema.properties).some(([name, field]) => {
    const value = values[name]
    if (field.type === 'boolean') return false
    if (field.type !== 'array') return mistakeIn(field, value as string | number) !== undefined
    const rows = value as readonly Readonly<Record<string, string>>[]
    return rows.some(row => Object.entries(field.items.properties).some(([key, own]) => mistakeIn(own, row[key] ?? '') !== undefined))
  })
}

/** Whether the browser knows a time zone, such as `Europe/Lisbon`. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
