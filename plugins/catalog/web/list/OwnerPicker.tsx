import { catalogApi, entityRefOf } from '@portico/catalog/common'
import { query, useApi, useQueryCache, useText } from '@portico/core/web'
import { fromList, MultiSelect, useNumber, type LoadOptions } from '@portico/ui'
import { useMemo } from 'react'
import { catalogClientApiRef } from '../catalog-client.ts'
import { catalogMessages } from '../messages.ts'
import { presentEntity, shortenRef } from '../presentation/entity-presentation.ts'
import { useReadFacet } from './FacetPicker.tsx'
import type { IndexSettings } from './index-model.ts'
import { useEntityNames } from '../presentation/use-entity-names.ts'

const pageSize = 20
/** More owners than this are matched by their refs only, without loading their names. */
const maxNamed = 1000
const nameFields = ['kind', 'metadata.name', 'metadata.namespace', 'metadata.title', 'spec.profile.displayName']
const searched = ['metadata.name', 'kind', 'spec.profile.displayname', 'metadata.title']

/** Picks owners: those who own something of the kind, or any user and group. */
export function OwnerPicker({
  kind,
  owners,
  onChange,
  settings: { ownerPicker, counts },
}: {
  kind: string
  owners: readonly string[]
  onChange: (owners: readonly string[]) => void
  settings: IndexSettings
}) {
  const text = useText()
  const names = useEntityNames(owners, 'Group')
  const present = useOwners(kind, counts)
  const everybody = useEverybody()
  return (
    <MultiSelect
      label={text(catalogMessages.owner)}
      placeholder={text(catalogMessages.anyOption)}
      values={owners.map((value, index) => ({ value, label: names[index] ?? value }))}
      onChange={chosen => onChange(chosen.map(({ value }) => value))}
      load={ownerPicker === 'all' ? everybody : present}
    />
  )
}

function useOwners(kind: string, counts: boolean): LoadOptions {
  const readFacet = useReadFacet()
  const catalog = useApi(catalogClientApiRef)
  const number = useNumber()
  return useMemo<LoadOptions>(() => {
    let named: Promise<ReadonlyMap<string, string>> | undefined
    async function readNames(refs: readonly string[]): Promise<ReadonlyMap<string, string>> {
      if (refs.length > maxNamed) return new Map()
      const { items } = await catalog.getEntitiesByRefs({ entityRefs: refs, fields: nameFields })
      return new Map(items.flatMap((entity, index) => (entity ? [[refs[index]!, nameOf(entity)] as const] : [])))
    }
    return async request => {
      const facet = await readFacet('relations.ownedBy', kind)
      // Names are optional: without them refs are shown.
      named ??= readNames(facet.map(({ value }) => value)).catch(() => new Map<string, string>())
      const names = await named
      const options = facet.map(({ value, count }) => ({
        value,
        label: names.get(value) ?? shortenRef(value, { defaultKind: 'Group' }),
        ...(counts && { hint: number(count) }),
      }))
      return fromList(options.sort((a, b) => a.label.localeCompare(b.label)))(request)
    }
  }, [kind, counts, readFacet, catalog, number])
}

function useEverybody(): LoadOptions {
  const cache = useQueryCache()
  return useMemo<LoadOptions>(
    () =>
      async ({ text, cursor }) => {
        const fields = nameFields.join(',')
        const asked =
          cursor === undefined
            ? {
                filter: ['kind=User', 'kind=Group'],
                orderField: 'metadata.name,asc',
                limit: pageSize,
                fields,
                ...(text.trim() !== '' && { fullTextFilterTerm: text.trim(), fullTextFilterFields: searched.join(',') }),
              }
            : { cursor, limit: pageSize, fields }
        const { items, pageInfo } = await cache.fetch(query(catalogApi.queryEntities, { query: asked }))
        return { items: items.map(entity => ({ value: entityRefOf(entity), label: nameOf(entity) })), cursor: pageInfo.nextCursor }
      },
    [cache],
  )
}

function nameOf(entity: Parameters<typeof presentEntity>[0]): string {
  return presentEntity(entity, { defaultKind: typeof entity === 'string' ? 'Group' : entity.kind }).primaryTitle
}
