import { useQuery } from '@tanstack/react-query'
import { useApi } from '../apis/use-api.ts'
import { permissionApiRef, type PermissionQuestion } from './permissions.ts'

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

/** Whether the user may do something: `const { allowed } = usePermission({ permission: entityDelete, resourceRef: ref })`. */
export function usePermission({ permission, resourceRef }: PermissionQuestion): PermissionState {
  const api = useApi(permissionApiRef)
  const question = { permission, resourceRef }
  const known = api.known(question)
  const { data, error, isPending } = useQuery({
    queryKey: ['permission', 'check', permission.name, resourceRef ?? null],
    queryFn: () => api.authorize(question),
    staleTime: freshMs,
    ...(known && { initialData: known }),
  })
  return { loading: isPending, allowed: !error && data?.result === 'ALLOW', error: error ?? undefined }
}
