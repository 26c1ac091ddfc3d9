import { KindIcon } from '@portico/catalog/web'
import type { SearchResult } from '@portico/search/common'
import { nameOf } from '../name-of.ts'
import type { ResultViewProps } from '../slots.ts'
import { ResultLook } from './ResultItem.tsx'

/** An entity of the catalog: the icon of its kind, what it is, and whose. */
export function CatalogResultItem({ result, onFollow }: ResultViewProps) {
  const { document } = result
  const words = ['kind', 'type', 'lifecycle', 'owner']
    .map(field => document[field])
    .filter(value => typeof value === 'string')
    .filter(value => value !== '' && value !== 'other')
    .map(nameOf)
  const facts = [...new Set([...ownName(result), ...words])]
  return <ResultLook result={withDots(result)} onFollow={onFollow} icon={<KindIcon kind={String(document['kind'])} />} facts={facts} />
}

/** The name, where the title says something else: it may be why the entity was found. */
function ownName({ document: { name, title } }: SearchResult): string[] {
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return typeof name === 'string' && letters(name) !== letters(title) ? [name] : []
}

/** Description, name and address of people and groups are one text on the wire, with colons in between. */
function withDots(result: SearchResult): SearchResult {
  const { document, highlight } = result
  if (!/^(?:user|group)$/i.test(String(document['kind']))) return result
  const dotted = (text: string) => text.replaceAll(' : ', ' · ')
  const marked = highlight?.fields.text
  return {
    ...result,
    document: { ...document, text: dotted(document.text) },
    ...(highlight && marked !== undefined && { highlight: { ...highlight, fields: { ...highlight.fields, text: dotted(marked) } } }),
  }
}
