import type { BuildStatus } from '@portico/builds/common'
import { useText } from '@portico/core/web'
import { Status, type StatusKind } from '@portico/ui'
import { buildsMessages } from '../messages.ts'

const kinds: Partial<Record<BuildStatus, StatusKind>> = {
  queued: 'pending',
  scheduled: 'pending',
  running: 'running',
  failed: 'error',
  success: 'ok',
}

/** The icon and colour of a status; a warning for all but five. */
export function statusKindOf(status: BuildStatus): StatusKind {
  return kinds[status] ?? 'warning'
}

/** The status of a build: icon, colour and word. */
export function BuildStatusBadge({ status }: { readonly status: BuildStatus }) {
  const text = useText()
  return <Status kind={statusKindOf(status)}>{text(buildsMessages[status])}</Status>
}
