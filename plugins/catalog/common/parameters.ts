import { listParam, toConfigBoolean } from '@portico/core/common'
import { z } from 'zod'
import { parseOrder, parseOrderField } from './order.ts'

/** A parameter that may be repeated, each with several values between commas. */
function joinedParam() {
  return listParam(z.string()).transform(values =>
    values
      .flatMap(value => value.split(','))
      .map(value => value.trim())
      .filter(value => value !== ''),
  )
}

/** Which paths of an entity to send; keys with dots in them may be named like any other. */
export const fieldsParam = joinedParam().refine(
  fields => !fields.some(field => field.includes('[')),
  'fields are dotted paths without brackets',
)

/** The same in a body. */
export const bodyFields = z.array(z.string().refine(field => !field.includes('['), 'fields are dotted paths without brackets'))

export const fullTextFieldsParam = joinedParam()
export const filterParam = listParam(z.string())

/** A whole number from `least` up, also as digits. */
export function countParam(min: number) {
  const words = `a whole number of at least ${min}`
  return z
    .union([z.number(), z.string().regex(/^\d+$/)], words)
    .transform(Number)
    .pipe(z.int(words).min(min, words))
}

/** `metadata.name,asc`, repeated. */
export const orderFieldParam = listParam(parsed(parseOrderField))

/** `asc:metadata.name`, repeated. */
export const orderParam = listParam(parsed(parseOrder))

/** True for true, yes, y, on and 1; anything else is false. */
export const switchParam = z.union([z.boolean(), z.string()]).transform(value => toConfigBoolean(value) ?? false)

/** Whether to count all that was found. */
export const totalItemsParam = z.enum(['include', 'exclude'])

/** A moment, such as `2026-01-31T12:00:00Z`. */
export const momentParam = z.iso.datetime({ offset: true })

/** A text that a function reads; what the function refuses is refused here. */
function parsed<T>(parse: (text: string) => T) {
  return z.string().transform((text, context): T => {
    try {
      return parse(text)
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
      return z.NEVER
    }
  })
}
