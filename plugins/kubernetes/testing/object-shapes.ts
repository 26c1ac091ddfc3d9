import type { KubeObject } from '@portico/kubernetes/common'
import type { ApiServer } from './api-server.ts'

const idLabel = 'backstage.io/kubernetes-id'

export interface PodShape {
  readonly name: string
  readonly namespace?: string
  readonly entity: string
  readonly labels?: Readonly<Record<string, string>>
  /** The uid of the replica set. */
  readonly owner?: { readonly kind: string; readonly name: string; readonly uid: string }
  readonly phase?: string
  readonly containers?: readonly object[]
  readonly statuses?: readonly object[] | undefined
  readonly conditions?: readonly object[]
  readonly status?: object
  readonly metadata?: object
}

const container = {
  name: 'app',
  image: 'registry.example/app:1.4.2',
  ports: [{ containerPort: 8080 }],
  readinessProbe: { httpGet: { path: '/healthz', port: 8080 }, periodSeconds: 10, failureThreshold: 3 },
  resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: '500m', memory: '256Mi' } },
}
const runningSince = '2026-11-15T08:00:00Z'

/** A pod as the newest version has it: running and ready, unless it says otherwise. `podOfVersion` is that of an older one. */
export function podShape(shape: PodShape): KubeObject {
  const { name, namespace = 'default', entity, owner, phase = 'Running' } = shape
  const statuses = shape.statuses ?? [
    {
      name: 'app',
      ready: true,
      started: true,
      restartCount: 0,
      image: container.image,
      imageID: 'registry.example/app@sha256:4d3c',
      containerID: 'containerd://1a2b',
      state: { running: { startedAt: runningSince } },
      lastState: {},
    },
  ]
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace,
      creationTimestamp: runningSince,
      labels: { [idLabel]: entity, app: entity, ...shape.labels },
      managedFields: [{ manager: 'kubelet', operation: 'Update', apiVersion: 'v1' }],
      ...(owner && { ownerReferences: [{ apiVersion: 'apps/v1', controller: true, blockOwnerDeletion: true, ...owner }] }),
      ...shape.metadata,
    },
    spec: { nodeName: 'node-1', serviceAccountName: 'default', restartPolicy: 'Always', containers: shape.containers ?? [container] },
    status: {
      phase,
      podIP: '10.0.0.7',
      podIPs: [{ ip: '10.0.0.7' }],
      hostIP: '192.168.1.4',
      hostIPs: [{ ip: '192.168.1.4' }],
      qosClass: 'Burstable',
      startTime: runningSince,
      conditions: shape.conditions ?? [
        { type: 'PodReadyToStartContainers', status: 'True', lastTransitionTime: runningSince },
        { type: 'Initialized', status: 'True', lastTransitionTime: runningSince },
        { type: 'Ready', status: 'True', lastTransitionTime: runningSince },
        { type: 'ContainersReady', status: 'True', lastTransitionTime: runningSince },
        { type: 'PodScheduled', status: 'True', lastTransitionTime: runningSince },
      ],
      containerStatuses: statuses,
      ...shape.status,
    },
  }
}

/** The status of a container that ran out of memory again and again. */
export function crashLoop({ restarts = 4, finishedAt = '2026-11-16T05:00:00Z', reason = 'OOMKilled', exitCode = 137 } = {}): object {
  return {
    name: 'app',
    ready: false,
    started: false,
    restartCount: restarts,
    image: container.image,
    imageID: 'registry.example/app@sha256:4d3c',
    state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 1m20s restarting failed container=app' } },
    lastState: { terminated: { exitCode, reason, startedAt: finishedAt, finishedAt, containerID: 'containerd://9f' } },
  }
}

export interface WorkloadShape {
  readonly name: string
  readonly namespace?: string
  readonly entity: string
  readonly replicas?: number
  readonly ready?: number
  readonly status?: object
  readonly spec?: object
}

/** A deployment with all of its replicas ready, unless it says otherwise. */
export function deploymentShape({
  name,
  namespace = 'default',
  entity,
  replicas = 1,
  ready = replicas,
  status = {},
  spec = {},
}: WorkloadShape): KubeObject {
  const isAvailable = ready >= replicas
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name,
      namespace,
      uid: `deployment-${namespace}-${name}`,
      generation: 3,
      creationTimestamp: '2026-01-02T03:04:05Z',
      labels: { [idLabel]: entity, app: entity },
    },
    spec: {
      replicas,
      selector: { matchLabels: { app: entity } },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      revisionHistoryLimit: 10,
      template: { metadata: { labels: { app: entity } }, spec: { containers: [container] } },
      ...spec,
    },
    status: {
      observedGeneration: 3,
      replicas,
      updatedReplicas: replicas,
      readyReplicas: ready,
      availableReplicas: ready,
      conditions: [
        {
          type: 'Available',
          status: isAvailable ? 'True' : 'False',
          reason: isAvailable ? 'MinimumReplicasAvailable' : 'MinimumReplicasUnavailable',
        },
        { type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable' },
      ],
      ...status,
    },
  }
}

/** Puts a deployment with its replica set and pods into a cluster. */
export function putDeployment(server: ApiServer, shape: WorkloadShape, pod: (index: number) => Partial<PodShape> = () => ({})): void {
  const { name, namespace = 'default', entity, replicas = 1 } = shape
  server.store.put('apis/apps/v1/deployments', deploymentShape(shape))
  const uid = `replicaset-${namespace}-${name}`
  server.store.put('apis/apps/v1/replicasets', {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${name}-7d9f`,
      namespace,
      uid,
      labels: { [idLabel]: entity },
      ownerReferences: [{ kind: 'Deployment', name, uid: `deployment-${namespace}-${name}`, controller: true }],
    },
    spec: { replicas },
    status: { replicas, readyReplicas: shape.ready ?? replicas },
  })
  const owner = { kind: 'ReplicaSet', name: `${name}-7d9f`, uid }
  for (let index = 0; index < replicas; index += 1)
    server.store.put('api/v1/pods', podShape({ name: `${name}-7d9f-${index}`, namespace, entity, owner, ...pod(index) }))
}
