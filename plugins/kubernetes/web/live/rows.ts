import {
  bySeverity,
  containersOf,
  createOwnership,
  diagnosePod,
  diagnoseWorkload,
  healthOf,
  objectKey,
  parseQuantity,
  replicasOf,
  roleOf,
  type Diagnosis,
  type KubeObject,
  type KubernetesHealth,
  type PodMetrics,
  type Replicas,
} from '@portico/kubernetes/common'
import type { ClusterState } from './live-state.ts'

/** Usage beside what was asked for and what is allowed; undefined where nothing is known. */
export interface UsageFigures {
  readonly used: number
  readonly request: number
  readonly limit: number
}

/** An object in a table. */
export interface ObjectRow {
  readonly key: string
  /** By which rows are sorted: the name, with numbers that compare as numbers. */
  readonly order: string
  /** Of the group it is from. */
  readonly type: string
  readonly kind: string
  readonly name: string
  readonly namespace: string
  readonly object: KubeObject
  readonly diagnosis: Diagnosis
  readonly replicas?: Replicas | undefined
  readonly restarts: number
  readonly pods: readonly KubeObject[]
  readonly cpu?: UsageFigures | undefined
  readonly memory?: UsageFigures | undefined
}

export interface ClusterRows {
  readonly workloads: readonly ObjectRow[]
  readonly pods: readonly ObjectRow[]
  readonly others: readonly ObjectRow[]
  readonly health: KubernetesHealth
}

const kinds: Readonly<Record<string, string>> = {
  pods: 'Pod',
  services: 'Service',
  configmaps: 'ConfigMap',
  limitranges: 'LimitRange',
  resourcequotas: 'ResourceQuota',
  deployments: 'Deployment',
  replicasets: 'ReplicaSet',
  horizontalpodautoscalers: 'HorizontalPodAutoscaler',
  jobs: 'Job',
  cronjobs: 'CronJob',
  ingresses: 'Ingress',
  statefulsets: 'StatefulSet',
  daemonsets: 'DaemonSet',
  secrets: 'Secret',
  persistentvolumes: 'PersistentVolume',
  persistentvolumeclaims: 'PersistentVolumeClaim',
}

/** What a cluster holds, as rows of tables, the worst first. */
export function toClusterRows({ groups = [], podMetrics }: Pick<ClusterState, 'groups' | 'podMetrics'>, now: number): ClusterRows {
  const ownership = createOwnership(groups)
  const usage = new Map(podMetrics.map(each => [placeOf(each.pod as KubeObject), each]))
  const workloads: ObjectRow[] = []
  const pods: ObjectRow[] = []
  const others: ObjectRow[] = []
  for (const group of groups) {
    for (const object of group.resources) {
      const role = roleOf(group.type, object, ownership)
      if (role === 'pod') pods.push(toPodRow(object, usage, now))
      else if (role !== 'part') {
        const row = toRow(group.type, object, ownership.podsOf(object), usage, now)
        if (role === 'workload') workloads.push(row)
        else others.push(row)
      }
    }
  }
  return {
    workloads: workloads.toSorted(worstFirst),
    pods: pods.toSorted(worstFirst),
    others: others.toSorted((one, other) => one.kind.localeCompare(other.kind) || byName(one, other)),
    health: healthOf(groups, now, { diagnose: pod => diagnosed(pod, now), ownership }),
  }
}

function worstFirst(one: ObjectRow, other: ObjectRow): number {
  return bySeverity(one.diagnosis.state, other.diagnosis.state) || byName(one, other)
}

/** Names of objects are lower-case ASCII, and a thousand of them are sorted with every change: a collator would take longer than a frame. */
function byName(one: ObjectRow, other: ObjectRow): number {
  return one.order < other.order ? -1 : one.order > other.order ? 1 : 0
}

type UsageByPlace = ReadonlyMap<string, PodMetrics>

interface KnownPod {
  readonly now: number
  readonly usage: PodMetrics | undefined
  readonly row: ObjectRow
}

const diagnoses = new WeakMap<KubeObject, { readonly now: number; readonly diagnosis: Diagnosis }>()
const podRows = new WeakMap<KubeObject, KnownPod>()

/** A pod is looked at by its row, its workload and the health of its cluster, with each change of any other. */
function diagnosed(pod: KubeObject, now: number): Diagnosis {
  const known = diagnoses.get(pod)
  if (known?.now === now) return known.diagnosis
  const diagnosis = diagnosePod(pod, { now })
  diagnoses.set(pod, { now, diagnosis })
  return diagnosis
}

/** The same row as before where nothing has changed, so that it is not drawn again. */
function toPodRow(pod: KubeObject, usage: UsageByPlace, now: number): ObjectRow {
  const used = usage.get(placeOf(pod))
  const known = podRows.get(pod)
  if (known?.now === now && known.usage === used) return known.row
  const { ready, total, restarts } = containersOf(pod)
  const row = {
    ...namesOf('pods', pod),
    diagnosis: diagnosed(pod, now),
    replicas: { ready, wanted: total },
    restarts,
    pods: [],
    ...usageOf([pod], usage),
  }
  podRows.set(pod, { now, usage: used, row })
  return row
}

function toRow(type: string, object: KubeObject, pods: readonly KubeObject[], usage: UsageByPlace, now: number): ObjectRow {
  return {
    ...namesOf(type, object),
    diagnosis: diagnoseWorkload(type, object, pods, pod => diagnosed(pod, now)),
    replicas: replicasOf(type, object),
    restarts: pods.reduce((sum, pod) => sum + containersOf(pod).restarts, 0),
    pods,
    ...usageOf(pods, usage),
  }
}

function namesOf(type: string, object: KubeObject) {
  const { name = '', namespace = '' } = object.metadata ?? {}
  const kind = object.kind ?? kinds[type] ?? type
  const order = name.replace(/\d+/g, digits => digits.padStart(12, '0'))
  return { key: `${type} ${kind} ${objectKey(object)}`, order, type, kind, name, namespace, object }
}

function placeOf({ metadata }: KubeObject): string {
  return `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`
}

function usageOf(pods: readonly KubeObject[], usage: UsageByPlace): Pick<ObjectRow, 'cpu' | 'memory'> {
  const found = pods.flatMap(pod => usage.get(placeOf(pod)) ?? [])
  if (found.length === 0) return {}
  const sum = (of: (metrics: PodMetrics) => unknown) => found.reduce((total, each) => total + (parseQuantity(of(each)) ?? 0), 0)
  return {
    cpu: { used: sum(({ cpu }) => cpu.currentUsage), request: sum(({ cpu }) => cpu.requestTotal), limit: sum(({ cpu }) => cpu.limitTotal) },
    memory: {
      used: sum(({ memory }) => memory.currentUsage),
      request: sum(({ memory }) => memory.requestTotal),
      limit: sum(({ memory }) => memory.limitTotal),
    },
  }
}

/** Whether a row has the words of a filter in what is shown of it. */
export function fitsFilter(row: ObjectRow, words: string): boolean {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return true
  return [row.name, row.namespace, row.kind, row.diagnosis.reason].some(value => value.toLowerCase().includes(wanted))
}
