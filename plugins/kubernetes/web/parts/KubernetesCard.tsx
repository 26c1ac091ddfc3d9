import { compoundRefOf, entityRefOf } from '@portico/catalog/common'
import { entityRoute, useEntity } from '@portico/catalog/web'
import { Link, query, useQuery, useRouteRef, useText } from '@portico/core/web'
import { kubernetesApi } from '@portico/kubernetes/common'
import { InfoCard, SkeletonRows, useNumber } from '@portico/ui'
import { useKubernetesHealth } from '../live/use-health.ts'
import { kubernetesMessages } from '../messages.ts'
import { HealthStatus } from './HealthStatus.tsx'
import styles from './KubernetesCard.module.css'
import textStyles from './Text.module.css'

/** How an entity does in its clusters, on its overview. */
export function KubernetesCard() {
  const text = useText()
  const entity = useEntity()
  const toEntity = useRouteRef(entityRoute)
  const { kind, namespace, name } = compoundRefOf(entity)
  const to = `${toEntity({ kind: kind.toLowerCase(), namespace: namespace.toLowerCase(), name })}/kubernetes`
  return (
    <InfoCard title={text(kubernetesMessages.card)} action={<Link to={to}>{text(kubernetesMessages.cardShow)}</Link>}>
      <Health entityRef={entityRefOf(entity)} />
    </InfoCard>
  )
}

function Health({ entityRef }: { readonly entityRef: string }) {
  const text = useText()
  const number = useNumber()
  const clusters = useQuery(query(kubernetesApi.listClusters))
  const { data, error } = useKubernetesHealth(entityRef)
  if (error) return <p className={textStyles.muted}>{error.message}</p>
  if (data === undefined) return <SkeletonRows rows={1} />
  if (clusters.data?.items.length === 0) return <p className={textStyles.muted}>{text(kubernetesMessages.cardNone)}</p>
  const { health, errors } = data ?? { health: undefined, errors: 0 }
  const isThere = health !== undefined && health.pods + health.workloads > 0
  return (
    <div className={styles.health}>
      {isThere && <HealthStatus state={health.state} />}
      {isThere && (
        <span>
          {text(kubernetesMessages.summary, {
            workloads: number(health.workloads),
            ready: number(health.readyPods),
            pods: number(health.pods),
          })}
        </span>
      )}
      {!isThere && errors === 0 && <span className={textStyles.muted}>{text(kubernetesMessages.cardNothing)}</span>}
      {errors > 0 && <span className={textStyles.muted}>{text(kubernetesMessages.cardClusters, { count: number(errors) })}</span>}
    </div>
  )
}
