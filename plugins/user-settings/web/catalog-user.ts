import { catalogApi, entityTitle } from '@portico/catalog/common'
import { useClient, useQuery } from '@portico/core/web'

/** The parts of `kind:namespace/name`; undefined when it is not written in full. */
export function partsOf(ref: string): { readonly kind: string; readonly namespace: string; readonly name: string } | undefined {
  const [, kind, namespace, name] = /^([^:/\s]+):([^:/\s]+)\/([^:/\s]+)$/.exec(ref) ?? []
  return kind !== undefined && namespace !== undefined && name !== undefined ? { kind, namespace, name } : undefined
}

/** The title of a user in the catalog: `null` when it does not have them, or the portal has no catalog; undefined while loading. */
export function useUserTitle(ref: string): string | null | undefined {
  const client = useClient()
  const params = partsOf(ref)
  const { data } = useQuery({
    queryKey: ['user-settings', 'user-title', ref],
    enabled: params !== undefined,
    queryFn: async ({ signal }) => {
      const entity = params && (await client.callOptional(catalogApi.getEntityByName, { params }, { signal }))
      return entity ? entityTitle(entity) : null
    },
  })
  return data
}
