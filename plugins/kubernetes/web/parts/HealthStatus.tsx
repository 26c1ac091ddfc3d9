import { useText } from '@portico/core/web'
import type { HealthState } from '@portico/kubernetes/common'
import { Status, type StatusKind } from '@portico/ui'
import type { ReactNode } from 'react'
import { kubernetesMessages } from '../messages.ts'

const looks: Readonly<
  Record<
    HealthState,
    {
      readonly kind: StatusKind
      readonly message: (typeof kubernetesMessages)['healthy' | 'working' | 'waiting' | 'attention' | 'failing' | 'finished' | 'unknown']
    }
  >
> = {
  ok: { kind: 'ok', message: kubernetesMessages.healthy },
  running: { kind: 'running', message: kubernetesMessages.working },
  pending: { kind: 'pending', message: kubernetesMessages.waiting },
  warning: { kind: 'warning', message: kubernetesMessages.attention },
  error: { kind: 'error', message: kubernetesMessages.failing },
  done: { kind: 'pending', message: kubernetesMessages.finished },
  unknown: { kind: 'pending', message: kubernetesMessages.unknown },
}

/** How something does: in our words, or in those of the cluster. */
export function HealthStatus({ state, children }: { readonly state: HealthState; readonly children?: ReactNode }) {
  const text = useText()
  const { kind, message } = looks[state]
  return <Status kind={kind}>{children ?? text(message)}</Status>
}
