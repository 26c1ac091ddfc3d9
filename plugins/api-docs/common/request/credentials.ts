import type { OperationPart, SecurityScheme } from '../parts/http-parts.ts'
import type { AboutPart } from '../parts/part.ts'

/** What proves to an API who its caller is: a key, a token, or a name and a password. */
export interface Credential {
  readonly value: string
  /** Of `basic`. */
  readonly user?: string
}

/** By the name of the scheme. */
export type Credentials = Readonly<Record<string, Credential>>

/** The schemes that an operation may be called with, each once, without those that are no header, query or cookie. */
export function schemesOf(
  operation: Pick<OperationPart, 'security'>,
  about: Pick<AboutPart, 'security' | 'securitySchemes'>,
): SecurityScheme[] {
  const names = new Set((operation.security ?? about.security).flat().map(({ scheme }) => scheme))
  return about.securitySchemes.filter(({ name, type }) => names.has(name) && type !== 'mutualTLS')
}

/** Whether a scheme asks for a name and a password. */
export function isBasic({ type, scheme }: SecurityScheme): boolean {
  return type === 'http' && scheme?.toLowerCase() === 'basic'
}

/** What samples have in place of a secret: those of the first way to call the operation. */
export function sampleCredentials(
  operation: Pick<OperationPart, 'security'>,
  about: Pick<AboutPart, 'security' | 'securitySchemes'>,
): Credentials {
  const alternatives = operation.security ?? about.security
  const names = new Set((alternatives.find(each => each.length > 0) ?? []).map(({ scheme }) => scheme))
  const schemes = about.securitySchemes.filter(({ name }) => names.has(name))
  return Object.fromEntries(
    schemes.map(scheme => [
      scheme.name,
      isBasic(scheme) ? { user: '<user>', value: '<password>' } : { value: scheme.type === 'apiKey' ? '<key>' : '<token>' },
    ]),
  )
}

/** A credential in its place. */
export interface PlacedCredential {
  readonly in: 'header' | 'query' | 'cookie'
  readonly name: string
  readonly value: string
}

export function placeCredential(scheme: SecurityScheme, { value, user = '' }: Credential): PlacedCredential {
  if (scheme.type === 'apiKey') {
    const where = scheme.in === 'query' || scheme.in === 'cookie' ? scheme.in : 'header'
    return { in: where, name: scheme.parameter ?? scheme.name, value }
  }
  if (isBasic(scheme)) return { in: 'header', name: 'Authorization', value: `Basic ${toBase64(user, value)}` }
  const word = scheme.type === 'http' && scheme.scheme !== undefined && scheme.scheme.toLowerCase() !== 'bearer' ? scheme.scheme : 'Bearer'
  return { in: 'header', name: 'Authorization', value: `${word} ${value}` }
}

/** Placeholders stay readable in samples. */
function toBase64(user: string, password: string): string {
  if (password === '<password>') return '<base64 of user:password>'
  return btoa(
    encodeURIComponent(`${user}:${password}`).replaceAll(/%([0-9A-F]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    ),
  )
}
