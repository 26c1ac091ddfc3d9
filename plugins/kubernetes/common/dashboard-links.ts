import { AppError } from '@portico/core/common'
import type { ClusterAttributes, DashboardParameters } from './cluster.ts'
import { valueIn, type KubeObject } from './model/kube-object.ts'

interface LinkRequest {
  readonly dashboardUrl?: string | undefined
  readonly dashboardParameters?: DashboardParameters | undefined
  readonly object: KubeObject
  readonly kind: string
}

type LinkFormatter = (request: LinkRequest) => URL

/** The dashboards that links lead to; `standard` where a cluster names none. */
export const linkFormatters: Readonly<Record<string, LinkFormatter>> = {
  standard: toStandard,
  aks: toAks,
  eks: toEks,
  gke: toGke,
  openshift: toOpenShift,
  rancher: toRancher,
  headlamp: toHeadlamp,
}
export const defaultDashboardApp = 'standard'
/** The origin of links that stay in the portal, whatever its own is. */
const ownPortal = 'http://portal.invalid'

function linkError(message: string) {
  return new AppError('InputError', message, { code: 'kubernetes.dashboard-link' })
}

/** The address of an object in the dashboard of its cluster. Throws where something that it needs is missing. */
export function dashboardLink(cluster: ClusterAttributes, object: KubeObject, kind: string): URL {
  const app = cluster.dashboardApp ?? defaultDashboardApp
  const format = linkFormatters[app]
  if (!format) throw linkError(`There is no formatter for the dashboard '${app}'. Known ones are ${Object.keys(linkFormatters).join(', ')}`)
  const { dashboardUrl, dashboardParameters } = cluster
  return format({ dashboardUrl, dashboardParameters, object, kind })
}

/** The same for a screen: undefined where there is no dashboard or no link to it. */
export function dashboardLinkIfAny(cluster: ClusterAttributes, object: KubeObject, kind: string): string | undefined {
  if (cluster.dashboardUrl === undefined && cluster.dashboardParameters === undefined) return undefined
  try {
    const link = dashboardLink(cluster, object, kind)
    return link.origin === ownPortal ? `${link.pathname}${link.search}` : link.href
  } catch {
    return undefined
  }
}

function needsUrl(dashboard: string, url: string | undefined): URL {
  if (url === undefined || url === '') throw linkError(`The dashboard URL is missing: a link to ${dashboard} needs dashboardUrl`)
  if (!URL.canParse(url)) throw linkError(`The dashboard URL '${url}' is not a URL`)
  const base = new URL(url)
  base.pathname = base.pathname.replace(/\/?$/, '/')
  return base
}

function needsParameter(dashboard: string, value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw linkError(`dashboardParameters.${name} is missing: a link to ${dashboard} needs it`)
  return value
}

function below(base: URL, path: string): URL {
  return new URL(path, base)
}

const encode = (value: string | undefined) => encodeURIComponent(value ?? '')
const nameOf = ({ metadata }: KubeObject) => metadata?.name ?? ''
const namespaceOf = ({ metadata }: KubeObject) => metadata?.namespace

/** Kubernetes Dashboard: `#/deployment/namespace/name?namespace=namespace`. */
function toStandard({ dashboardUrl, object, kind }: LinkRequest): URL {
  const link = needsUrl('the Kubernetes dashboard', dashboardUrl)
  const namespace = namespaceOf(object)
  if (kind === '' || nameOf(object) === '') return link
  const place = namespace === undefined ? '' : `/${encode(namespace)}`
  link.hash = `/${encode(kind.toLowerCase())}${place}/${encode(nameOf(object))}${namespace === undefined ? '' : `?namespace=${encode(namespace)}`}`
  return link
}

const openShiftPlurals: Readonly<Record<string, string>> = {
  Deployment: 'deployments',
  Ingress: 'ingresses',
  Service: 'services',
  HorizontalPodAutoscaler: 'horizontalpodautoscalers',
  PersistentVolume: 'persistentvolumes',
  Pod: 'pods',
  StatefulSet: 'statefulsets',
  DaemonSet: 'daemonsets',
  Job: 'jobs',
  CronJob: 'cronjobs',
}

function toOpenShift({ dashboardUrl, object, kind }: LinkRequest): URL {
  const base = needsUrl('the OpenShift console', dashboardUrl)
  const namespace = namespaceOf(object)
  const plural = openShiftPlurals[kind]
  if (namespace === undefined)
    return plural === undefined ? below(base, 'k8s/cluster/projects') : below(base, `k8s/cluster/${plural}/${encode(nameOf(object))}`)
  if (plural === undefined) return below(base, `k8s/cluster/projects/${encode(namespace)}`)
  return below(base, `k8s/ns/${encode(namespace)}/${plural}/${encode(nameOf(object))}`)
}

const rancherTypes: Readonly<Record<string, string>> = {
  Deployment: 'apps.deployment',
  StatefulSet: 'apps.statefulset',
  DaemonSet: 'apps.daemonset',
  Job: 'batch.job',
  CronJob: 'batch.cronjob',
  Ingress: 'networking.k8s.io.ingress',
  Service: 'service',
  Pod: 'pod',
  HorizontalPodAutoscaler: 'autoscaling.horizontalpodautoscaler',
}

function toRancher({ dashboardUrl, object, kind }: LinkRequest): URL {
  const base = needsUrl('Rancher', dashboardUrl)
  const type = rancherTypes[kind]
  const namespace = namespaceOf(object)
  if (type === undefined || namespace === undefined) return below(base, 'explorer/workload')
  return below(base, `explorer/${type}/${encode(namespace)}/${encode(nameOf(object))}`)
}

const gkePlaces: Readonly<Record<string, string>> = { Service: 'service', Ingress: 'ingress', Pod: 'pod' }

function toGke({ dashboardParameters: given = {}, object, kind }: LinkRequest): URL {
  const project = needsParameter('GKE', given.projectId ?? given.project, 'projectId')
  const region = needsParameter('GKE', given.region, 'region')
  const cluster = needsParameter('GKE', given.clusterName, 'clusterName')
  const place = gkePlaces[kind] ?? kind.toLowerCase()
  const where = [region, cluster, namespaceOf(object) ?? '', nameOf(object)].map(encode).join('/')
  return new URL(`https://console.cloud.google.com/kubernetes/${encode(place)}/${where}/details?project=${encode(project)}`)
}

function toAks({ dashboardParameters: given = {}, object, kind }: LinkRequest): URL {
  const subscription = needsParameter('AKS', given.subscriptionId, 'subscriptionId')
  const resourceGroup = needsParameter('AKS', given.resourceGroup, 'resourceGroup')
  const cluster = needsParameter('AKS', given.clusterName, 'clusterName')
  const id = `/subscriptions/${encode(subscription)}/resourceGroups/${encode(resourceGroup)}/providers/Microsoft.ContainerService/managedClusters/${encode(cluster)}`
  const about = {
    kind,
    metadata: { name: nameOf(object), namespace: namespaceOf(object), uid: object.metadata?.uid },
    spec: { selector: { matchLabels: valueIn(object.spec, 'selector', 'matchLabels') ?? {} } },
  }
  return new URL(
    `https://portal.azure.com/#blade/Microsoft_Azure_ContainerService/AksK8ResourceMenuBlade/overview-${encode(kind)}/aksClusterId/${encode(id)}/resource/${encode(JSON.stringify(about))}`,
  )
}

function toEks(): URL {
  throw new AppError('NotImplementedError', 'Links to the dashboard of EKS are not implemented', { code: 'kubernetes.dashboard-link' })
}

const headlampPlurals: Readonly<Record<string, string>> = {
  ...openShiftPlurals,
  Node: 'nodes',
  Namespace: 'namespaces',
  ConfigMap: 'configmaps',
  Secret: 'secrets',
}
const clusterKinds = new Set(['Node', 'Namespace', 'PersistentVolume', 'ClusterRole', 'StorageClass', 'CustomResourceDefinition'])

function toHeadlamp({ dashboardUrl, dashboardParameters: given = {}, object, kind }: LinkRequest): URL {
  const name = nameOf(object)
  if (name === '') throw linkError('The name of the resource is missing: a link to Headlamp needs it')
  const namespace = namespaceOf(object)
  const isNamespaced = !clusterKinds.has(kind)
  if (isNamespaced && (namespace === undefined || namespace === ''))
    throw linkError(`The namespace is missing: a link to a ${kind} in Headlamp needs it`)
  const cluster = encode(given.clusterName ?? 'default')
  const plural = headlampPlurals[kind] ?? `${kind.toLowerCase()}s`
  const path = `c/${cluster}/${encode(plural)}/${isNamespaced ? `${encode(namespace)}/` : ''}${encode(name)}`
  // Headlamp that is part of the portal: its route, and where it goes by its own parameter.
  if (given.internal === true) return new URL(`${given.headlampRoute ?? '/headlamp'}?to=${encode(`/${path}`)}`, ownPortal)
  return below(needsUrl('Headlamp', dashboardUrl), path)
}
