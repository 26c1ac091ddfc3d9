import { diagnoseObject, replicasOf, workloadTypes } from './diagnose-workload.ts'
import { bySeverity, isProblem, type Cause, type Diagnosis } from './diagnosis.ts'
import type { KubeObject } from './kube-object.ts'
import type { Ownership } from './ownership.ts'

/** What an object is among the others. Replica sets of deployments are neither: they are how deployments do it. */
export function roleOf(type: string, object: KubeObject, ownership: Ownership): 'pod' | 'workload' | 'part' | 'other' {
  if (type === 'pods') return 'pod'
  const hasPods = ownership.podsOf(object).length > 0
  if (type === 'replicasets') return hasPods && !ownership.isOwned(object) ? 'workload' : 'part'
  if (workloadTypes.includes(type) || object.kind === 'Rollout') return 'workload'
  return type === 'customresources' && hasPods ? 'workload' : 'other'
}

/** What is wrong with a workload is mostly what is wrong with its pods. One without any pod that is ready is failing. */
export function diagnoseWorkload(
  type: string,
  object: KubeObject,
  pods: readonly KubeObject[],
  diagnose: (pod: KubeObject) => Diagnosis,
): Diagnosis {
  const own = diagnoseObject(type, object)
  const worst = pods.map(diagnose).toSorted((one, other) => bySeverity(one.state, other.state))[0]
  if (!worst || !isProblem(worst.state)) return own
  const { wanted = 0, ready = 0 } = type === 'jobs' ? {} : (replicasOf(type, object) ?? {})
  const isDown = wanted > 0 && ready === 0
  const named: Cause = { code: 'condition', reason: worst.reason }
  return {
    state: isDown ? 'error' : isProblem(own.state) ? own.state : 'warning',
    reason: isProblem(own.state) ? own.reason : 'Degraded',
    causes: [...own.causes, named, ...worst.causes],
  }
}
