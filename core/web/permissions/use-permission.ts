import type { Permission } from '@portico/core/common'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useApi } from '../apis/use-api.ts'
import { permissionApiRef, type PermissionQuery, type Permissions } from './permissions.ts'

/** Whether something is allowed, as far as it is known. */
export interface PermissionState {
  /** The answer is pending. */
  readonly loading: boolean
  /** Only when it is allowed: not while pending, and not when the check failed. */
  readonly allowed: boolean
  readonly error: Error | undefined
}

/** How long an answer is cached. */
const freshMs = 10_000

function toQuery(api: Permissions, query: PermissionQuery) {
  const known = api.known(query)
  return {
    queryKey: ['permission', 'check', query.permission.name, query.resourceRef ?? null],
    queryFn: () => api.authorize(query),
    staleTime: freshMs,
    ...(known && { initialData: known }),
  }
}

/** Which of some permissions the user has, by name, as far as that is known. */
export function useAllowed(permissions: readonly Permission[]): ReadonlySet<string> {
  const api = useApi(permissionApiRef)
  const answers = useQueries({ queries: permissions.map(permission => toQuery(api, { permission })) })
  return new Set(permissions.flatMap(({ name }, at) => (answers[at]?.data?.result === 'ALLOW' && !answers[at].error ? [name] : [])))
}

/** Whether the user may do something: `const { allowed } = usePermission({ permission: entityDelete, resourceRef: ref })`. */
export function usePermission({ permission, resourceRef }: PermissionQuery): PermissionState {
  const api = useApi(permissionApiRef)
  const { data, error, isPending } = useQuery(toQuery(api, { permission, resourceRef }))
  return { loading: isPending, allowed: !error && data?.result === 'ALLOW', error: error ?? undefined }
}
