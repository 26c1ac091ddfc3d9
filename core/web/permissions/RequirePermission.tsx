import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../apis/use-api.ts'
import { RequestErrorPanel } from '../RequestErrorPanel.tsx'
import { useComponents } from '../shell/use-components.ts'
import { permissionApiRef, type PermissionQuery } from './permissions.ts'
import { RefusalPanel } from './RefusalPanel.tsx'
import { usePermission } from './use-permission.ts'

export interface RequirePermissionProps extends PermissionQuery {
  readonly children: ReactNode
  /** Shown while the answer is pending; the portal's progress indicator by default. */
  readonly pending?: ReactNode
  /** Instead of the refusal: `refused={undefined}` shows nothing. */
  readonly refused?: ReactNode
}

/** Shows what is inside to those who may see it; others see which permission is missing and which roles carry it. */
export function RequirePermission(props: RequirePermissionProps) {
  const { permission, resourceRef, children } = props
  const { Progress } = useComponents()
  const { loading, allowed, error } = usePermission({ permission, resourceRef })
  if (loading) return 'pending' in props ? props.pending : <Progress />
  if (allowed) return children
  if ('refused' in props) return props.refused
  return error ? <RequestErrorPanel error={error} /> : <Refused permission={permission} resourceRef={resourceRef} />
}

function Refused({ permission, resourceRef }: PermissionQuery) {
  const api = useApi(permissionApiRef)
  const { data, isPending } = useQuery({
    queryKey: ['permission', 'explain', permission.name, resourceRef ?? null],
    queryFn: () => api.explain({ permission, resourceRef }),
    retry: false,
  })
  // The missing permission is known at once; the roles that carry it are added when they are loaded, and left out when that fails.
  if (isPending) return undefined
  return <RefusalPanel refusal={data ?? { permission: permission.name, resourceRef }} />
}
