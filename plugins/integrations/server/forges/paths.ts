import { inputError } from '@portico/core/common'

/** The segments of an address, decoded. */
export function segmentsOf(url: URL): string[] {
  return url.pathname.split('/').filter(Boolean).map(decodeSegment)
}

export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw inputError(`'${segment}' has a % that is not an escape`, { code: 'integrations.invalid-target' })
  }
}

/** A path for an address: each segment escaped, patterns left readable. */
export function encodePath(path: string): string {
  return path
    .split('/')
    .map(segment => encodeURIComponent(segment).replaceAll('%2A', '*'))
    .join('/')
}

/** A ref as one segment of an address. */
export function encodeRef(ref: string): string {
  return encodeURIComponent(ref)
}

/** A commit, which never changes: it is not edited. */
export function isCommit(ref: string | undefined): boolean {
  return ref !== undefined && /^[0-9a-f]{40,64}$/i.test(ref)
}

/** The address is none that a file of this host could have. */
export function invalidTarget(url: URL, expected: string) {
  return inputError(`'${url.href}' is not an address of a file: ${expected}`, { code: 'integrations.invalid-target' })
}

export function toDate(value: unknown): Date | undefined {
  const at = new Date(typeof value === 'number' || typeof value === 'string' ? value : Number.NaN)
  return Number.isNaN(at.getTime()) ? undefined : at
}
