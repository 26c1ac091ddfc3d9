import { useEntityNames } from '@portico/catalog/web'

const entityRef = /\b(?:component|api|resource|system|domain|group|user|template):[\w.-]+\/[\w.-]*\w/gi

/** A sentence of the server, with the titles of entities in the place of their refs. */
export function NamedEntities({ children: sentence }: { readonly children: string }) {
  const refs = sentence.match(entityRef) ?? []
  const names = useEntityNames(refs, 'Group')
  return sentence
    .split(entityRef)
    .map((words, at) => `${words}${names[at] ?? ''}`)
    .join('')
}
