import type { Fields, KubeObject } from '@portico/kubernetes/common'
import { kubeVersions, type KubeVersion } from './discovery.ts'
import { podShape, type PodShape } from './object-shapes.ts'

/** Whether a version has what came with another. */
function isSince(version: KubeVersion, first: KubeVersion): boolean {
  return kubeVersions.indexOf(version) >= kubeVersions.indexOf(first)
}

/** A pod with a sidecar as a version of Kubernetes sends it: the fields that its API has by default, and no others. */
export function podOfVersion(version: KubeVersion, shape: PodShape): KubeObject {
  const pod = podShape(shape)
  const sidecar = { name: 'mesh', image: 'registry.example/mesh:3' }
  const running = { startedAt: '2026-11-15T08:00:00Z' }
  const sidecarStatus = {
    name: 'mesh',
    ready: true,
    started: true,
    restartCount: 0,
    image: sidecar.image,
    state: { running },
    lastState: {},
  }
  // Containers that start first and go on running are on by default since 1.29.
  const isNative = isSince(version, '1.29')
  const { hostIPs, conditions, containerStatuses, ...status } = pod.status ?? {}
  const own = (containerStatuses as Fields[]).map(each => withVersionFields(version, each))
  const side = withVersionFields(version, sidecarStatus)
  return {
    ...pod,
    spec: {
      ...pod.spec,
      containers: [...((pod.spec?.['containers'] ?? []) as Fields[]), ...(isNative ? [] : [sidecar])],
      ...(isNative && { initContainers: [{ ...sidecar, restartPolicy: 'Always' }] }),
    },
    status: {
      ...status,
      ...(isSince(version, '1.29') && { hostIPs }),
      conditions: (conditions as Fields[])
        .filter(({ type }) => type !== 'PodReadyToStartContainers' || isSince(version, '1.29'))
        .map(condition => (isSince(version, '1.34') ? { ...condition, observedGeneration: 1 } : condition)),
      containerStatuses: isNative ? own : [...own, side],
      ...(isNative && { initContainerStatuses: [side] }),
      ...(isSince(version, '1.34') && { observedGeneration: 1 }),
    },
  }
}

/** The same pod while a larger size waits for it: a field until 1.32, which few clusters had, and a condition since 1.33. */
export function resizingPodOfVersion(version: KubeVersion, shape: PodShape, why: 'Deferred' | 'Infeasible'): KubeObject {
  const pod = podOfVersion(version, shape)
  const message = 'Node didn’t have enough capacity: cpu, requested: 9000, capacity: 4000'
  if (!isSince(version, '1.33')) return { ...pod, status: { ...pod.status, resize: why } }
  const pending = { type: 'PodResizePending', status: 'True', reason: why, message, lastTransitionTime: '2026-11-16T05:00:00Z' }
  return { ...pod, status: { ...pod.status, conditions: [...((pod.status?.['conditions'] ?? []) as Fields[]), pending] } }
}

/** The same pod with a container for debugging, as `kubectl debug` adds it to one that runs. */
export function debuggedPodOfVersion(version: KubeVersion, shape: PodShape): KubeObject {
  const pod = podOfVersion(version, shape)
  const image = 'registry.example/tools:1'
  const status = {
    name: 'debug',
    ready: false,
    restartCount: 0,
    image,
    state: { running: { startedAt: '2026-11-16T05:00:00Z' } },
    lastState: {},
  }
  return {
    ...pod,
    spec: { ...pod.spec, ephemeralContainers: [{ name: 'debug', image, targetContainerName: 'app' }] },
    status: { ...pod.status, ephemeralContainerStatuses: [withVersionFields(version, status)] },
  }
}

/** What later versions tell of each container: recursive mounts since 1.31, its user and resources since 1.33. */
function withVersionFields(version: KubeVersion, status: Fields): Fields {
  return {
    ...status,
    ...(isSince(version, '1.31') && {
      volumeMounts: [
        {
          name: 'kube-api-access',
          mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
          readOnly: true,
          recursiveReadOnly: 'Disabled',
        },
      ],
    }),
    ...(isSince(version, '1.33') && {
      user: { linux: { uid: 1000, gid: 1000, supplementalGroups: [1000] } },
      allocatedResources: { cpu: '100m', memory: '128Mi' },
      resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: '500m', memory: '256Mi' } },
    }),
  }
}

/** A job that failed: since 1.31 it tells first that it will, and its pods may still be ending. */
export function failedJobOfVersion(version: KubeVersion, name: string, entity: string): KubeObject {
  const at = '2026-11-16T05:00:00Z'
  const why = { reason: 'BackoffLimitExceeded', message: 'Job has reached the specified backoff limit', lastTransitionTime: at }
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace: 'default', labels: { 'backstage.io/kubernetes-id': entity } },
    spec: {
      backoffLimit: 6,
      completions: 1,
      parallelism: 1,
      ...(isSince(version, '1.30') && { podReplacementPolicy: 'TerminatingOrFailed' }),
    },
    status: {
      failed: 7,
      startTime: at,
      conditions: [
        ...(isSince(version, '1.31') ? [{ type: 'FailureTarget', status: 'True', ...why }] : []),
        { type: 'Failed', status: 'True', ...why },
      ],
      uncountedTerminatedPods: {},
      ready: 0,
      ...(isSince(version, '1.29') && { terminating: 0 }),
    },
  }
}
