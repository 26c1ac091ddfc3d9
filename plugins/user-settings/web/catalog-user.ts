import { configAt, toAppError } from '@portico/core/common'
import { fetchApiRef, useApi, useQuery } from '@portico/core/web'

/** The parts of `kind:namespace/name`; undefined when it is not written in full. */
export function partsOf(ref: string): { readonly kind: string; readonly namespace: string; readonly name: string } | undefined {
  const [, kind, namespace, name] = /^([^:/\s]+):([^:/\s]+)\/([^:/\s]+)$/.exec(ref) ?? []
  return kind !== undefined && namespace !== undefined && name !== undefined ? { kind, namespace, name } : undefined
}

/** The title of a user in the catalog: `null` when it does not have them, undefined while loading. Read by the wire: settings do not depend on the catalog. */
export function useUserTitle(ref: string): string | null | undefined {
  const fetch = useApi(fetchApiRef)
  const parts = partsOf(ref)
  const { data } = useQuery({
    queryKey: ['user-settings', 'user-title', ref],
    enabled: parts !== undefined,
    queryFn: async ({ signal }) => {
      const path = [parts?.kind, parts?.namespace, parts?.name].map(part => encodeURIComponent(part ?? '')).join('/')
      const response = await fetch(`plugin://catalog/entities/by-name/${path}`, { signal })
      const entity: unknown = await response.json().catch(() => undefined)
      if (response.status === 404) return null
      if (!response.ok) throw toAppError(response.status, entity, response.statusText)
      const words = configAt(entity, ['metadata', 'title']) ?? configAt(entity, ['metadata', 'name'])
      return typeof words === 'string' ? words : null
    },
  })
  return data
}
