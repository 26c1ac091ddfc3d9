import type { ColumnSources, EntityRow } from '@portico/catalog/web'
import { connectorsApi, maxListed, type FactDefinition, type FactValue } from '@portico/connectors/common'
import { createBatches } from '@portico/core/web'

/** A fact of an entity, for a list of them, by `<ref> <name>`. */
export const listedFacts = createBatches<FactValue>({
  max: maxListed,
  async read({ client }, keys) {
    const pairs = keys.map(key => key.split(' '))
    const entityRefs = [...new Set(pairs.map(([ref = '']) => ref))]
    const names = [...new Set(pairs.map(([, name = '']) => name))]
    const { items } = await client.call(connectorsApi.queryFacts, { body: { entityRefs, names } })
    return new Map(items.map(item => [`${item.entityRef} ${item.name}`, item]))
  },
})

/** The values of a fact for an export. */
export async function loadFact(
  rows: readonly EntityRow[],
  sources: ColumnSources,
  { name }: FactDefinition,
): Promise<ReadonlyMap<string, unknown>> {
  const refs = rows.map(({ resolved }) => resolved.entityRef)
  const found = await Promise.all(refs.map(async ref => [ref, (await listedFacts(sources, `${ref} ${name}`))?.value ?? null] as const))
  sources.signal.throwIfAborted()
  return new Map(found.filter(([, value]) => value !== null))
}
