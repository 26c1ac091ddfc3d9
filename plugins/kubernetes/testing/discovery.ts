/** The versions whose shapes the stand-in knows. */
export type KubeVersion = '1.28' | '1.29' | '1.30' | '1.31' | '1.32' | '1.33' | '1.34'
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
}

/** What 1.28 still served beside what is served now. */
const older: Readonly<Record<string, readonly string[]>> = { 'apis/flowcontrol.apiserver.k8s.io/v1beta2': ['flowschemas'] }

function groupsOf(version: KubeVersion): Readonly<Record<string, readonly string[]>> {
  return version === '1.28' ? { ...groups, ...older } : groups
}

/** The paths of all lists. */
export function resourcesOf(version: KubeVersion): string[] {
  return Object.entries(groupsOf(version)).flatMap(([group, plurals]) => plurals.map(plural => `${group}/${plural}`))
}

/** The answers of discovery; undefined for another path. */
export function discoveryOf(path: string, version: KubeVersion, hasMetrics: boolean): object | undefined {
  const found = groupsOf(version)
  const [major, minor] = version.split('.')
  // The version that is emulated is told since 1.33.
  const emulated = Number(minor) >= 33 && { emulationMajor: major, emulationMinor: minor, minCompatibilityMajor: major }
  if (path === '/version') return { major, minor, ...emulated, gitVersion: `v${version}.0`, platform: 'linux/amd64' }
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] }
  if (path === '/apis') {
    const names = [...Object.keys(found).filter(group => group.startsWith('apis/')), ...(hasMetrics ? ['apis/metrics.k8s.io/v1beta1'] : [])]
    const list = names
      .map(group => group.split('/').slice(1))
      .map(([name, groupVersion]) => ({
        name,
        versions: [{ groupVersion: `${name}/${groupVersion}`, version: groupVersion }],
        preferredVersion: { groupVersion: `${name}/${groupVersion}`, version: groupVersion },
      }))
    return { kind: 'APIGroupList', apiVersion: 'v1', groups: list }
  }
  const plurals = found[path.slice(1)]
  if (!plurals) return undefined
  const groupVersion = path.replace(/^\/apis?\//, '')
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion,
    resources: plurals.map(name => ({ name, singularName: '', namespaced: true, kind: '', verbs: ['get', 'list', 'watch'] })),
  }
}
