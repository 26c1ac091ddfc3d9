import type { OperationPart, Parameter } from '../parts/http-parts.ts'
import type { AboutPart } from '../parts/part.ts'
import { placeCredential, schemesOf, type Credentials, type PlacedCredential } from './credentials.ts'
import { encodeText, toCookiePairs, toHeaderText, toPathText, toQueryPairs } from './parameter-text.ts'
import { toRequestBody, type RequestBody, type TypedBody } from './request-body.ts'

/** What a reader has filled in for an operation. */
export interface FilledRequest {
  /** Absolute, its variables replaced. */
  readonly server: string
  /** By `parameterKey`; what is absent or empty is not sent. */
  readonly parameters: Readonly<Record<string, string>>
  readonly credentials: Credentials
  readonly body?: TypedBody
}

/** A request, ready to be sent or to be written as code. */
export interface BuiltRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: RequestBody
}

/** Parameters of one name may be in several places. */
export function parameterKey({ in: where, name }: Pick<Parameter, 'in' | 'name'>): string {
  return `${where} ${name}`
}

/** Those that a reader fills in. The definition of these three headers is elsewhere: in the body and in the security. */
export function parametersOf({ parameters }: Pick<OperationPart, 'parameters'>): readonly Parameter[] {
  return parameters.filter(({ in: where, name }) => where !== 'header' || !/^(?:accept|content-type|authorization)$/i.test(name))
}

/** The request that a reader has filled in. */
export function buildRequest(
  operation: OperationPart,
  about: Pick<AboutPart, 'security' | 'securitySchemes'>,
  filled: FilledRequest,
): BuiltRequest {
  const given = parametersOf(operation).flatMap(parameter => {
    const text = filled.parameters[parameterKey(parameter)] ?? ''
    return text === '' ? [] : [{ parameter, text }]
  })
  const at = (...where: readonly Parameter['in'][]) => given.filter(({ parameter }) => where.includes(parameter.in))
  const placed = schemesOf(operation, about).flatMap(scheme => {
    const credential = filled.credentials[scheme.name]
    return credential && credential.value !== '' ? [placeCredential(scheme, credential)] : []
  })
  const pairs = [
    ...at('query', 'querystring').flatMap(({ parameter, text }) => toQueryPairs(parameter, text)),
    ...credentialPairs(placed, 'query'),
  ]
  const cookies = [...at('cookie').flatMap(({ parameter, text }) => toCookiePairs(parameter, text)), ...credentialPairs(placed, 'cookie')]
  const body = filled.body && filled.body.text !== '' ? toRequestBody(filled.body) : undefined
  const accept = acceptOf(operation)
  return {
    method: operation.method.toUpperCase(),
    url: joinUrl(filled.server, fillPath(operation.path, at('path')), pairs),
    headers: [
      ...(accept === undefined ? [] : [['Accept', accept] as const]),
      ...(body ? [['Content-Type', body.type] as const] : []),
      ...placed.filter(({ in: where }) => where === 'header').map(({ name, value }) => [name, value] as const),
      ...at('header').map(({ parameter, text }) => [parameter.name, toHeaderText(parameter, text)] as const),
      ...(cookies.length > 0 ? [['Cookie', cookies.join('; ')] as const] : []),
    ],
    ...(body && { body }),
  }
}

function credentialPairs(placed: readonly PlacedCredential[], wanted: 'query' | 'cookie'): string[] {
  return placed.filter(({ in: where }) => where === wanted).map(({ name, value }) => `${encodeText(name)}=${encodeText(value)}`)
}

/** A parameter without a value stays as it is written: the reader sees what is missing. */
function fillPath(path: string, given: readonly { readonly parameter: Parameter; readonly text: string }[]): string {
  const texts = new Map(given.map(({ parameter, text }) => [parameter.name, toPathText(parameter, text)]))
  return path.replaceAll(/\{([^{}]+)\}/g, (written, name: string) => texts.get(name.replace(/\*$/, '')) ?? written)
}

function joinUrl(server: string, path: string, pairs: readonly string[]): string {
  const [base = '', ...ownQuery] = server.replace(/#.*$/, '').split('?')
  const [below = '', ...pathQuery] = path.split('?')
  const query = [...ownQuery, ...pathQuery, ...pairs].filter(Boolean).join('&')
  return `${base.replace(/\/$/, '')}${below.startsWith('/') ? below : `/${below}`}${query === '' ? '' : `?${query}`}`
}

function acceptOf({ responses }: Pick<OperationPart, 'responses'>): string | undefined {
  const types = responses.filter(({ status }) => /^(?:2|default)/i.test(status)).flatMap(({ media }) => media.map(({ type }) => type))
  return [...new Set(types)].slice(0, 3).join(', ') || undefined
}
