import type { Parameter } from '../parts/http-parts.ts'

type Value = string | readonly string[] | Readonly<Record<string, string>>

/** Where a parameter goes, in the form in which it goes there. */
type PlacedParameter = Pick<Parameter, 'name' | 'in' | 'style' | 'explode' | 'allowReserved' | 'schema' | 'media'>

const delimiters: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' }

/** What stands in the path for a parameter. */
export function toPathText(parameter: PlacedParameter, text: string): string {
  const { name, style = 'simple', explode = false } = parameter
  const value = toValue(parameter, text)
  const encode = encoderOf(parameter)
  if (style === 'matrix') return toMatrix(name, value, explode, encode)
  const separator = style === 'label' ? '.' : ','
  const joined = joinValue(value, explode ? separator : ',', explode ? '=' : ',', encode)
  return style === 'label' ? `.${joined}` : joined
}

/** The pairs of the query for a parameter: `a=1`, `a=2`. */
export function toQueryPairs(parameter: PlacedParameter, text: string): string[] {
  const { name, style = 'form', explode = style === 'form' || style === 'deepObject' } = parameter
  if (parameter.in === 'querystring') return text === '' ? [] : [text.replace(/^\?/, '')]
  const value = toValue(parameter, text)
  const encode = encoderOf(parameter)
  const key = encodeText(name)
  if (typeof value === 'string') return [`${key}=${encode(value)}`]
  if (isList(value)) {
    if (explode) return value.map(each => `${key}=${encode(each)}`)
    return [`${key}=${value.map(encode).join(delimiters[style] ?? ',')}`]
  }
  const entries = Object.entries(value)
  if (style === 'deepObject') return entries.map(([property, each]) => `${key}${encodeText(`[${property}]`)}=${encode(each)}`)
  if (explode) return entries.map(([property, each]) => `${encodeText(property)}=${encode(each)}`)
  return [`${key}=${joinValue(value, delimiters[style] ?? ',', delimiters[style] ?? ',', encode)}`]
}

/** The value of a header. */
export function toHeaderText(parameter: PlacedParameter, text: string): string {
  return joinValue(toValue(parameter, text), ',', parameter.explode ? '=' : ',', each => each)
}

/** The cookies of a parameter, as pairs. */
export function toCookiePairs(parameter: PlacedParameter, text: string): string[] {
  return toQueryPairs({ ...parameter, in: 'query', style: 'form', allowReserved: false }, text)
}

/** Lists are typed as `a, b` or as JSON, objects as JSON. What a referred schema is, the text tells. */
function toValue({ schema, media }: PlacedParameter, text: string): Value {
  if (media?.length) return text
  const types = schema?.types ?? []
  const mayBe = (type: string) => types.includes(type) || schema?.ref !== undefined
  const parsed = (text.startsWith('[') && mayBe('array')) || (text.startsWith('{') && mayBe('object')) ? parseJson(text) : undefined
  if (Array.isArray(parsed)) return parsed.map(toText)
  if (typeof parsed === 'object' && parsed !== null)
    return Object.fromEntries(Object.entries(parsed).map(([key, each]) => [key, toText(each)]))
  return types.includes('array') && !types.includes('string') ? text.split(',').map(each => each.trim()) : text
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isList(value: Value): value is readonly string[] {
  return Array.isArray(value)
}

type Encode = (text: string) => string

function joinValue(value: Value, separator: string, equals: string, encode: Encode): string {
  if (typeof value === 'string') return encode(value)
  if (isList(value)) return value.map(encode).join(separator)
  return Object.entries(value)
    .map(([key, each]) => `${encode(key)}${equals}${encode(each)}`)
    .join(separator)
}

function toMatrix(name: string, value: Value, explode: boolean, encode: Encode): string {
  if (typeof value === 'string') return `;${name}=${encode(value)}`
  if (!explode) return `;${name}=${joinValue(value, ',', ',', encode)}`
  if (isList(value)) return value.map(each => `;${name}=${encode(each)}`).join('')
  return `;${joinValue(value, ';', '=', encode)}`
}

function encoderOf({ allowReserved }: PlacedParameter): Encode {
  return allowReserved ? text => encodeURI(text).replaceAll(/[#&]/g, encodeText) : encodeText
}

/** As a part of an address. An apostrophe would end the text of a shell. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/['()*!]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
