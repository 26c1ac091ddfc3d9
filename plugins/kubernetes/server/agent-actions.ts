import { defineAction } from '@portico/core/server'
import {
  containersOf,
  createOwnership,
  diagnosePod,
  diagnoseWorkload,
  healthOf,
  isProblem,
  kubernetesApi,
  replicasOf,
  roleOf,
  type ClusterObjects,
  type Diagnosis,
  type KubeObject,
} from '@portico/kubernetes/common'
import { z } from 'zod'

const ref = z.string().min(1).max(500).describe('An entity ref such as component:default/orders')
const reads = { readOnly: true, idempotent: true } as const
const name = z
  .string()
  .min(1)
  .max(253)
  .regex(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/)
const maxLogBytes = 1_000_000

/** What agents can learn of how entities run. */
export const kubernetesActions = [
  defineAction({
    name: 'get-health',
    title: 'How an entity runs',
    description: 'The workloads and pods of an entity in each cluster: replicas, restarts, images, and why something is not healthy',
    attributes: reads,
    input: z.object({ ref, onlyProblems: z.boolean().default(false), limit: z.int().min(1).max(200).default(30) }),
    output: z.unknown(),
    run: async ({ input, call }) => {
      const { items } = await call(kubernetesApi.queryWorkloads, { body: { entityRef: input.ref } })
      return { clusters: items.map(each => toShortCluster(each, input)) }
    },
  }),
  defineAction({
    name: 'read-pod-log',
    title: 'Log of a pod',
    description: 'The last lines of the log of a pod that get-health names; `previous` reads that of the container before its last restart',
    attributes: reads,
    scope: 'kubernetes:logs',
    input: z.object({
      cluster: z.string().min(1).max(253),
      namespace: name,
      pod: name,
      container: name.optional(),
      previous: z.boolean().default(false),
      lines: z.int().min(1).max(1000).default(80),
    }),
    output: z.unknown(),
    run: async ({ input, callText }) => {
      const query = {
        tailLines: String(input.lines),
        ...(input.container !== undefined && { container: input.container }),
        ...(input.previous && { previous: 'true' }),
      }
      const params = { rest: `api/v1/namespaces/${input.namespace}/pods/${input.pod}/log` }
      const log = await callText(kubernetesApi.proxyGet, { params, query } as never, {
        maxBytes: maxLogBytes,
        headers: { 'backstage-kubernetes-cluster': input.cluster },
      })
      return { log }
    },
  }),
]

function toShortCluster(
  { cluster, resources, errors }: ClusterObjects,
  { onlyProblems, limit }: { readonly onlyProblems: boolean; readonly limit: number },
) {
  const groups = resources as readonly { readonly type: string; readonly resources: readonly KubeObject[] }[]
  const ownership = createOwnership(groups)
  const now = Date.now()
  const diagnose = (pod: KubeObject) => diagnosePod(pod, { now })
  const rows = groups.flatMap(({ type, resources: objects }) =>
    objects.flatMap(object => {
      const role = roleOf(type, object, ownership)
      if (role === 'pod') {
        const { ready, total, restarts } = containersOf(object)
        return [{ type, object, diagnosis: diagnose(object), more: { ready: `${ready}/${total}`, restarts } }]
      }
      if (role !== 'workload') return []
      const { wanted, ready } = replicasOf(type, object) ?? {}
      return [
        {
          type,
          object,
          diagnosis: diagnoseWorkload(type, object, ownership.podsOf(object), diagnose),
          more: { ready: `${ready ?? '?'}/${wanted ?? '?'}` },
        },
      ]
    }),
  )
  const found = rows.filter(({ diagnosis }) => !onlyProblems || isProblem(diagnosis.state))
  return {
    cluster: cluster.name,
    health: healthOf(groups, now),
    total: found.length,
    objects: found
      .toSorted((one, other) => Number(isProblem(other.diagnosis.state)) - Number(isProblem(one.diagnosis.state)))
      .slice(0, limit)
      .map(({ type, object, diagnosis, more }) => ({
        type,
        namespace: object.metadata?.namespace,
        name: object.metadata?.name,
        ...more,
        ...toShort(diagnosis),
      })),
    errors: errors.map(error => ('message' in error ? error.message : error.errorType)),
  }
}

function toShort({ state, reason, causes }: Diagnosis): object {
  return { state, reason, ...(causes.length > 0 && { causes }) }
}
