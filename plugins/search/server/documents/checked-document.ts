import type { SearchDocument } from '@portico/search/common'
import { hash } from 'node:crypto'
import type { DocumentRow } from './document-store.ts'

/** Longer texts are cut: nobody reads them in a list, and a single document must not fill the index. */
export const maxTextLength = 100_000
const maxTitleLength = 1000
const maxLocationLength = 8000
const maxBodyLength = 1_000_000

export type Checked = { readonly row: DocumentRow; readonly document: SearchDocument } | { readonly refusal: string }

/** A document in the form in which it is stored, or why it cannot be. What is only too long is cut. */
export function checkDocument(given: unknown): Checked {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { refusal: 'A document is not an object' }
  const { location, title, text, authorization } = given as Partial<Record<keyof SearchDocument, unknown>>
  if (typeof location !== 'string' || location === '') return { refusal: `The document '${printable(title)}' has no location` }
  if (location.length > maxLocationLength) return { refusal: `The location '${printable(location)}' is longer than ${maxLocationLength}` }
  if (!isSafeLocation(location))
    return { refusal: `The location '${printable(location)}' is neither a path of the portal nor an http(s) address` }
  const resourceRef = (authorization as { resourceRef?: unknown } | undefined)?.resourceRef
  if (authorization !== undefined && typeof resourceRef !== 'string')
    return { refusal: `The document at '${printable(location)}' has an authorization without resourceRef` }
  const { document, body } = storable({
    ...(given as SearchDocument),
    // One without a title is found and shown by where it leads.
    title: (typeof title === 'string' && title.trim() !== '' ? title : location).slice(0, maxTitleLength),
    text: (typeof text === 'string' ? text : '').slice(0, maxTextLength),
  })
  if (body.length > maxBodyLength)
    return { refusal: `The document at '${printable(location)}' is larger than ${maxBodyLength} characters, without its text` }
  const group = typeof resourceRef === 'string' ? resourceRef : location
  return { document, row: { location: document.location, group, hash: hash('sha1', body, 'base64'), body } }
}

/** Only a path of the portal or a web address: others could run code in the page. */
export function isSafeLocation(location: string): boolean {
  try {
    const { protocol, host } = new URL(location, 'http://portal.invalid')
    if (protocol !== 'http:' && protocol !== 'https:') return false
    return host === 'portal.invalid' || /^https?:\/\//i.test(location)
  } catch {
    return false
  }
}

/** As JSON writes what PostgreSQL cannot store: NUL, and half of a surrogate pair. */
const unstorable = /\\u(?:0000|d[89a-f])/

/** A document and its JSON, without what cannot be stored. */
function storable(document: SearchDocument): { readonly document: SearchDocument; readonly body: string } {
  const body = JSON.stringify(document)
  if (!unstorable.test(body)) return { document, body }
  const cleaned = JSON.stringify(document, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value,
  )
  return { document: JSON.parse(cleaned) as SearchDocument, body: cleaned }
}

function printable(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 100) : ''
}
