/** A kind of object of the API, and where its lists are. */
export interface ResourceType {
  /** As the wire names it; `customresources` for those of CRDs. */
  readonly objectType: string
  /** '' for the core group. */
  readonly group: string
  readonly apiVersion: string
  readonly plural: string
  /** Its objects are in no namespace. */
  readonly isClusterWide?: boolean
}

const core = (plural: string): ResourceType => ({ objectType: plural, group: '', apiVersion: 'v1', plural })
const of = (group: string, plural: string, apiVersion = 'v1'): ResourceType => ({ objectType: plural, group, apiVersion, plural })

/** What is asked for by default, and what config can add. */
export const knownResourceTypes: readonly ResourceType[] = [
  core('pods'),
  core('services'),
  core('configmaps'),
  core('limitranges'),
  core('resourcequotas'),
  of('apps', 'deployments'),
  of('apps', 'replicasets'),
  of('autoscaling', 'horizontalpodautoscalers', 'v2'),
  of('batch', 'jobs'),
  of('batch', 'cronjobs'),
  of('networking.k8s.io', 'ingresses'),
  of('apps', 'statefulsets'),
  of('apps', 'daemonsets'),
  core('secrets'),
  { ...core('persistentvolumes'), isClusterWide: true },
  core('persistentvolumeclaims'),
]

/** Only on request. */
const optionalTypes = new Set(['secrets', 'persistentvolumes', 'persistentvolumeclaims'])

export const defaultObjectTypes: readonly string[] = knownResourceTypes
  .map(({ objectType }) => objectType)
  .filter(type => !optionalTypes.has(type))

/** The path of a list: of one namespace, or of all. */
export function listPath({ group, apiVersion, plural, isClusterWide = false }: ResourceType, namespace?: string): string {
  const base =
    group === '' ? `/api/${encodeURIComponent(apiVersion)}` : `/apis/${encodeURIComponent(group)}/${encodeURIComponent(apiVersion)}`
  const inside = namespace === undefined || isClusterWide ? '' : `/namespaces/${encodeURIComponent(namespace)}`
  return `${base}${inside}/${encodeURIComponent(plural)}`
}
