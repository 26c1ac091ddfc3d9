import type { EntityRow } from '@portico/catalog/web'
import type { FactDefinition } from '@portico/connectors/common'
import { useClient, useQuery } from '@portico/core/web'
import type { ComponentType } from 'react'
import { FactMark } from '../sections/FactMark.tsx'
import { FactText } from '../sections/FactText.tsx'
import { listedFacts } from './load-facts.ts'

/** The cell of a fact in lists of entities. Entities without an annotation of a tool are not asked about. */
export function createFactCell(fact: FactDefinition, annotations: ReadonlySet<string>): ComponentType<{ readonly row: EntityRow }> {
  return function FactCell({ row: { entity, resolved } }) {
    const client = useClient()
    const { entityRef } = resolved
    const { data, error } = useQuery({
      queryKey: ['connectors', 'fact', entityRef, fact.name],
      queryFn: async () => (await listedFacts({ client }, `${entityRef} ${fact.name}`)) ?? null,
      enabled: Object.keys(entity.metadata.annotations ?? {}).some(key => annotations.has(key)),
      staleTime: 60_000,
      retry: false,
    })
    if (error) return <span title={error.message}>–</span>
    if (!data) return undefined
    return (
      <>
        <FactText fact={fact} value={data.value} /> <FactMark fact={{ ...fact, value: data }} />
      </>
    )
  }
}
