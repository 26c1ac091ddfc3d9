import { z } from 'zod'
import { diagnosePod } from './diagnose-pod.ts'
import { diagnoseObject } from './diagnose-workload.ts'
import { isProblem, worstOf, type Diagnosis, type HealthState } from './diagnosis.ts'
import { listOf, type KubeObject } from './kube-object.ts'
import { createOwnership, type ObjectGroup, type Ownership } from './ownership.ts'
import { diagnoseWorkload, roleOf } from './workloads.ts'

/** How an entity, or one of its clusters, does at a glance. */
export const KubernetesHealth = z.object({
  state: z.enum(['ok', 'running', 'pending', 'warning', 'error', 'done', 'unknown']),
  pods: z.int(),
  readyPods: z.int(),
  workloads: z.int(),
  /** Workloads, and pods of none of them, that somebody should look at. */
  problems: z.int(),
})
export type KubernetesHealth = z.output<typeof KubernetesHealth>

const customResources = 'customresources'

interface HealthContext {
  /** How pods are diagnosed, where that is known already. */
  readonly diagnose?: (pod: KubeObject) => Diagnosis
  readonly ownership?: Ownership
}

/** The health of what some groups hold. A pod that fails counts as a problem of its workload, and as one of its own only where it has none. */
export function healthOf(groups: readonly ObjectGroup[], now: number, context: HealthContext = {}): KubernetesHealth {
  const { diagnose = pod => diagnosePod(pod, { now }), ownership = createOwnership(groups) } = context
  const pods: { readonly pod: KubeObject; readonly state: HealthState }[] = []
  const others: HealthState[] = []
  const owned = new Set<KubeObject>()
  let workloads = 0
  for (const { type, resources } of groups) {
    for (const object of resources) {
      const role = roleOf(type, object, ownership)
      if (role === 'pod') pods.push({ pod: object, state: diagnose(object).state })
      else if (role === 'workload') {
        const own = ownership.podsOf(object)
        own.forEach(pod => owned.add(pod))
        workloads += 1
        others.push(diagnoseWorkload(type, object, own, diagnose).state)
      } else if (type === customResources) others.push(diagnoseObject(type, object).state)
    }
  }
  const alone = pods.filter(({ pod }) => !owned.has(pod)).map(({ state }) => state)
  return {
    state: worstOf([...others, ...pods.map(({ state }) => state)]) ?? 'unknown',
    pods: pods.length,
    readyPods: pods.filter(({ pod, state }) => state === 'ok' && hasReady(pod)).length,
    workloads,
    problems: [...others, ...alone].filter(isProblem).length,
  }
}

function hasReady(pod: KubeObject): boolean {
  return listOf<{ ready?: boolean }>(pod.status?.['containerStatuses']).some(({ ready }) => ready)
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
