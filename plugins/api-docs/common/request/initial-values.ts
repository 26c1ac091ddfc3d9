import type { Media, OperationPart, Parameter } from '../parts/http-parts.ts'
import { parameterKey, parametersOf } from './build-request.ts'
import { isFormType, isJsonType, type TypedBody } from './request-body.ts'

/** What the form begins with: examples of what is required. */
export function initialParameters(operation: Pick<OperationPart, 'parameters'>): Record<string, string> {
  return Object.fromEntries(
    parametersOf(operation).flatMap(parameter => {
      const text = parameter.isRequired || parameter.in === 'path' ? exampleOf(parameter) : ''
      return text === '' ? [] : [[parameterKey(parameter), text]]
    }),
  )
}

/** A value that would do for a parameter; empty where none is known. */
export function exampleOf({ examples, schema, media }: Pick<Parameter, 'examples' | 'schema' | 'media'>): string {
  const given = [...examples, ...(media?.[0]?.examples ?? [])].find(({ text }) => text !== undefined)?.text
  if (given !== undefined) return unquoted(given)
  const value = [schema?.const, schema?.default, schema?.examples?.[0], schema?.enum?.[0]].find(each => each !== undefined && each !== null)
  return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
}

/** Examples are JSON; a text is typed without its quotes. */
function unquoted(text: string): string {
  if (!text.startsWith('"')) return text
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : text
  } catch {
    return text
  }
}

/** The kind of body that the form begins with: JSON where there is one. */
export function preferredMedia({ body }: Pick<OperationPart, 'body'>): Media | undefined {
  return body?.media.find(({ type }) => isJsonType(type)) ?? body?.media.find(({ type }) => isFormType(type)) ?? body?.media[0]
}

export function initialBody(media: Media): TypedBody {
  // `*/*` is no type that can be sent.
  const type = media.type.includes('*') ? (media.type.startsWith('text/') ? 'text/plain' : 'application/json') : media.type
  return { type, text: media.examples.find(({ text }) => text !== undefined)?.text ?? '' }
}
