import type { KubeObject } from '@portico/kubernetes/common'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { discoveryOf, resourcesOf, type KubeVersion } from './discovery.ts'
import { answerList, answerWatch, status } from './list-answers.ts'
import { createObjectStore } from './object-store.ts'
import { answerLog, type FakeLogs } from './pod-logs.ts'

const clusterWide = new Set(['api/v1/persistentvolumes', 'api/v1/namespaces'])

export interface ClusterOptions {
  readonly version?: KubeVersion | undefined
  /** Whether there is a metrics server. */
  readonly hasMetrics?: boolean | undefined
}

/**
 * What a cluster answers, without the server that listens: discovery, lists in chunks, watches with `410 Gone`, 403 by RBAC, metrics,
 * logs that are followed; protobuf is refused. The example organisation serves its clusters with it, too.
 */
export function createCluster({ version = '1.34', hasMetrics = true }: ClusterOptions = {}) {
  const store = createObjectStore()
  for (const resource of resourcesOf(version)) store.define(resource, { isNamespaced: !clusterWide.has(resource) })
  const forbidden = new Set<string>()
  const forbiddenVerbs = new Set<string>()
  const usage = new Map<string, { readonly cpu: string; readonly memory: string }>()
  const logs: FakeLogs = new Map()

  function answer(request: IncomingMessage, response: ServerResponse, url: URL, body: string): void {
    const accepts = request.headers.accept ?? '*/*'
    if (/protobuf/.test(accepts) && !/json|\*\/\*/.test(accepts))
      return status(response, 406, 'NotAcceptable', 'only the following media types are accepted: application/json')
    const found = discoveryOf(url.pathname, { version, hasMetrics, resources: store.resources(), isNamespaced: store.isNamespaced })
    if (found) return send(response, found)
    return answerObjects(request, response, url, body)
  }

  function answerObjects(request: IncomingMessage, response: ServerResponse, url: URL, body: string): void {
    const target = toTarget(url.pathname)
    if (!target) return status(response, 404, 'NotFound', 'the server could not find the requested resource')
    const { resource, namespace, name, sub } = target
    const plural = resource.split('/').at(-1) ?? ''
    const verb = verbOf(request.method ?? '', url, name)
    if (forbidden.has(plural) || forbidden.has(`${namespace ?? ''}/${plural}`) || forbiddenVerbs.has(verb))
      return status(response, 403, 'Forbidden', refusal(target, verb))
    if (resource === 'apis/metrics.k8s.io/v1beta1/pods')
      return hasMetrics ? answerMetrics(response, url, namespace) : status(response, 404, 'NotFound', '404 page not found')
    if (!store.hasResource(resource) || (namespace !== undefined && !store.isNamespaced(resource)))
      return status(response, 404, 'NotFound', 'the server could not find the requested resource')
    if (name === undefined)
      return url.searchParams.get('watch') === 'true'
        ? answerWatch(store, response, url, resource, namespace)
        : answerList(store, response, url, resource, namespace)
    const object = store.get(resource, namespace ?? '', name)
    if (!object) return status(response, 404, 'NotFound', `${plural} "${name}" not found`)
    if (sub === 'log') return answerLog(logs, response, url, object)
    if (request.method === 'DELETE') {
      store.remove(resource, namespace ?? '', name)
      return send(response, object)
    }
    if (request.method === 'PATCH') return send(response, store.put(resource, merged(object, JSON.parse(body) as KubeObject) as KubeObject))
    return send(response, object)
  }

  function answerMetrics(response: ServerResponse, url: URL, namespace: string | undefined): void {
    const fake = new URL(url)
    fake.searchParams.delete('limit')
    const pods = store
      .list('api/v1/pods')
      .filter(pod => (namespace === undefined || pod.metadata?.namespace === namespace) && usage.has(pod.metadata?.name ?? ''))
    const items = pods.map(pod => ({
      metadata: { name: pod.metadata?.name, namespace: pod.metadata?.namespace },
      containers: ((pod.spec?.['containers'] ?? []) as { name: string }[]).map(({ name }) => ({
        name,
        usage: usage.get(pod.metadata?.name ?? ''),
      })),
    }))
    send(response, { kind: 'PodMetricsList', apiVersion: 'metrics.k8s.io/v1beta1', metadata: {}, items })
  }

  return {
    store,
    logs,
    usage,
    /** Resources that RBAC does not allow: `secrets`, or `namespace/secrets`. */
    forbidden,
    /** Verbs that RBAC does not allow for anything: `watch`. */
    forbiddenVerbs,
    answer,
  }
}

function send(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export interface Target {
  readonly resource: string
  readonly namespace: string | undefined
  readonly name: string | undefined
  readonly sub: string | undefined
}

/** `/api/v1/namespaces/ns/pods/name/log` and its like. */
export function toTarget(path: string): Target | undefined {
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent)
  const base = parts[0] === 'api' ? parts.splice(0, 2) : parts[0] === 'apis' ? parts.splice(0, 3) : undefined
  if (!base || parts.length === 0) return undefined
  const namespace = parts[0] === 'namespaces' && parts.length > 2 ? parts.splice(0, 2)[1] : undefined
  const [plural, name, sub] = parts
  return { resource: [...base, plural].join('/'), namespace, name, sub }
}

function verbOf(method: string, url: URL, name: string | undefined): string {
  if (method !== 'GET') return { DELETE: 'delete', PATCH: 'patch', PUT: 'update' }[method] ?? 'create'
  return name !== undefined ? 'get' : url.searchParams.get('watch') === 'true' ? 'watch' : 'list'
}

/** What RBAC says. */
export function refusal({ resource, namespace, name, sub }: Target, verb: string): string {
  const plural = resource.split('/').at(-1) ?? ''
  const group = resource.startsWith('apis/') ? resource.split('/')[1] : ''
  const what = sub === undefined ? plural : `${plural}/${sub}`
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`
  const named = name === undefined ? '' : ` "${name}"`
  const user = 'User "system:serviceaccount:default:portal"'
  return `${plural}${group ? `.${group}` : ''}${named} is forbidden: ${user} cannot ${verb} resource "${what}" in API group "${group}" ${where}`
}

/** A merge patch. */
function merged(value: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const result: Record<string, unknown> = { ...(value as object | undefined) }
  for (const [key, inner] of Object.entries(patch)) result[key] = merged(result[key], inner)
  return result
}
