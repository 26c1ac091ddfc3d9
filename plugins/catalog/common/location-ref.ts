import { inputError } from '@portico/core/common'

/** Where something is read from: its type and its target. */
export interface LocationRef {
  readonly type: string
  readonly target: string
}

/** The parts of `type:target`. Throws an InputError for anything that is not such a ref or that must not be read. */
export function parseLocationRef(ref: string): LocationRef {
  const colon = typeof ref === 'string' ? ref.indexOf(':') : -1
  if (colon < 1 || colon === ref.length - 1) throw invalid(ref, "was not on the form <type>:<target>, such as 'url:https://host/path'")
  return checked({ type: ref.slice(0, colon).trim(), target: ref.slice(colon + 1).trim() }, ref)
}

/** `type:target`, refused where `parseLocationRef` would refuse it. */
export function stringifyLocationRef({ type, target }: LocationRef): string {
  const text = `${type ?? ''}:${target ?? ''}`
  if (typeof type === 'string' && type.includes(':')) throw invalid(text, `had a colon in its type '${type}'`)
  checked({ type, target }, text)
  return text
}

function checked(location: LocationRef, ref: string): LocationRef {
  const { type, target } = location
  if (!type) throw invalid(ref, 'had missing or empty type')
  if (!target) throw invalid(ref, 'had missing or empty target')
  if (/^https?$/i.test(type)) throw invalid(ref, `must be prefixed with url: (write 'url:${ref}')`)
  if (isScript(`${type}:`) || isScript(target)) throw invalid(ref, 'had a javascript: target, which is not allowed')
  return location
}

/** Whether an address says who to be at its host: a password in any, also a name alone where it is one of the web. */
export function hasCredentials(target: string): boolean {
  if (!URL.canParse(target)) return addressCredentials.test(target)
  const { protocol, username, password } = new URL(target)
  return password !== '' || (username !== '' && /^https?:$/.test(protocol))
}

/** A text in which names and passwords in addresses cannot be read. */
export function maskCredentials(text: string): string {
  return text.includes('@') ? text.replaceAll(new RegExp(addressCredentials, 'gi'), '$1***@') : text
}

// The scheme has a limit: without one, a long word that is no address takes time that grows with its square.
const addressCredentials = /([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/?#"'<>\\]+@/i

/** Browsers skip blanks and control characters in a scheme, so these do not hide one here. */
export function isScript(url: string): boolean {
  return /^javascript:/i.test(url.replaceAll(/[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028\u2029\ufeff]/g, ''))
}

function invalid(ref: unknown, what: string) {
  return inputError(`Location ref '${String(ref)}' ${what}`, { code: 'catalog.invalid-location-ref' })
}
