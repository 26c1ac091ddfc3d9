import { KindIcon } from '@portico/catalog/web'
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
  return <ResultLook result={result} onFollow={onFollow} icon={<KindIcon kind={String(document['kind'])} />} facts={[...new Set(words)]} />
}
