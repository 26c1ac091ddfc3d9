import { digits, lastTime } from '../chance.ts'
import type { Workload } from './workload.ts'

/** A workload in one cluster at one time: what everything about it is made from. */
export interface Rollout {
  readonly workload: Workload
  readonly cluster: string
  readonly now: number
  /** When this version was rolled out. */
  readonly at: number
  /** The whole version. */
  readonly version: string
  readonly image: string
  readonly replicas: number
  readonly crash: Workload['crash']
}

export const isoTime = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

export function rolloutOf(workload: Workload, cluster: string, now: number): Rollout | undefined {
  const replicas = workload.replicas[cluster]
  if (replicas === undefined) return undefined
  const crash = workload.crash?.cluster === cluster ? workload.crash : undefined
  const { at, count } = lastTime(now, (crash ?? workload).everyHours * 3_600_000, workload.name, cluster)
  const version = `${workload.version}.${count % 100}`
  return { workload, cluster, now, at, version, image: `registry.larkpost.example/${workload.name}:${version}`, replicas, crash }
}

export const labelsOf = ({ workload: { name, namespace }, version, cluster }: Rollout) => ({
  'backstage.io/kubernetes-id': name,
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/part-of': namespace,
  'app.kubernetes.io/version': version,
  'larkpost.example/cluster': cluster,
})

export const replicaSetName = ({ workload: { name }, version, cluster }: Rollout) => `${name}-${digits(9, name, version, cluster)}`

/** The uid of something of a workload. */
export function uidOf({ workload: { name }, cluster }: Rollout, ...words: readonly string[]): string {
  return digits(32, name, cluster, ...words).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export function containerOf({ workload: { name, port, cpu, memory }, image }: Rollout) {
  return {
    name,
    image,
    ports: [{ containerPort: port }],
    readinessProbe: { httpGet: { path: '/health', port }, periodSeconds: 10, failureThreshold: 3 },
    resources: {
      requests: { cpu: `${cpu}m`, memory: `${memory}Mi` },
      limits: { cpu: `${cpu * 3}m`, memory: `${Math.round(memory * 1.6)}Mi` },
    },
  }
}

/** A container that crashes is started again every five minutes, once Kubernetes has lost its patience. */
export function crashOf({ at, now, workload, cluster }: Rollout): { readonly at: number; readonly restarts: number } {
  const last = lastTime(now, 300_000, workload.name, cluster)
  return { at: Math.max(at, last.at), restarts: Math.max(1, Math.floor((last.at - at) / 300_000)) }
}
