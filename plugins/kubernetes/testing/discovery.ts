/** The versions whose shapes the fake server knows; of 1.20 only which groups it serves. */
export type KubeVersion = '1.20' | '1.28' | '1.29' | '1.30' | '1.31' | '1.32' | '1.33' | '1.34'
export const kubeVersions: readonly KubeVersion[] = ['1.28', '1.29', '1.30', '1.31', '1.32', '1.33', '1.34']

const groups: Readonly<Record<string, readonly string[]>> = {
  'api/v1': [
    'pods',
    'services',
    'configmaps',
    'limitranges',
    'resourcequotas',
    'secrets',
    'persistentvolumes',
    'persistentvolumeclaims',
    'events',
    'namespaces',
  ],
  'apis/apps/v1': ['deployments', 'replicasets', 'statefulsets', 'daemonsets'],
  'apis/autoscaling/v2': ['horizontalpodautoscalers'],
  'apis/batch/v1': ['jobs', 'cronjobs'],
  'apis/networking.k8s.io/v1': ['ingresses'],
  'apis/policy/v1': ['poddisruptionbudgets'],
}

/** Groups that not every version serves, with the first and the last that does. */
const partial: readonly { readonly group: string; readonly plural: string; readonly first: KubeVersion; readonly last: KubeVersion }[] = [
  { group: 'apis/flowcontrol.apiserver.k8s.io/v1beta2', plural: 'flowschemas', first: '1.28', last: '1.28' },
  { group: 'apis/flowcontrol.apiserver.k8s.io/v1beta3', plural: 'flowschemas', first: '1.28', last: '1.31' },
  { group: 'apis/flowcontrol.apiserver.k8s.io/v1', plural: 'flowschemas', first: '1.29', last: '1.34' },
  { group: 'apis/resource.k8s.io/v1', plural: 'resourceclaims', first: '1.34', last: '1.34' },
]

/** Before 1.21 and 1.23: no cron jobs in batch/v1, and no autoscaling/v2. */
function oldGroups(): Readonly<Record<string, readonly string[]>> {
  const { 'apis/autoscaling/v2': scalers = [], 'apis/policy/v1': budgets = [], ...rest } = groups
  return {
    ...rest,
    'apis/autoscaling/v1': scalers,
    'apis/autoscaling/v2beta2': scalers,
    'apis/batch/v1': ['jobs'],
    'apis/batch/v1beta1': ['cronjobs'],
    'apis/policy/v1beta1': budgets,
  }
}

function groupsOf(version: KubeVersion): Readonly<Record<string, readonly string[]>> {
  if (version === '1.20') return oldGroups()
  const at = kubeVersions.indexOf(version)
  const served = partial.filter(({ first, last }) => kubeVersions.indexOf(first) <= at && at <= kubeVersions.indexOf(last))
  return { ...groups, ...Object.fromEntries(served.map(({ group, plural }) => [group, [plural]])) }
}

/** The paths of all lists. */
export function resourcesOf(version: KubeVersion): string[] {
  return Object.entries(groupsOf(version)).flatMap(([group, plurals]) => plurals.map(plural => `${group}/${plural}`))
}

interface Served {
  readonly version: KubeVersion
  readonly hasMetrics: boolean
  /** The paths of all lists that there are now, those of CRDs too. */
  readonly resources: readonly string[]
  readonly isNamespaced: (resource: string) => boolean
}

/** The answers of discovery; undefined for another path. */
export function discoveryOf(path: string, { version, hasMetrics, resources, isNamespaced }: Served): object | undefined {
  const [major, minor] = version.split('.')
  // The version that is emulated is told since 1.33.
  const emulated = Number(minor) >= 33 && { emulationMajor: major, emulationMinor: minor, minCompatibilityMajor: major }
  if (path === '/version') return { major, minor, ...emulated, gitVersion: `v${version}.0`, platform: 'linux/amd64' }
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] }
  const served = [...new Set(resources.map(resource => resource.slice(0, resource.lastIndexOf('/'))))]
  const names = [...served.filter(group => group.startsWith('apis/')), ...(hasMetrics ? ['apis/metrics.k8s.io/v1beta1'] : [])]
  const versions = names.map(group => group.split('/').slice(1)).map(([name = '', each = '']) => ({ name, version: each }))
  const list = [...Map.groupBy(versions, ({ name }) => name)].map(([name, each]) => toGroup(name, each))
  if (path === '/apis') return { kind: 'APIGroupList', apiVersion: 'v1', groups: list }
  const [, only] = /^\/apis\/([^/]+)$/.exec(path) ?? []
  const group = list.find(({ name }) => name === only)
  if (group) return { kind: 'APIGroup', apiVersion: 'v1', ...group }
  if (!served.includes(path.slice(1))) return undefined
  const own = resources.filter(resource => resource.slice(0, resource.lastIndexOf('/')) === path.slice(1))
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: path.replace(/^\/apis?\//, ''),
    resources: own.map(resource => ({
      name: resource.split('/').at(-1),
      singularName: '',
      namespaced: isNamespaced(resource),
      kind: '',
      verbs: ['get', 'list', 'watch'],
    })),
  }
}

function toGroup(name: string, served: readonly { readonly version: string }[]) {
  const all = served.map(({ version }) => ({ groupVersion: `${name}/${version}`, version }))
  // The newest is preferred, and a beta is older than what came of it.
  return { name, versions: all, preferredVersion: all.find(({ version }) => !version.includes('beta')) ?? all.at(-1) }
}
