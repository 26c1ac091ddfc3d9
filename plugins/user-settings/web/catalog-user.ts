import { useClient, useQuery } from '@portico/core/web'
import { userEntityApi } from '@portico/user-settings/common'

/** The parts of `kind:namespace/name`; undefined when it is not written in full. */
export function partsOf(ref: string): { readonly kind: string; readonly namespace: string; readonly name: string } | undefined {
  const [, kind, namespace, name] = /^([^:/\s]+):([^:/\s]+)\/([^:/\s]+)$/.exec(ref) ?? []
  return kind !== undefined && namespace !== undefined && name !== undefined ? { kind, namespace, name } : undefined
}

/** What the catalog calls a user: `null` when it does not know them, undefined while that is open. */
export function useUserTitle(ref: string): string | null | undefined {
  const client = useClient()
  const parts = partsOf(ref)
  const { data } = useQuery({
    queryKey: ['user-settings', 'user-title', ref],
    enabled: parts !== undefined,
    queryFn: async ({ signal }) => {
      const entity = await client.callOptional(userEntityApi.getEntityByName, { params: parts! }, { signal })
      return entity ? (entity.metadata.title ?? entity.metadata.name) : null
    },
  })
  return data
}
