import type { KubeObject } from '@portico/kubernetes/common'
import { digits, pick } from '../chance.ts'
import { containerOf, crashOf, isoTime, labelsOf, replicaSetName, uidOf, type Rollout } from './rollout.ts'

export const podName = (rollout: Rollout, index: number) => `${replicaSetName(rollout)}-${digits(5, replicaSetName(rollout), index)}`

/** A pod of a workload: running and ready, unless the workload crashes there. */
export function podOf(rollout: Rollout, index: number): KubeObject {
  const { workload, cluster, at, crash } = rollout
  const since = isoTime(at + 9_000 * (index + 1))
  const status = crash ? 'False' : 'True'
  const notReady = crash && { reason: 'ContainersNotReady', message: `containers with unready status: [${workload.name}]` }
  const replicaSet = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: replicaSetName(rollout), controller: true }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: podName(rollout, index),
      namespace: workload.namespace,
      uid: uidOf(rollout, 'pod', rollout.version, String(index)),
      creationTimestamp: isoTime(at),
      labels: labelsOf(rollout),
      ownerReferences: [{ ...replicaSet, uid: uidOf(rollout, 'replicaset', rollout.version) }],
    },
    spec: {
      nodeName: `${cluster}-${1 + pick(cluster === 'street' ? 9 : 2, workload.name, index)}`,
      serviceAccountName: workload.name,
      restartPolicy: 'Always',
      containers: [containerOf(rollout)],
    },
    status: {
      phase: 'Running',
      podIP: `10.42.${pick(9, cluster)}.${2 + pick(250, workload.name, cluster, index)}`,
      qosClass: 'Burstable',
      startTime: isoTime(at),
      conditions: [
        { type: 'PodScheduled', status: 'True', lastTransitionTime: isoTime(at) },
        { type: 'Initialized', status: 'True', lastTransitionTime: isoTime(at) },
        { type: 'ContainersReady', status, lastTransitionTime: since, ...notReady },
        { type: 'Ready', status, lastTransitionTime: since, ...notReady },
      ],
      containerStatuses: [crash ? crashedStatus(rollout, crash) : runningStatus(rollout, since)],
    },
  }
}

function runningStatus({ workload, image }: Rollout, since: string) {
  return {
    name: workload.name,
    ready: true,
    started: true,
    restartCount: 0,
    image,
    imageID: `${image.split(':')[0]}@sha256:${digits(40, image)}`,
    state: { running: { startedAt: since } },
    lastState: {},
  }
}

function crashedStatus(rollout: Rollout, crash: NonNullable<Rollout['crash']>) {
  const { workload, image } = rollout
  const { at, restarts } = crashOf(rollout)
  const { exitCode, message, seconds } = crash
  const terminated = { exitCode, reason: 'Error', message, startedAt: isoTime(at), finishedAt: isoTime(at + seconds * 1000) }
  return {
    name: workload.name,
    ready: false,
    started: false,
    restartCount: restarts,
    image,
    imageID: `${image.split(':')[0]}@sha256:${digits(40, image)}`,
    state: {
      waiting: { reason: 'CrashLoopBackOff', message: `back-off 5m0s restarting failed container=${workload.name}` },
    },
    lastState: { terminated },
  }
}
