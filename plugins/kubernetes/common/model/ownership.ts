import { objectKey, type KubeObject } from './kube-object.ts'

/** The objects of one type, as the wire groups them. */
export interface ObjectGroup {
  readonly type: string
  readonly resources: readonly KubeObject[]
}

/** Finds the pods of workloads by who owns whom: a pod its replica set, and that its deployment. */
export function createOwnership(groups: readonly ObjectGroup[]) {
  const parents = new Map<string, string>()
  const pods: KubeObject[] = []
  for (const { type, resources } of groups) {
    for (const object of resources) {
      const owner = object.metadata?.ownerReferences?.find(each => each.controller !== false)?.uid
      if (owner !== undefined) parents.set(objectKey(object), owner)
    }
    if (type === 'pods') pods.push(...resources)
  }
  const byOwner = new Map<string, KubeObject[]>()
  for (const pod of pods) {
    let at = parents.get(objectKey(pod))
    // A chain is short; one that leads in a circle ends here.
    for (let depth = 0; at !== undefined && depth < 5; depth += 1) {
      const known = byOwner.get(at)
      if (known) known.push(pod)
      else byOwner.set(at, [pod])
      at = parents.get(at)
    }
  }
  return {
    podsOf: (object: KubeObject): readonly KubeObject[] => byOwner.get(objectKey(object)) ?? [],
    /** Those that no workload here owns. */
    isOwned: (object: KubeObject): boolean => parents.has(objectKey(object)),
  }
}

export type Ownership = ReturnType<typeof createOwnership>
