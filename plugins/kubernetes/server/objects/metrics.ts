import { textOf } from '@portico/core/common'
import {
  listOf,
  parseQuantity,
  sumQuantities,
  valueIn,
  type Fields,
  type KubeObject,
  type PodMetrics,
  type Usage,
} from '@portico/kubernetes/common'
import type { ClusterClient } from '../api/cluster-client.ts'

interface ContainerUsage {
  readonly name?: string
  readonly usage?: { readonly cpu?: string; readonly memory?: string }
}

/** What the metrics server says about the usage of pods; none where there is no such server. */
export async function fetchUsage(
  client: ClusterClient,
  {
    labelSelector,
    namespace,
    signal,
  }: { readonly labelSelector: string; readonly namespace?: string | undefined; readonly signal: AbortSignal },
): Promise<readonly KubeObject[]> {
  const place = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`
  try {
    const { status, body } = await client.json(`/apis/metrics.k8s.io/v1beta1${place}/pods`, { query: { labelSelector }, signal })
    return status === 200 ? listOf<KubeObject>(body['items']) : []
  } catch {
    // Usage is an extra: without it everything else is still shown.
    return []
  }
}

/** Usage beside what pods ask for and are limited to. */
export function toPodMetrics(pods: readonly KubeObject[], usage: readonly KubeObject[]): PodMetrics[] {
  const byName = new Map(usage.map(each => [`${each.metadata?.namespace}/${each.metadata?.name}`, each]))
  return pods.flatMap(pod => {
    const used = byName.get(`${pod.metadata?.namespace}/${pod.metadata?.name}`)
    if (!used) return []
    const found = new Map(listOf<ContainerUsage>(used['containers']).map(each => [each.name, each.usage]))
    const specs = listOf(pod.spec?.['containers'])
    const { name, namespace, uid, labels } = pod.metadata ?? {}
    return [
      {
        pod: {
          metadata: { name, namespace, uid, labels },
          spec: { containers: specs.map(each => ({ name: each['name'], resources: each['resources'] })) },
        },
        cpu: usageOf(
          specs,
          'cpu',
          [...found.values()].map(each => each?.cpu),
        ),
        memory: usageOf(
          specs,
          'memory',
          [...found.values()].map(each => each?.memory),
        ),
        containers: specs.map(spec => ({
          container: textOf(spec['name']) ?? '',
          cpuUsage: usageOf([spec], 'cpu', [found.get(textOf(spec['name']))?.cpu]),
          memoryUsage: usageOf([spec], 'memory', [found.get(textOf(spec['name']))?.memory]),
        })),
      },
    ]
  })
}

function usageOf(containers: readonly Fields[], what: 'cpu' | 'memory', used: readonly unknown[]): Usage {
  return {
    currentUsage: used.reduce<number>((sum, value) => sum + (parseQuantity(value) ?? 0), 0),
    requestTotal: sumQuantities(containers.map(each => valueIn(each, 'resources', 'requests', what))) ?? 0,
    limitTotal: sumQuantities(containers.map(each => valueIn(each, 'resources', 'limits', what))) ?? 0,
  }
}
