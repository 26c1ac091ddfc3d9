import { isRecord } from '@portico/core/common'
import type { FormSchema } from '@portico/ui'

type Field = FormSchema['properties'][string]

const maxNumber = 1_000_000_000

/** The form of an action as the kit shows it. Fields that it has no form for are left out. */
export function toActionForm(form: unknown): FormSchema | undefined {
  const properties = isRecord(form) && isRecord(form['properties']) ? form['properties'] : {}
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const made = isRecord(field) ? toField(name, field) : undefined
    return made ? [[name, made] as const] : []
  })
  return fields.length === 0 ? undefined : { type: 'object', properties: Object.fromEntries(fields) }
}

/** The fields that must have a value and have none. */
export function missingFields(form: unknown, values: Readonly<Record<string, unknown>>): readonly string[] {
  const required = isRecord(form) && Array.isArray(form['required']) ? form['required'].map(String) : []
  return required.filter(name => values[name] === undefined || values[name] === '')
}

function toField(name: string, field: Readonly<Record<string, unknown>>): Field | undefined {
  const words = {
    title: typeof field['title'] === 'string' ? field['title'] : name,
    ...(typeof field['description'] === 'string' && { description: field['description'] }),
  }
  const initial = field['default']
  if (field['type'] === 'boolean') return { ...words, type: 'boolean', default: initial === true }
  if (field['type'] === 'integer' || field['type'] === 'number') {
    const minimum = numberOr(field['minimum'], -maxNumber)
    const maximum = numberOr(field['maximum'], maxNumber)
    return { ...words, type: 'integer', minimum, maximum, default: numberOr(initial, Math.max(0, minimum)) }
  }
  if (field['type'] !== 'string') return undefined
  const choices = Array.isArray(field['enum']) ? field['enum'].map(String) : undefined
  return {
    ...words,
    type: 'string',
    default: typeof initial === 'string' ? initial : (choices?.[0] ?? ''),
    ...(choices && { enum: choices }),
    ...(typeof field['maxLength'] === 'number' && { maxLength: field['maxLength'] }),
    ...(field['format'] === 'multi-line' && { format: 'multi-line' as const }),
  }
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback
}
