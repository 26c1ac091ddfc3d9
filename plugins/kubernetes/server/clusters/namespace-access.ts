import { matchesWildcard } from '@portico/core/common'
import type { Permissions, PermissionRule, Principal } from '@portico/core/server'
import {
  namespaceReadPermission,
  namespaceRef,
  namespaceResourceType,
  namespaceUpdatePermission,
  type KubeObject,
} from '@portico/kubernetes/common'
import { z } from 'zod'

interface Place {
  readonly cluster: string
  readonly namespace: string
}

function inList(name: string, description: string, param: string, of: (place: Place) => string): PermissionRule<Place> {
  return {
    name,
    description,
    resourceType: namespaceResourceType,
    paramsSchema: z.object({ [param]: z.array(z.string()) }),
    apply: (place, params: Readonly<Record<string, readonly string[]>>) =>
      (params[param] ?? []).some(pattern => matchesWildcard(of(place), pattern)),
  }
}

/** What conditions of permissions by namespace may say. `*` in a name stands for anything. */
export const namespaceRules: readonly PermissionRule<Place>[] = [
  inList('IS_IN_CLUSTER', 'In one of the clusters', 'clusters', ({ cluster }) => cluster),
  inList('IS_IN_NAMESPACE', 'In one of the namespaces', 'namespaces', ({ namespace }) => namespace),
]

/** What the conditions are applied to: a ref says it all. */
export async function loadPlaces(refs: readonly string[]): Promise<Place[]> {
  return refs.map(ref => {
    const at = ref.lastIndexOf('/')
    return { cluster: ref.slice(0, at), namespace: ref.slice(at + 1) }
  })
}

/** Who may see and change what is in which namespace, where the config asks for that. */
export function createNamespaceAccess({ permissions, isOn }: { readonly permissions: Permissions; readonly isOn: () => boolean }) {
  async function allowed(caller: Principal, cluster: string, namespaces: readonly string[]): Promise<ReadonlySet<string>> {
    const requests = namespaces.map(namespace => ({ permission: namespaceReadPermission, resourceRef: namespaceRef(cluster, namespace) }))
    const decisions = await permissions.authorize(caller, requests)
    return new Set(namespaces.filter((_, at) => decisions[at]?.result === 'ALLOW'))
  }

  return {
    /** Leaves out what the caller may not see. */
    async filter(caller: Principal, cluster: string, groups: { type: string; resources: KubeObject[] }[]) {
      if (!isOn()) return { groups, sees: () => true }
      const namespaces = [...new Set(groups.flatMap(({ resources }) => resources.map(namespaceOf)))]
      const seen = await allowed(caller, cluster, namespaces)
      const sees = (object: KubeObject) => seen.has(namespaceOf(object))
      const left = groups
        .map(({ type, resources }) => ({ type, resources: resources.filter(sees) }))
        .filter(({ resources }) => resources.length > 0)
      return { groups: left, sees }
    },
    /** For a call to the API of a cluster; a path without a namespace is about the whole cluster. */
    async require(caller: Principal, cluster: string, namespace: string | undefined, isChange: boolean): Promise<void> {
      if (isOn())
        await permissions.require(caller, isChange ? namespaceUpdatePermission : namespaceReadPermission, namespaceRef(cluster, namespace))
    },
  }
}

export type NamespaceAccess = ReturnType<typeof createNamespaceAccess>

function namespaceOf({ metadata }: KubeObject): string {
  return metadata?.namespace ?? ''
}
