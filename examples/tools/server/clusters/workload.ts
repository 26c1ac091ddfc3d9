import type { createCluster } from '@portico/kubernetes/testing'
import { readData } from '../read-data.ts'

export type Version = NonNullable<NonNullable<Parameters<typeof createCluster>[0]>['version']>

/** A program that runs in clusters, as `data/clusters.yaml` has it. */
export interface Workload {
  readonly name: string
  readonly namespace: string
  /** How many pods, by cluster. */
  readonly replicas: Readonly<Record<string, number>>
  /** Without its last number, which counts rollouts. */
  readonly version: string
  readonly everyHours: number
  readonly port: number
  /** Thousandths of a core that a pod uses, more or less. */
  readonly cpu: number
  /** Megabytes that a pod uses, more or less. */
  readonly memory: number
  /** The most pods that the autoscaler makes; without it there is none. */
  readonly scalesTo?: number
  /** The name under which it is reached from outside. */
  readonly host?: string
  /** Which lines it writes. */
  readonly log: string
  readonly crash?: {
    readonly cluster: string
    /** Another attempt is rolled out more often. */
    readonly everyHours: number
    readonly exitCode: number
    /** How long it lives. */
    readonly seconds: number
    readonly message: string
    readonly log: readonly string[]
  }
}

export interface ClustersData {
  readonly clusters: Readonly<Record<string, { readonly version: Version }>>
  readonly workloads: readonly Workload[]
  readonly logs: Readonly<Record<string, readonly string[]>>
}

export function readClusters(): ClustersData {
  return readData<ClustersData>('clusters.yaml')
}
