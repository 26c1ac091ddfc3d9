import { shortenRef } from '@portico/catalog/web'

/** A value of a document as people say it: owners are groups, and refs of them are shortened. */
export function nameOf(value: string): string {
  return value.includes(':') ? shortenRef(value, { defaultKind: 'group' }) : value
}
