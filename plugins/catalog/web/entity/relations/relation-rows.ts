import { catalogApi, tryParseEntityRef, type Entity } from '@portico/catalog/common'
import { query, useQuery } from '@portico/core/web'
import { relationCards, relationsIn } from './relation-groups.ts'

/** One end of a relation, as far as it is known: its name is there at once, the rest when it has been read. */
export interface RelationRow {
  readonly ref: string
  /** Made from the ref alone until more is known. */
  readonly entity: Entity | undefined
  readonly isMissing: boolean
}

export const rowsAtFirst = 5

const fields = [
  'kind',
  'metadata.name',
  'metadata.namespace',
  'metadata.title',
  'metadata.description',
  'spec.type',
  'spec.lifecycle',
  'spec.profile',
]

/** The first rows of every relation of an entity, in one request for the whole page. */
export function useFirstRows(entity: Entity) {
  const refs = relationCards.flatMap(group => relationsIn(entity, group)).flatMap(relation => relation.refs.slice(0, rowsAtFirst))
  return useRows([...new Set(refs)])
}

/** The entities of a page of refs. */
export function useRows(refs: readonly string[]) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...query(catalogApi.getEntitiesByRefs, { body: { entityRefs: [...refs], fields } }),
    enabled: refs.length > 0,
  })
  const known = new Map(data && !isPlaceholderData ? refs.map((ref, index) => [ref, data.items[index]]) : [])
  function rowOf(ref: string): RelationRow {
    const found = known.get(ref)
    return { ref, entity: found ?? toStub(ref), isMissing: known.has(ref) && !found }
  }
  return { rowOf, error: error ?? undefined, isPending: data === undefined && !error, refetch: () => void refetch() }
}

function toStub(ref: string): Entity | undefined {
  const parts = tryParseEntityRef(ref)
  return parts && { apiVersion: '', kind: parts.kind, metadata: { name: parts.name, namespace: parts.namespace } }
}
