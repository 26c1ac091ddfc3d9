import { compileJsonSchema, isRecord, textOf } from '@portico/core/common'
import type { Message, useText } from '@portico/core/web'
import { formMessages } from '../messages.ts'
import type { FieldProblem } from './page-check.ts'
import { exampleOf } from './pattern-example.ts'

type Words = ReturnType<typeof useText>

const formats: Readonly<Record<string, Message>> = {
  email: formMessages.formatEmail,
  uri: formMessages.formatUri,
  date: formMessages.formatDate,
  'date-time': formMessages.formatDateTime,
  time: formMessages.formatTime,
}

/** What is wrong, in the user's language; what the template says about it where it says something. */
export function problemWords({ error, message = '', title, ui }: FieldProblem, text: Words): string {
  if (!error) return message
  return (
    writtenWords(error) ?? (error.name === 'pattern' ? patternWords(error, ui, text) : keywordWords(error, title, text)) ?? error.message
  )
}

/** `errorMessage` of the schema: one text, or one for each keyword. */
function writtenWords({ schema, name }: NonNullable<FieldProblem['error']>): string | undefined {
  const written = isRecord(schema) ? schema['errorMessage'] : undefined
  return textOf(isRecord(written) ? written[name] : written)
}

function keywordWords(error: NonNullable<FieldProblem['error']>, title: string, text: Words): string | undefined {
  const { name, argument, instance } = error
  if (name === 'required' || (instance === null && name === 'type')) return text(formMessages.required, { title })
  const limit = String(argument)
  switch (name) {
    case 'type':
      return argument === 'number' ? text(formMessages.typeNumber) : argument === 'integer' ? text(formMessages.typeInteger) : undefined
    case 'minLength':
      return text(formMessages.minLength, { count: limit })
    case 'maxLength':
      return text(formMessages.maxLength, { count: limit })
    case 'format':
      return formatWords(limit, text)
    case 'minimum':
      return text(formMessages.minimum, { limit })
    case 'maximum':
      return text(formMessages.maximum, { limit })
    case 'minItems':
      return text(formMessages.minItems, { count: limit })
    case 'maxItems':
      return text(formMessages.maxItems, { count: limit })
    case 'uniqueItems':
      return text(formMessages.uniqueItems)
    case 'enum':
      return text(formMessages.enum)
    default:
      return undefined
  }
}

/** A regular expression tells users nothing: an example does, or what the template says of the field. */
function patternWords({ schema, argument }: NonNullable<FieldProblem['error']>, ui: FieldProblem['ui'], text: Words): string {
  const pattern = String(argument)
  const fields = isRecord(schema) ? schema : {}
  const { check } = compileJsonSchema({ type: 'string', pattern })
  const given = Array.isArray(fields['examples']) ? fields['examples'] : []
  const candidates = [...given, ui?.['ui:placeholder'], exampleOf(pattern)].map(textOf)
  const example = candidates.find(each => each !== undefined && each !== '' && check(each).length === 0)
  if (example !== undefined) return text(formMessages.patternExample, { example })
  const hint = textOf(ui?.['ui:help']) ?? textOf(fields['description'])
  return hint === undefined ? text(formMessages.pattern) : text(formMessages.patternHint, { hint })
}

function formatWords(format: string, text: Words): string {
  const known = Object.hasOwn(formats, format) ? formats[format] : undefined
  return known ? text<''>(known as Message<''>) : text(formMessages.format, { format })
}
