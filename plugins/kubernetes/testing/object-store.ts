import type { KubeObject } from '@portico/kubernetes/common'

/** A change as a watch tells of it. */
export interface StoredChange {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly resource: string
  readonly object: KubeObject
  /** As it was before. */
  readonly before: KubeObject | undefined
  readonly version: number
}

/** Objects by the path of their list, with versions as etcd has them: one counter for all, and a history that is cut off. */
export function createObjectStore() {
  const objects = new Map<string, Map<string, KubeObject>>()
  const clusterWide = new Set<string>()
  const listeners = new Set<(change: StoredChange) => void>()
  let history: StoredChange[] = []
  let version = 1000
  let oldest = 1000

  const keyOf = ({ metadata }: KubeObject) => `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`

  function tell(type: StoredChange['type'], resource: string, object: KubeObject, before: KubeObject | undefined): void {
    const change = { type, resource, object, before, version }
    history.push(change)
    listeners.forEach(listener => listener(change))
  }

  return {
    /** Adds an object or replaces it. @param resource `api/v1/pods`, `apis/apps/v1/deployments` */
    put(resource: string, object: KubeObject): KubeObject {
      const all = objects.get(resource) ?? new Map<string, KubeObject>()
      objects.set(resource, all)
      const known = all.get(keyOf(object))
      version += 1
      const uid = object.metadata?.uid ?? known?.metadata?.uid ?? `uid-${resource}-${keyOf(object)}`
      const stored = { ...object, metadata: { ...object.metadata, uid, resourceVersion: String(version) } }
      all.set(keyOf(object), stored)
      tell(known ? 'MODIFIED' : 'ADDED', resource, stored, known)
      return stored
    },
    remove(resource: string, namespace: string, name: string): KubeObject | undefined {
      const all = objects.get(resource)
      const known = all?.get(`${namespace}/${name}`)
      if (!known) return undefined
      version += 1
      all?.delete(`${namespace}/${name}`)
      tell('DELETED', resource, { ...known, metadata: { ...known.metadata, resourceVersion: String(version) } }, known)
      return known
    },
    list: (resource: string): KubeObject[] => [...(objects.get(resource)?.values() ?? [])],
    get: (resource: string, namespace: string, name: string) => objects.get(resource)?.get(`${namespace}/${name}`),
    hasResource: (resource: string) => objects.has(resource),
    resources: (): string[] => [...objects.keys()],
    isNamespaced: (resource: string) => !clusterWide.has(resource),
    /** Makes a resource known, also without objects. */
    define(resource: string, { isNamespaced = true } = {}): void {
      if (!objects.has(resource)) objects.set(resource, new Map())
      if (!isNamespaced) clusterWide.add(resource)
    },
    /** Makes a resource unknown, as deleting its CRD does. */
    undefine: (resource: string) => void objects.delete(resource),
    version: () => version,
    /** Undefined where it is too old. */
    since: (from: number): StoredChange[] | undefined => (from < oldest ? undefined : history.filter(change => change.version > from)),
    subscribe(listener: (change: StoredChange) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Drops the history, as compaction does: watches from before are `410 Gone`. */
    compact(): void {
      version += 1
      oldest = version
      history = []
    },
  }
}

export type ObjectStore = ReturnType<typeof createObjectStore>
