import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest } from './helm.ts'

type Validate = ((data: unknown) => boolean) & { errors?: readonly { instancePath: string; message?: string; keyword: string }[] | null }

/** Where packages keep the compiled schemas; not all of them export these. */
const schemas: Readonly<Record<string, string>> = {
  'apps/v1 Deployment': 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment',
  'apps/v1 StatefulSet': 'kubernetes-models/_schemas/IoK8sApiAppsV1StatefulSet',
  'autoscaling/v2 HorizontalPodAutoscaler': 'kubernetes-models/_schemas/IoK8sApiAutoscalingV2HorizontalPodAutoscaler',
  'gateway.networking.k8s.io/v1 HTTPRoute': '@kubernetes-models/gateway-api/_schemas/IoK8sSigsGatewayApiApisV1HTTPRoute',
  'monitoring.coreos.com/v1 ServiceMonitor':
    '@kubernetes-models/prometheus-operator/_schemas/ComGithubPrometheusOperatorPrometheusOperatorPkgApisMonitoringV1ServiceMonitor',
  'networking.k8s.io/v1 Ingress': 'kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress',
  'networking.k8s.io/v1 NetworkPolicy': 'kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy',
  'policy/v1 PodDisruptionBudget': 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget',
  'rbac.authorization.k8s.io/v1 ClusterRole': 'kubernetes-models/_schemas/IoK8sApiRbacV1ClusterRole',
  'rbac.authorization.k8s.io/v1 ClusterRoleBinding': 'kubernetes-models/_schemas/IoK8sApiRbacV1ClusterRoleBinding',
  'v1 ConfigMap': 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap',
  'v1 Pod': 'kubernetes-models/_schemas/IoK8sApiCoreV1Pod',
  'v1 Secret': 'kubernetes-models/_schemas/IoK8sApiCoreV1Secret',
  'v1 Service': 'kubernetes-models/_schemas/IoK8sApiCoreV1Service',
  'v1 ServiceAccount': 'kubernetes-models/_schemas/IoK8sApiCoreV1ServiceAccount',
}

/** What the schemas of Kubernetes find wrong with manifests, and the keys that they do not know. */
export async function schemaMistakes(manifests: readonly Manifest[]): Promise<string[]> {
  return (await Promise.all(manifests.map(manifestMistakes))).flat()
}

async function manifestMistakes(manifest: Manifest): Promise<string[]> {
  const name = `${manifest.apiVersion} ${manifest.kind}`
  const schema = schemas[name]
  if (!schema) return [`${name}: no schema`]
  const { validate } = (await import(pathToFileURL(path.resolve('node_modules', `${schema}.js`)).href)) as { validate: Validate }
  const unread = new Set<string>()
  validate(watchReads(manifest, name, unread))
  const mistakes = (validate.errors ?? []).map(({ instancePath, message, keyword }) => `${name}${instancePath}: ${message ?? keyword}`)
  return [...mistakes, ...[...unread].map(key => `${key}: unknown key`)]
}

/** The schemas are compiled and allow unknown keys. But they read every key they know, so the others are those never read. */
function watchReads(value: unknown, at: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const copies = new Map<PropertyKey, unknown>()
  for (const [key, inner] of Object.entries(value)) copies.set(key, watchReads(inner, `${at}/${key}`, unread))
  if (!Array.isArray(value)) for (const key of copies.keys()) unread.add(`${at}/${String(key)}`)
  return new Proxy(value, {
    get(target, key) {
      unread.delete(`${at}/${String(key)}`)
      return copies.has(key) ? copies.get(key) : Reflect.get(target, key)
    },
  })
}
