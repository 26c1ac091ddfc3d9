import { z } from 'zod'
import { diagnosePod } from './diagnose-pod.ts'
import { diagnoseObject, workloadTypes } from './diagnose-workload.ts'
import { isProblem, worstOf, type Diagnosis, type HealthState } from './diagnosis.ts'
import { listOf, type KubeObject } from './kube-object.ts'
import type { ObjectGroup } from './ownership.ts'

/** How an entity, or one of its clusters, does at a glance. */
export const KubernetesHealth = z.object({
  state: z.enum(['ok', 'running', 'pending', 'warning', 'error', 'done', 'unknown']),
  pods: z.int(),
  readyPods: z.int(),
  workloads: z.int(),
  /** Workloads and pods that somebody should look at. */
  problems: z.int(),
})
export type KubernetesHealth = z.output<typeof KubernetesHealth>

const rollouts = 'customresources'

/** The health of what some groups hold. @param diagnose how pods are diagnosed, where that is known already */
export function healthOf(
  groups: readonly ObjectGroup[],
  now: number,
  diagnose: (pod: KubeObject) => Diagnosis = pod => diagnosePod(pod, { now }),
): KubernetesHealth {
  const states: HealthState[] = []
  let pods = 0
  let readyPods = 0
  let workloads = 0
  for (const { type, resources } of groups) {
    if (type === 'pods') {
      for (const pod of resources) {
        const { state } = diagnose(pod)
        pods += 1
        if (listOf<{ ready?: boolean }>(pod.status?.['containerStatuses']).some(({ ready }) => ready) && state === 'ok') readyPods += 1
        states.push(state)
      }
    } else if (workloadTypes.includes(type) || type === rollouts) {
      for (const object of resources) {
        workloads += 1
        states.push(diagnoseObject(type, object).state)
      }
    }
  }
  return { state: worstOf(states) ?? 'unknown', pods, readyPods, workloads, problems: states.filter(isProblem).length }
}

/** Several healths as one. */
export function joinHealth(parts: readonly KubernetesHealth[]): KubernetesHealth {
  const sum = (of: (part: KubernetesHealth) => number) => parts.reduce((total, part) => total + of(part), 0)
  return {
    state: worstOf(parts.map(({ state }) => state)) ?? 'unknown',
    pods: sum(({ pods }) => pods),
    readyPods: sum(({ readyPods }) => readyPods),
    workloads: sum(({ workloads }) => workloads),
    problems: sum(({ problems }) => problems),
  }
}
