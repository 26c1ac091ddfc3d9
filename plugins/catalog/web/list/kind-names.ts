import type { Message } from '@portico/core/web'
import { catalogMessages } from '../messages.ts'

const known: Readonly<Record<string, Message>> = {
  component: catalogMessages.kindComponent,
  api: catalogMessages.kindApi,
  resource: catalogMessages.kindResource,
  system: catalogMessages.kindSystem,
  domain: catalogMessages.kindDomain,
  group: catalogMessages.kindGroup,
  user: catalogMessages.kindUser,
  location: catalogMessages.kindLocation,
  template: catalogMessages.kindTemplate,
}

/** The plural of a kind: translated where the kind is a standard one, else by the rules of English. */
export function toPlural(kind: string, text: (message: Message) => string): string {
  const message = Object.hasOwn(known, kind.toLowerCase()) ? known[kind.toLowerCase()] : undefined
  return message ? text(message) : englishPlural(kind)
}

function englishPlural(word: string): string {
  if (/[^aeiou]y$/i.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/i.test(word) ? `${word}es` : `${word}s`
}

/** With a capital, where it stands alone. */
export function capitalised(words: string, locale: string): string {
  const [first = ''] = words
  return first.toLocaleUpperCase(locale) + words.slice(first.length)
}
