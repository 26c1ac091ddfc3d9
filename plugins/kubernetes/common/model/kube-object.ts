/** Whatever is inside of an object. */
export type Fields = Readonly<Record<string, unknown>>

/** An object of a cluster. What is in it comes from outside: everything may be missing or of another type. */
export interface KubeObject {
  readonly apiVersion?: string
  readonly kind?: string
  readonly metadata?: KubeMetadata
  readonly spec?: Fields
  readonly status?: Fields
  readonly [field: string]: unknown
}

export interface KubeMetadata {
  readonly name?: string
  readonly namespace?: string
  readonly uid?: string
  readonly resourceVersion?: string
  readonly creationTimestamp?: string
  readonly deletionTimestamp?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly ownerReferences?: readonly OwnerReference[]
  readonly [field: string]: unknown
}

export interface OwnerReference {
  readonly kind?: string
  readonly name?: string
  readonly uid?: string
  readonly controller?: boolean
  readonly [field: string]: unknown
}

/** An event of a cluster, as far as it is read. */
export interface KubeEvent extends KubeObject {
  readonly type?: string
  readonly reason?: string
  readonly message?: string
  readonly count?: number
  readonly firstTimestamp?: string | null
  readonly lastTimestamp?: string | null
  readonly eventTime?: string | null
}

/** A list, whatever was sent in its place. */
export function listOf<T = Fields>(value: unknown): readonly T[] {
  return Array.isArray(value) ? (value as T[]).filter(item => typeof item === 'object' && item !== null) : []
}

/** What is deep inside of a value; undefined where a step on the way is missing or no object. */
export function valueIn(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (typeof inner === 'object' && inner !== null ? (inner as Fields)[key] : undefined), value)
}

/** A whole number; 0 where there is none. */
export function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.trunc(value)) : 0
}

export interface KubeCondition {
  readonly type?: string
  readonly status?: string
  readonly reason?: string
  readonly message?: string
  readonly lastTransitionTime?: string
}

/** Where autoscaling/v1 has the conditions of an autoscaler, as JSON. */
const scalerConditions = 'autoscaling.alpha.kubernetes.io/conditions'

/** The conditions of an object. */
export function conditionsOf({ status, metadata }: KubeObject): readonly KubeCondition[] {
  const written = metadata?.annotations?.[scalerConditions]
  if (status?.['conditions'] !== undefined || typeof written !== 'string') return listOf<KubeCondition>(status?.['conditions'])
  try {
    return listOf<KubeCondition>(JSON.parse(written))
  } catch {
    return []
  }
}

/** A condition of an object, by its type. */
export function conditionOf(object: KubeObject, type: string): KubeCondition | undefined {
  return conditionsOf(object).find(each => each.type === type)
}

/** Names an object among all of a cluster. */
export function objectKey({ metadata = {} }: KubeObject): string {
  return metadata.uid ?? `${metadata.namespace ?? ''}/${metadata.name ?? ''}`
}

/** Where a pod that the kubelet has from a file says so. */
const mirrorAnnotation = 'kubernetes.io/config.mirror'

/** The uid by which events name an object: for a pod that the kubelet has from a file, that of the file. */
export function eventUidOf({ metadata = {} }: KubeObject): string | undefined {
  return metadata.annotations?.[mirrorAnnotation] ?? metadata.uid
}
