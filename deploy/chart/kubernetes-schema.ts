import { validate as httpRoute } from '@kubernetes-models/gateway-api/_schemas/IoK8sSigsGatewayApiApisV1HTTPRoute'
import { validate as serviceMonitor } from '@kubernetes-models/prometheus-operator/_schemas/ComGithubPrometheusOperatorPrometheusOperatorPkgApisMonitoringV1ServiceMonitor'
import { validate as deployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment'
import { validate as statefulSet } from 'kubernetes-models/_schemas/IoK8sApiAppsV1StatefulSet'
import { validate as autoscaler } from 'kubernetes-models/_schemas/IoK8sApiAutoscalingV2HorizontalPodAutoscaler'
import { validate as configMap } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap'
import { validate as pod } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Pod'
import { validate as secret } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Secret'
import { validate as service } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service'
import { validate as serviceAccount } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ServiceAccount'
import { validate as ingress } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress'
import { validate as networkPolicy } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy'
import { validate as disruptionBudget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget'
import { validate as clusterRole } from 'kubernetes-models/_schemas/IoK8sApiRbacV1ClusterRole'
import { validate as clusterRoleBinding } from 'kubernetes-models/_schemas/IoK8sApiRbacV1ClusterRoleBinding'
import type { Manifest } from './helm.ts'

type Validate = ((data: unknown) => boolean) & { errors?: readonly { instancePath: string; message?: string; keyword: string }[] | null }

const schemas: Readonly<Record<string, unknown>> = {
  'apps/v1 Deployment': deployment,
  'apps/v1 StatefulSet': statefulSet,
  'autoscaling/v2 HorizontalPodAutoscaler': autoscaler,
  'gateway.networking.k8s.io/v1 HTTPRoute': httpRoute,
  'monitoring.coreos.com/v1 ServiceMonitor': serviceMonitor,
  'networking.k8s.io/v1 Ingress': ingress,
  'networking.k8s.io/v1 NetworkPolicy': networkPolicy,
  'policy/v1 PodDisruptionBudget': disruptionBudget,
  'rbac.authorization.k8s.io/v1 ClusterRole': clusterRole,
  'rbac.authorization.k8s.io/v1 ClusterRoleBinding': clusterRoleBinding,
  'v1 ConfigMap': configMap,
  'v1 Pod': pod,
  'v1 Secret': secret,
  'v1 Service': service,
  'v1 ServiceAccount': serviceAccount,
}

/** What the schemas of Kubernetes find wrong with a manifest, and the keys that they do not know. */
export function schemaMistakes(manifest: Manifest): string[] {
  const name = `${manifest.apiVersion} ${manifest.kind}`
  const validate = schemas[name] as Validate | undefined
  if (!validate) return [`${name}: no schema`]
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
