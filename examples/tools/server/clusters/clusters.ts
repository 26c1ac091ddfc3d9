import type { KubeObject } from '@portico/kubernetes/common'
import { createCluster, createLog } from '@portico/kubernetes/testing'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { pick } from '../chance.ts'
import { createGrowingLog, crashText } from './logs.ts'
import { objectsOf } from './objects.ts'
import { podName } from './pod.ts'
import { crashOf, rolloutOf, type Rollout } from './rollout.ts'
import { readClusters, type ClustersData } from './workload.ts'

type Cluster = ReturnType<typeof createCluster>

/** Larkpost's clusters. They follow the clock: new versions are rolled out, crashes go on, and pods that somebody deleted come back. */
export function createClusters(clock: () => number = Date.now) {
  const data = readClusters()
  const clusters = new Map<string, Cluster>()
  for (const [name, { version }] of Object.entries(data.clusters)) clusters.set(name, createCluster({ version }))

  function follow(): void {
    for (const [name, cluster] of clusters) update(name, cluster, data, clock())
  }

  follow()
  const timer = setInterval(follow, 15_000).unref()
  // What changed long ago is forgotten, as etcd does.
  const compaction = setInterval(() => clusters.forEach(({ store }) => store.compact()), 3_600_000).unref()
  return {
    names: [...clusters.keys()],
    /** Answers a request to the API server of a cluster. @param url below the address of the cluster */
    answer(name: string, request: IncomingMessage, response: ServerResponse, url: URL, body: string): boolean {
      const cluster = clusters.get(name)
      cluster?.answer(request, response, url, body)
      return cluster !== undefined
    },
    close() {
      clearInterval(timer)
      clearInterval(compaction)
    },
  }
}

/** Makes a cluster hold what it should at this time. */
function update(name: string, cluster: Cluster, data: ClustersData, now: number): void {
  const rollouts = data.workloads.flatMap(workload => rolloutOf(workload, name, now) ?? [])
  const wanted = new Set<string>()
  for (const [resource, object] of rollouts.flatMap(objectsOf)) {
    const { namespace = '', name: own = '' } = object.metadata ?? {}
    wanted.add(`${resource} ${namespace}/${own}`)
    if (!isSame(cluster.store.get(resource, namespace, own), object)) cluster.store.put(resource, object)
  }
  for (const resource of cluster.store.resources())
    for (const { metadata: { namespace = '', name: own = '' } = {} } of cluster.store.list(resource))
      if (!wanted.has(`${resource} ${namespace}/${own}`)) cluster.store.remove(resource, namespace, own)
  const written = new Set(rollouts.flatMap(rollout => writeLogs(cluster, rollout, data)))
  for (const key of cluster.logs.keys()) if (!written.has(key)) cluster.logs.delete(key)
  for (const pod of cluster.usage.keys()) if (![...written].some(key => key.startsWith(`${pod}/`))) cluster.usage.delete(pod)
}

function isSame(stored: KubeObject | undefined, wanted: KubeObject): boolean {
  if (!stored) return false
  const { uid, resourceVersion: _version, ...metadata } = stored.metadata ?? {}
  const own = wanted.metadata?.uid === undefined ? metadata : { ...metadata, uid }
  return isDeepStrictEqual({ ...stored, metadata: own }, wanted)
}

/** The logs and what is used of a workload's pods. Returns the names of the logs. */
function writeLogs(cluster: Cluster, rollout: Rollout, { logs }: ClustersData): string[] {
  const { workload, crash, replicas, version, at, now } = rollout
  const pods = Array.from({ length: replicas }, (_, index) => podName(rollout, index))
  for (const pod of pods) {
    const key = `${pod}/${workload.name}`
    if (crash) {
      const text = crashText(crash.log, { at: crashOf(rollout).at, seconds: crash.seconds, version })
      cluster.logs.set(key, createLog(text, text))
      continue
    }
    if (!cluster.logs.has(key)) cluster.logs.set(key, createGrowingLog(pod, logs[workload.log] ?? [], at))
    const wobble = (of: number, what: string) => Math.round(of * (0.85 + pick(30, pod, what, Math.floor(now / 15_000)) / 100))
    cluster.usage.set(pod, { cpu: `${wobble(workload.cpu, 'cpu')}m`, memory: `${wobble(workload.memory, 'memory')}Mi` })
  }
  return pods.map(pod => `${pod}/${workload.name}`)
}
