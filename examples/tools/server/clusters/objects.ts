import type { KubeObject } from '@portico/kubernetes/common'
import { digits, pick } from '../chance.ts'
import { podOf } from './pod.ts'
import { containerOf, crashOf, isoTime, labelsOf, replicaSetName, uidOf, type Rollout } from './rollout.ts'

/** An object with the path of its list. */
export type Placed = readonly [resource: string, object: KubeObject]

/** Everything that a cluster has of a workload. */
export function objectsOf(rollout: Rollout): Placed[] {
  const { replicas } = rollout
  const pods = Array.from({ length: replicas }, (_, index) => podOf(rollout, index))
  return [
    ['apis/apps/v1/deployments', deploymentOf(rollout)],
    ['apis/apps/v1/replicasets', replicaSetOf(rollout)],
    ...pods.map((pod): Placed => ['api/v1/pods', pod]),
    ['api/v1/services', serviceOf(rollout)],
    ...scalerOf(rollout),
    ...ingressOf(rollout),
    ...pods.flatMap(pod => eventsOf(rollout, pod)),
  ]
}

const selectorOf = ({ workload: { name } }: Rollout) => ({ 'app.kubernetes.io/name': name })

function deploymentOf(rollout: Rollout): KubeObject {
  const { workload, at, replicas, crash } = rollout
  const ready = crash ? 0 : replicas
  const isUp = ready === replicas
  const since = isoTime(at + 60_000)
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: workload.name,
      namespace: workload.namespace,
      uid: uidOf(rollout, 'deployment'),
      generation: 4,
      creationTimestamp: '2024-03-11T09:12:00Z',
      labels: labelsOf(rollout),
    },
    spec: {
      replicas,
      selector: { matchLabels: selectorOf(rollout) },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      template: { metadata: { labels: labelsOf(rollout) }, spec: { containers: [containerOf(rollout)] } },
    },
    status: {
      observedGeneration: 4,
      replicas,
      updatedReplicas: replicas,
      readyReplicas: ready,
      availableReplicas: ready,
      ...(!isUp && { unavailableReplicas: replicas - ready }),
      conditions: [
        isUp
          ? { type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable', lastTransitionTime: since }
          : {
              type: 'Available',
              status: 'False',
              reason: 'MinimumReplicasUnavailable',
              message: 'Deployment does not have minimum availability.',
              lastTransitionTime: since,
            },
        { type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable', lastTransitionTime: since },
      ],
    },
  }
}

function replicaSetOf(rollout: Rollout): KubeObject {
  const { workload, at, replicas, crash } = rollout
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: replicaSetName(rollout),
      namespace: workload.namespace,
      uid: uidOf(rollout, 'replicaset', rollout.version),
      creationTimestamp: isoTime(at),
      labels: labelsOf(rollout),
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'Deployment', name: workload.name, uid: uidOf(rollout, 'deployment'), controller: true },
      ],
    },
    spec: { replicas, selector: { matchLabels: selectorOf(rollout) } },
    status: { replicas, readyReplicas: crash ? 0 : replicas, observedGeneration: 1 },
  }
}

function serviceOf(rollout: Rollout): KubeObject {
  const { name, namespace, port } = rollout.workload
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace, creationTimestamp: '2024-03-11T09:12:00Z', labels: labelsOf(rollout) },
    spec: {
      type: 'ClusterIP',
      clusterIP: `10.43.${pick(250, name)}.${pick(250, name, 'host')}`,
      ports: [{ name: 'http', port: 80, targetPort: port, protocol: 'TCP' }],
      selector: selectorOf(rollout),
    },
    status: { loadBalancer: {} },
  }
}

function scalerOf(rollout: Rollout): Placed[] {
  const { workload, replicas, cluster } = rollout
  if (workload.scalesTo === undefined || cluster !== 'street') return []
  const { name, namespace, scalesTo } = workload
  const metric = (averageUtilization: number, key: 'target' | 'current') => ({
    type: 'Resource',
    resource: { name: 'cpu', [key]: { averageUtilization, ...(key === 'target' && { type: 'Utilization' }) } },
  })
  const scaler: KubeObject = {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name, namespace, creationTimestamp: '2024-03-11T09:12:00Z', labels: labelsOf(rollout) },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      minReplicas: 2,
      maxReplicas: scalesTo,
      metrics: [metric(70, 'target')],
    },
    status: { currentReplicas: replicas, desiredReplicas: replicas, currentMetrics: [metric(40 + pick(20, name), 'current')] },
  }
  return [['apis/autoscaling/v2/horizontalpodautoscalers', scaler]]
}

function ingressOf(rollout: Rollout): Placed[] {
  const { name, namespace, host } = rollout.workload
  if (host === undefined || rollout.cluster !== 'street') return []
  const backend = { service: { name, port: { number: 80 } } }
  const ingress: KubeObject = {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name, namespace, creationTimestamp: '2024-03-11T09:12:00Z', labels: labelsOf(rollout) },
    spec: { tls: [{ hosts: [host] }], rules: [{ host, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }] },
    status: { loadBalancer: { ingress: [{ ip: '192.0.2.14' }] } },
  }
  return [['apis/networking.k8s.io/v1/ingresses', ingress]]
}

/** What happened to a pod: its start within the last hour, as a cluster keeps events no longer, and its crashes. */
function eventsOf(rollout: Rollout, pod: KubeObject): Placed[] {
  const { at, now, crash, workload, image } = rollout
  const { name = '', namespace = '', uid = '' } = pod.metadata ?? {}
  const event = (reason: string, message: string, more: { type?: string; first?: number; last?: number; count?: number } = {}): Placed => {
    const { type = 'Normal', first = at, last = first, count = 1 } = more
    const object = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: `${name}.${digits(16, name, reason)}`, namespace, creationTimestamp: isoTime(first) },
      involvedObject: { kind: 'Pod', namespace, name, uid, apiVersion: 'v1' },
      reason,
      message,
      type,
      count,
      firstTimestamp: isoTime(first),
      lastTimestamp: isoTime(last),
      source: { component: 'kubelet' },
    }
    return ['api/v1/events', object as KubeObject]
  }
  if (crash) {
    const { at: last, restarts } = crashOf(rollout)
    const times = { first: at, last, count: restarts + 1 }
    return [
      event('Scheduled', `Successfully assigned ${namespace}/${name} to rehearsal-1`),
      event('Pulled', `Container image "${image}" already present on machine`, times),
      event('Started', `Started container ${workload.name}`, times),
      event('BackOff', `Back-off restarting failed container ${workload.name} in pod ${name}`, {
        ...times,
        type: 'Warning',
        last: now - (now % 60_000),
      }),
    ]
  }
  if (now - at > 3_600_000) return []
  return [
    event('Scheduled', `Successfully assigned ${namespace}/${name}`),
    event('Pulled', `Successfully pulled image "${image}"`, { first: at + 4_000 }),
    event('Started', `Started container ${workload.name}`, { first: at + 6_000 }),
  ]
}
