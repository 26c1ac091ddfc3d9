import { KindIcon, useEntityPresentation } from '@portico/catalog/web'
import { SlotItems } from '@portico/core/web'
import type { SearchResult } from '@portico/search/common'
import { entityResultMarks, type ResultViewProps } from '../slots.ts'
import { ResultLook } from './ResultItem.tsx'

/** An entity of the catalog: the icon of its kind, what it is, and whose. */
export function CatalogResultItem({ result, onFollow }: ResultViewProps) {
  const { document } = result
  const [owner, defaultNamespace] = [textOf(document, 'owner'), textOf(document, 'namespace') || undefined]
  const { primaryTitle } = useEntityPresentation(owner, { defaultKind: 'group', defaultNamespace })
  const words = [...['kind', 'type', 'lifecycle'].map(field => textOf(document, field)), owner === '' ? '' : primaryTitle]
  const facts = [...new Set([...ownName(result), ...words.filter(value => value !== '' && value !== 'other')])]
  const entityRef = `${textOf(document, 'kind')}:${textOf(document, 'namespace') || 'default'}/${textOf(document, 'name')}`.toLowerCase()
  return (
    <ResultLook
      result={withDots(result)}
      onFollow={onFollow}
      icon={<KindIcon kind={String(document['kind'])} />}
      facts={facts}
      marks={<SlotItems slot={entityResultMarks}>{({ View }) => <View entityRef={entityRef} />}</SlotItems>}
    />
  )
}

function textOf(document: SearchResult['document'], field: string): string {
  const value = document[field]
  return typeof value === 'string' ? value : ''
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
