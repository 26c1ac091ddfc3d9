import { hasKubernetes } from '@portico/kubernetes/common'
import type { EntityRow } from '@portico/catalog/web'
import { useKubernetesHealth } from '../live/use-health.ts'
import { HealthStatus } from './HealthStatus.tsx'

/** The health of an entity in a list. */
export function HealthCell({ row }: { readonly row: EntityRow }) {
  return hasKubernetes(row.entity) ? <Health entityRef={row.resolved.entityRef} /> : undefined
}

function Health({ entityRef }: { readonly entityRef: string }) {
  const { data, error } = useKubernetesHealth(entityRef)
  if (error) return <span title={error.message}>–</span>
  return data && data.health.pods + data.health.workloads > 0 ? <HealthStatus state={data.health.state} /> : undefined
}
