import { textOf } from '@portico/core/common'
import type { Cause, Diagnosis, HealthState } from './diagnosis.ts'
import { conditionOf, countOf, listOf, valueIn, type KubeCondition, type KubeObject } from './kube-object.ts'

/** How many replicas a workload wants and has. */
export interface Replicas {
  readonly wanted: number
  readonly ready: number
}

/** What kinds of objects count as workloads: they have pods. */
export const workloadTypes: readonly string[] = ['deployments', 'statefulsets', 'daemonsets', 'jobs', 'cronjobs']

const byType: Readonly<Record<string, (object: KubeObject) => Diagnosis>> = {
  deployments: diagnoseDeployment,
  statefulsets: diagnoseReplicated,
  replicasets: diagnoseReplicated,
  daemonsets: diagnoseDaemonSet,
  jobs: diagnoseJob,
  cronjobs: diagnoseCronJob,
  horizontalpodautoscalers: diagnoseAutoscaler,
  ingresses: diagnoseIngress,
  persistentvolumeclaims: diagnoseClaim,
}

/** What a workload, or another object that is no pod, does and what is wrong with it. */
export function diagnoseObject(objectType: string, object: KubeObject): Diagnosis {
  const diagnose = byType[objectType]
  if (diagnose) return diagnose(object)
  if (object.kind === 'Rollout') return diagnoseRollout(object)
  return objectType === 'customresources' ? diagnoseByConditions(object) : { state: 'ok', reason: '', causes: [] }
}

/** The replicas of a workload; undefined for kinds without. */
export function replicasOf(objectType: string, { spec = {}, status = {}, kind }: KubeObject): Replicas | undefined {
  if (objectType === 'daemonsets') return { wanted: countOf(status['desiredNumberScheduled']), ready: countOf(status['numberReady']) }
  if (objectType === 'jobs') return { wanted: countOf(spec['completions'] ?? 1), ready: countOf(status['succeeded']) }
  if (['deployments', 'statefulsets', 'replicasets'].includes(objectType) || kind === 'Rollout')
    return { wanted: countOf(spec['replicas'] ?? 1), ready: countOf(status['readyReplicas']) }
  return undefined
}

function diagnoseDeployment(object: KubeObject): Diagnosis {
  const failure = conditionOf(object, 'ReplicaFailure')
  const progressing = conditionOf(object, 'Progressing')
  const causes: Cause[] = []
  if (failure?.status === 'True') causes.push({ code: 'replica-failure', reason: failure.reason, message: failure.message })
  if (progressing?.status === 'False') causes.push({ code: 'deadline', reason: progressing.reason, message: progressing.message })
  const isPaused = object.spec?.['paused'] === true
  if (isPaused) causes.push({ code: 'paused' })
  return replicated(
    object,
    causes,
    causes.some(({ code }) => code !== 'paused'),
    progressing,
  )
}

function diagnoseReplicated(object: KubeObject): Diagnosis {
  return replicated(object, [], false, undefined)
}

function replicated(object: KubeObject, causes: Cause[], isFailing: boolean, progressing: KubeCondition | undefined): Diagnosis {
  const wanted = countOf(object.spec?.['replicas'] ?? 1)
  const status = object.status ?? {}
  const ready = countOf(status['readyReplicas'])
  if (wanted === 0 && !isFailing) return { state: 'done', reason: 'ScaledToZero', causes: [{ code: 'scaled-to-zero' }, ...causes] }
  if (ready >= wanted && !isFailing) {
    // Fewer updated than wanted: the old ones still serve while the new ones come.
    const isRolling = status['updatedReplicas'] !== undefined && countOf(status['updatedReplicas']) < wanted
    return isRolling ? { state: 'running', reason: 'RollingOut', causes } : { state: 'ok', reason: 'Available', causes }
  }
  const missing: Cause = { code: 'replicas-missing', count: ready, of: wanted }
  const isUnderWay = !isFailing && progressing?.status === 'True' && progressing.reason !== 'NewReplicaSetAvailable'
  const state: HealthState = isUnderWay ? 'running' : isFailing || ready === 0 ? 'error' : 'warning'
  return {
    state,
    reason: isUnderWay ? 'RollingOut' : isFailing ? 'Failed' : 'Degraded',
    causes: [...(ready < wanted ? [missing] : []), ...causes],
  }
}

function diagnoseDaemonSet({ status = {} }: KubeObject): Diagnosis {
  const wanted = countOf(status['desiredNumberScheduled'])
  const ready = countOf(status['numberReady'])
  if (wanted === 0) return { state: 'done', reason: 'NoNodes', causes: [] }
  if (ready >= wanted) return { state: 'ok', reason: 'Available', causes: [] }
  return { state: ready === 0 ? 'error' : 'warning', reason: 'Degraded', causes: [{ code: 'replicas-missing', count: ready, of: wanted }] }
}

function diagnoseJob(object: KubeObject): Diagnosis {
  const failed = conditionOf(object, 'Failed')
  if (failed?.status === 'True')
    return {
      state: 'error',
      reason: failed.reason ?? 'Failed',
      causes: [{ code: 'job-failed', reason: failed.reason, message: failed.message, at: failed.lastTransitionTime }],
    }
  if (conditionOf(object, 'Complete')?.status === 'True') return { state: 'done', reason: 'Completed', causes: [] }
  if (object.spec?.['suspend'] === true) return { state: 'pending', reason: 'Suspended', causes: [{ code: 'suspended' }] }
  const failures = countOf(object.status?.['failed'])
  return {
    state: failures > 0 ? 'warning' : 'running',
    reason: 'Running',
    causes: failures > 0 ? [{ code: 'restarts', count: failures }] : [],
  }
}

function diagnoseCronJob({ spec = {}, status = {} }: KubeObject): Diagnosis {
  if (spec['suspend'] === true) return { state: 'pending', reason: 'Suspended', causes: [{ code: 'suspended' }] }
  return listOf(status['active']).length > 0
    ? { state: 'running', reason: 'Active', causes: [] }
    : { state: 'ok', reason: 'Scheduled', causes: [] }
}

function diagnoseAutoscaler(object: KubeObject): Diagnosis {
  const able = conditionOf(object, 'ScalingActive')
  if (able?.status === 'False' && able.reason !== 'ScalingDisabled')
    return { state: 'warning', reason: able.reason ?? 'Inactive', causes: [{ code: 'cannot-scale', message: able.message }] }
  const limited = conditionOf(object, 'ScalingLimited')
  const max = countOf(object.spec?.['maxReplicas'])
  if (limited?.status === 'True' && limited.reason === 'TooManyReplicas')
    return { state: 'warning', reason: 'AtMaximum', causes: [{ code: 'at-maximum', count: max, message: limited.message }] }
  return { state: 'ok', reason: 'Active', causes: [] }
}

function diagnoseIngress({ status = {} }: KubeObject): Diagnosis {
  const hasAddress = listOf(valueIn(status, 'loadBalancer', 'ingress')).length > 0
  return hasAddress
    ? { state: 'ok', reason: 'Ready', causes: [] }
    : { state: 'pending', reason: 'NoAddress', causes: [{ code: 'no-address' }] }
}

function diagnoseClaim({ status = {} }: KubeObject): Diagnosis {
  const phase = textOf(status['phase']) ?? 'Unknown'
  return { state: phase === 'Bound' ? 'ok' : phase === 'Lost' ? 'error' : 'pending', reason: phase, causes: [] }
}

const rolloutStates: Readonly<Record<string, HealthState>> = { Healthy: 'ok', Progressing: 'running', Paused: 'pending', Degraded: 'error' }

/** Argo Rollouts: phase and message say it. */
function diagnoseRollout(object: KubeObject): Diagnosis {
  const phase = textOf(object.status?.['phase'])
  if (phase === undefined) return replicated(object, [], false, undefined)
  const message = textOf(object.status?.['message'])
  const { wanted = 0, ready = 0 } = replicasOf('customresources', object) ?? {}
  const causes: Cause[] = ready < wanted ? [{ code: 'replicas-missing', count: ready, of: wanted }] : []
  return {
    state: rolloutStates[phase] ?? 'unknown',
    reason: phase,
    causes: message === undefined ? causes : [{ code: 'condition', reason: phase, message }, ...causes],
  }
}

const telling = ['Ready', 'Available', 'Healthy', 'Synced']

/** Any other custom resource: the conditions that most controllers write. */
function diagnoseByConditions(object: KubeObject): Diagnosis {
  const conditions = telling.flatMap(type => conditionOf(object, type) ?? [])
  if (conditions.length === 0) return { state: 'unknown', reason: textOf(object.status?.['phase']) ?? '', causes: [] }
  const bad = conditions.find(({ status }) => status !== 'True')
  if (!bad) return { state: 'ok', reason: conditions[0]?.type ?? '', causes: [] }
  const state: HealthState = bad.status === 'False' ? 'error' : 'pending'
  return {
    state,
    reason: bad.reason ?? `Not${bad.type}`,
    causes: [{ code: 'condition', reason: bad.reason ?? bad.type, message: bad.message, at: bad.lastTransitionTime }],
  }
}
