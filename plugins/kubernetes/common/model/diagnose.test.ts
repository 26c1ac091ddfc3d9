import {
  crashLoop,
  debuggedPodOfVersion,
  deploymentShape,
  failedJobOfVersion,
  kubeVersions,
  podOfVersion,
  podShape,
  resizingPodOfVersion,
} from '@portico/kubernetes/testing'
import { expect, test } from 'vitest'
import { containerNames, containersOf, diagnosePod } from './diagnose-pod.ts'
import { diagnoseObject } from './diagnose-workload.ts'
import { diagnoseWorkload } from './workloads.ts'
import { healthOf } from './health.ts'
import type { Fields, KubeEvent } from './kube-object.ts'
import { createOwnership } from './ownership.ts'
import { parseQuantity } from './quantity.ts'

const now = Date.parse('2026-11-16T05:02:00Z')
const pod = (shape: Partial<Parameters<typeof podShape>[0]> = {}) => podShape({ name: 'p', entity: 'pay', ...shape })
const diagnose = (shape: Partial<Parameters<typeof podShape>[0]>, events: KubeEvent[] = []) => diagnosePod(pod(shape), { now, events })
const waiting = (reason: string, message?: string) => ({
  name: 'app',
  ready: false,
  restartCount: 0,
  image: 'r/app:2',
  state: { waiting: { reason, message } },
})

test('a pod in a crash loop says exit code, memory with its limit, restarts and when', () => {
  expect(diagnose({ statuses: [crashLoop()] })).toEqual({
    state: 'error',
    reason: 'CrashLoopBackOff',
    causes: [
      { code: 'exited', container: 'app', exitCode: 137 },
      { code: 'out-of-memory', container: 'app', limit: '256Mi' },
      { code: 'restarts', container: 'app', count: 4, at: '2026-11-16T05:00:00Z' },
    ],
  })
  expect(diagnose({ statuses: [crashLoop({ reason: 'Error', exitCode: 1 })] }).causes[0]).toEqual({
    code: 'exited',
    container: 'app',
    exitCode: 1,
  })
})

test('images, missing config, nodes without room, evictions and init containers are told apart', () => {
  expect(diagnose({ phase: 'Pending', statuses: [waiting('ImagePullBackOff', 'not found')] })).toMatchObject({
    state: 'error',
    causes: [{ code: 'image', image: 'r/app:2', message: 'not found' }],
  })
  expect(diagnose({ phase: 'Pending', statuses: [waiting('CreateContainerConfigError', 'secret "x" not found')] })).toMatchObject({
    causes: [{ code: 'container-config', message: 'secret "x" not found' }],
  })
  const conditions = [
    { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes are available: 3 Insufficient memory.' },
  ]
  expect(diagnose({ phase: 'Pending', conditions, statuses: [] })).toEqual({
    state: 'error',
    reason: 'Unschedulable',
    causes: [{ code: 'unschedulable', message: conditions[0]?.message }],
  })
  expect(diagnose({ phase: 'Failed', status: { reason: 'Evicted', message: 'low on memory' } })).toMatchObject({
    reason: 'Evicted',
    causes: [{ code: 'evicted' }],
  })
  const init = {
    phase: 'Pending',
    statuses: [waiting('PodInitializing')],
    status: { initContainerStatuses: [{ ...crashLoop({ reason: 'Error', exitCode: 2 }), name: 'migrate' }] },
  }
  expect(diagnose(init)).toMatchObject({
    reason: 'Init:CrashLoopBackOff',
    causes: [{ code: 'init-container', container: 'migrate' }, { code: 'exited', exitCode: 2 }, { code: 'restarts' }],
  })
})

test('a pod that runs and is not ready names its probe; events add what the probe said, once and the newest', () => {
  const unready = { name: 'app', ready: false, started: true, restartCount: 0, state: { running: { startedAt: '2026-11-15T08:00:00Z' } } }
  const event = (message: string, lastTimestamp: string, type = 'Warning', reason = 'Unhealthy') => ({
    type,
    reason,
    message,
    lastTimestamp,
    count: 3,
  })
  const events = [
    event('Readiness probe failed: 503', '2026-11-16T05:01:00Z'),
    event('Readiness probe failed: 500', '2026-11-16T05:00:00Z'),
    event('Pulled image', '2026-11-16T05:01:00Z', 'Normal', 'Pulled'),
    event('Back-off', '2026-11-16T05:01:00Z', 'Warning', 'BackOff'),
  ]
  expect(diagnose({ statuses: [unready] }, events)).toEqual({
    state: 'warning',
    reason: 'NotReady',
    causes: [
      { code: 'readiness', container: 'app', at: '2026-11-15T08:00:00Z' },
      { code: 'readiness', reason: 'Unhealthy', message: 'Readiness probe failed: 503', count: 3, at: '2026-11-16T05:01:00Z' },
    ],
  })
  const fresh = { ...unready, state: { running: { startedAt: '2026-11-16T05:01:30Z' } } }
  expect(diagnose({ statuses: [fresh] }).state).toBe('running')
  expect(diagnose({}).state).toBe('ok')
})

test('pods without a status, with foreign types in it, or that cannot be deleted do no harm', () => {
  expect(diagnosePod({ metadata: { name: 'x' } }, { now })).toEqual({
    state: 'unknown',
    reason: 'Unknown',
    causes: [{ code: 'no-status' }],
  })
  for (const status of [null, 7, 'text', { containerStatuses: 'no list', conditions: {}, phase: 9 }, { containerStatuses: [null, 3, {}] }])
    expect(diagnosePod({ metadata: {}, status: status as never }, { now })).toHaveProperty('state')
  const metadata = { deletionTimestamp: '2026-11-16T04:00:00Z' }
  expect(diagnose({ metadata })).toEqual({
    state: 'warning',
    reason: 'Terminating',
    causes: [{ code: 'terminating', at: metadata.deletionTimestamp }],
  })
})

test.each(kubeVersions)('pods and jobs of version %s are told in the same words, also with a sidecar', version => {
  const shape = { name: 'p', entity: 'pay' }
  expect(diagnosePod(podOfVersion(version, shape), { now })).toEqual({ state: 'ok', reason: 'Running', causes: [] })
  expect(diagnosePod(podOfVersion(version, { ...shape, statuses: [crashLoop()] }), { now })).toEqual(diagnose({ statuses: [crashLoop()] }))
  expect(diagnoseObject('jobs', failedJobOfVersion(version, 'nightly', 'pay'))).toMatchObject({
    state: 'error',
    reason: 'BackoffLimitExceeded',
    causes: [{ code: 'job-failed', message: 'Job has reached the specified backoff limit' }],
  })
  expect(containerNames(podOfVersion(version, shape))).toEqual(['app', 'mesh'])
  expect(containersOf(podOfVersion(version, shape))).toEqual({ ready: 2, total: 2, restarts: 0 })
  // A container for debugging is never ready, and nothing is wrong with that.
  const debugged = debuggedPodOfVersion(version, shape)
  expect(diagnosePod(debugged, { now })).toMatchObject({ state: 'ok' })
  expect([containerNames(debugged), containersOf(debugged).total]).toEqual([['app', 'mesh', 'debug'], 2])
  expect(diagnosePod(resizingPodOfVersion(version, shape, 'Deferred'), { now })).toMatchObject({ state: 'ok' })
  expect(diagnosePod(resizingPodOfVersion(version, shape, 'Infeasible'), { now })).toMatchObject({
    state: 'warning',
    reason: 'ResizeInfeasible',
  })
})

test('a sidecar that crashes while the pod runs is why the pod is not well', () => {
  const spec = { initContainers: [{ name: 'mesh', restartPolicy: 'Always' }] }
  const status = { initContainerStatuses: [{ ...crashLoop({ reason: 'Error', exitCode: 2 }), name: 'mesh' }] }
  const crashing = { ...pod({ status }), spec: { ...pod().spec, ...spec } }
  expect(diagnosePod(crashing, { now })).toMatchObject({
    state: 'error',
    reason: 'CrashLoopBackOff',
    causes: [
      { code: 'exited', container: 'mesh', exitCode: 2 },
      { code: 'restarts', container: 'mesh' },
    ],
  })
})

test('workloads say what is missing, what is refused, and what is only under way', () => {
  const deployment = (shape: object) =>
    diagnoseObject('deployments', deploymentShape({ name: 'pay', entity: 'pay', replicas: 3, ...shape }))
  expect(deployment({})).toEqual({ state: 'ok', reason: 'Available', causes: [] })
  expect(deployment({ ready: 2 })).toEqual({
    state: 'warning',
    reason: 'Degraded',
    causes: [{ code: 'replicas-missing', count: 2, of: 3 }],
  })
  expect(deployment({ ready: 0 }).state).toBe('error')
  expect(deployment({ replicas: 0 })).toMatchObject({ state: 'done', reason: 'ScaledToZero' })
  const conditions = [{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: 'exceeded quota' }]
  expect(deployment({ ready: 2, status: { conditions } })).toMatchObject({
    state: 'error',
    causes: [{ code: 'replicas-missing' }, { code: 'replica-failure', message: 'exceeded quota' }],
  })
  const rolling = [{ type: 'Progressing', status: 'True', reason: 'ReplicaSetUpdated' }]
  expect(deployment({ ready: 1, status: { conditions: rolling } })).toMatchObject({ state: 'running', reason: 'RollingOut' })
  const failed = {
    status: {
      conditions: [
        { type: 'Failed', status: 'True', reason: 'BackoffLimitExceeded', message: 'Job has reached the specified backoff limit' },
      ],
    },
  }
  expect(diagnoseObject('jobs', failed)).toMatchObject({ state: 'error', reason: 'BackoffLimitExceeded' })
  expect(
    diagnoseObject('customresources', {
      kind: 'Rollout',
      spec: { replicas: 2 },
      status: { phase: 'Degraded', message: 'aborted', readyReplicas: 1 },
    }),
  ).toMatchObject({ state: 'error', causes: [{ message: 'aborted' }, { count: 1, of: 2 }] })
  expect(
    diagnoseObject('customresources', {
      kind: 'Certificate',
      status: { conditions: [{ type: 'Ready', status: 'False', reason: 'Expired' }] },
    }),
  ).toMatchObject({ state: 'error', reason: 'Expired' })
  expect(
    diagnoseObject('horizontalpodautoscalers', {
      spec: { maxReplicas: 5 },
      status: { conditions: [{ type: 'ScalingLimited', status: 'True', reason: 'TooManyReplicas' }] },
    }),
  ).toMatchObject({ state: 'warning', causes: [{ code: 'at-maximum', count: 5 }] })
  for (const type of ['deployments', 'statefulsets', 'daemonsets', 'jobs', 'cronjobs', 'ingresses', 'customresources', 'services'])
    expect(diagnoseObject(type, {})).toHaveProperty('state')
})

test('quantities are read in all of their notations', () => {
  const known: [unknown, number | undefined][] = [
    ['250m', 0.25],
    ['1.5Gi', 1.5 * 2 ** 30],
    ['64Mi', 64 * 2 ** 20],
    ['2', 2],
    ['1e3', 1000],
    ['12345678n', 0.012345678],
    ['100k', 100_000],
    ['1E', 1e18],
    [3, 3],
    ['many', undefined],
    [undefined, undefined],
    ['', undefined],
  ]
  for (const [text, value] of known) expect([text, parseQuantity(text)]).toEqual([text, value])
})

test('pods are found through replica sets, also where owners lead in a circle; health counts what needs attention', () => {
  const owner = { kind: 'ReplicaSet', name: 'r', uid: 'r' }
  const groups = [
    { type: 'pods', resources: [pod({ name: 'a', owner }), pod({ name: 'b', owner, statuses: [crashLoop()] })] },
    { type: 'replicasets', resources: [{ metadata: { uid: 'r', ownerReferences: [{ uid: 'd', controller: true }] } }] },
    {
      type: 'deployments',
      resources: [
        {
          ...deploymentShape({ name: 'd', entity: 'pay', replicas: 2, ready: 1 }),
          metadata: { uid: 'd', ownerReferences: [{ uid: 'r' }] },
        },
      ],
    },
  ]
  expect(createOwnership(groups).podsOf({ metadata: { uid: 'd' } }).length).toBeGreaterThanOrEqual(2)
  expect(healthOf(groups, now)).toEqual({ state: 'error', pods: 2, readyPods: 1, workloads: 1, problems: 1 })
  expect(healthOf([], now)).toMatchObject({ state: 'unknown', pods: 0 })
})

test('a workload whose pods fail is degraded, and failing where none of them is ready; one that only starts is neither', () => {
  const rolling = [{ type: 'Progressing', status: 'True', reason: 'ReplicaSetUpdated' }]
  const deployment = (ready: number) => deploymentShape({ name: 'pay', entity: 'pay', replicas: 2, ready, status: { conditions: rolling } })
  const diagnosed = (ready: number, ...pods: ReturnType<typeof pod>[]) =>
    diagnoseWorkload('deployments', deployment(ready), pods, each => diagnosePod(each, { now }))
  expect(diagnosed(0, pod({ name: 'a', statuses: [crashLoop()] }))).toMatchObject({ state: 'error', reason: 'Degraded' })
  expect(diagnosed(1, pod({ name: 'a' }), pod({ name: 'b', statuses: [crashLoop()] }))).toMatchObject({ state: 'warning' })
  expect(diagnosed(0, pod({ name: 'a', phase: 'Pending', statuses: [] }))).toMatchObject({ state: 'running', reason: 'RollingOut' })
})

test('workloads are what has pods: replica sets and custom resources on their own too; a failing pod counts with its workload', () => {
  const owned = (uid: string) => ({ kind: 'X', name: uid, uid })
  const custom = (kind: string, uid: string, status: Fields = {}) => ({ kind, metadata: { name: uid, uid }, status })
  const health = healthOf(
    [
      {
        type: 'pods',
        resources: [
          pod({ name: 'a', owner: owned('rs') }),
          pod({ name: 'b', owner: owned('cr'), statuses: [crashLoop()] }),
          pod({ name: 'alone', statuses: [crashLoop()] }),
        ],
      },
      { type: 'replicasets', resources: [{ metadata: { name: 'rs', uid: 'rs' }, spec: { replicas: 1 }, status: { readyReplicas: 1 } }] },
      {
        type: 'customresources',
        resources: [
          custom('Database', 'cr'),
          custom('Rollout', 'rollout', { phase: 'Healthy' }),
          custom('Certificate', 'tls', { conditions: [{ type: 'Ready', status: 'False' }] }),
        ],
      },
    ],
    now,
  )
  // The database with its pod, the pod of nobody, and the certificate, which is no workload.
  expect(health).toEqual({ state: 'error', pods: 3, readyPods: 1, workloads: 3, problems: 3 })
})

test('the conditions of an autoscaler of autoscaling/v1 are read from its annotation', () => {
  const scaler = (conditions: string) => ({
    metadata: { annotations: { 'autoscaling.alpha.kubernetes.io/conditions': conditions } },
    spec: { maxReplicas: 5 },
    status: { currentReplicas: 5 },
  })
  const limited = [{ type: 'ScalingLimited', status: 'True', reason: 'TooManyReplicas' }]
  expect(diagnoseObject('horizontalpodautoscalers', scaler(JSON.stringify(limited)))).toMatchObject({
    state: 'warning',
    reason: 'AtMaximum',
  })
  expect(diagnoseObject('horizontalpodautoscalers', scaler('{not JSON'))).toMatchObject({ state: 'ok' })
})
