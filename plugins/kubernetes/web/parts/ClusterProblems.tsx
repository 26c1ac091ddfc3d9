import { toolAnnotations } from '@portico/catalog/common'
import { useText } from '@portico/core/web'
import { WarningPanel } from '@portico/ui'
import type { MissingToken } from '../client/cluster-auth.ts'
import { groupErrors, type RefusedKinds } from '../live/cluster-errors.ts'
import type { ClusterState } from '../live/live-state.ts'
import { kubernetesMessages } from '../messages.ts'
import styles from './ClusterSection.module.css'

interface ClusterProblemsProps {
  readonly state: ClusterState
  readonly missing: MissingToken | undefined
}

/** What could not be read of a cluster, in its own words, and what to do about it. */
export function ClusterProblems({ state: { errors, groups = [] }, missing }: ClusterProblemsProps) {
  const text = useText()
  const own = missing && !missing.provider ? [missing.message] : []
  const { messages, refused } = groupErrors(errors)
  const all = [...new Set([...own, ...messages])]
  if (all.length + refused.length === 0 || (missing?.provider && groups.length === 0)) return undefined
  const isWhole = groups.length === 0
  return (
    <WarningPanel
      severity={isWhole ? 'error' : 'warning'}
      title={text(isWhole ? kubernetesMessages.clusterFailed : kubernetesMessages.clusterErrors)}
    >
      <ul className={styles.errors}>
        {all.map(line => (
          <li key={line}>{line}</li>
        ))}
        {refused.map(each => (
          <li key={`${each.status} ${each.isClusterWide}`}>
            <Refused refused={each} />
          </li>
        ))}
      </ul>
    </WarningPanel>
  )
}

const hints: Readonly<Record<number, (typeof kubernetesMessages)['tokenHint' | 'roleHint' | 'notServedHint']>> = {
  401: kubernetesMessages.tokenHint,
  403: kubernetesMessages.roleHint,
  404: kubernetesMessages.notServedHint,
}

function Refused({ refused: { status, kinds, said, isClusterWide } }: { readonly refused: RefusedKinds }) {
  const text = useText()
  const names = kinds.join(', ')
  // What RBAC says names the kind; about a token there is nothing to say of kinds.
  const isPlain = said !== undefined && (status === 401 || status === 403)
  const hint = hints[status]
  const annotation = toolAnnotations.kubernetesNamespace
  return (
    <>
      {isPlain ? said : text(kubernetesMessages.kindError, { kinds: names, said: said ?? text(kubernetesMessages.statusOnly, { status }) })}
      {isPlain && status === 403 && kinds.length > 1 && <p>{text(kubernetesMessages.sameFor, { kinds: kinds.slice(1).join(', ') })}</p>}
      {hint && <p>{text(hint)}</p>}
      {status === 403 && isClusterWide && <p>{text(kubernetesMessages.namespaceHint, { annotation })}</p>}
    </>
  )
}
