import type { KubeObject } from '@portico/kubernetes/common'

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'
const mask = '***'

interface Facts {
  readonly kind?: string | undefined
  readonly apiVersion?: string | undefined
  /** Of the list it is from. */
  readonly type?: string
}

/** An object as it goes out: without what only machines read, and with the values of Secrets masked. */
export function toSentObject(object: KubeObject, { kind, apiVersion, type }: Facts = {}): KubeObject {
  const { managedFields: _managed, ...metadata } = (object.metadata ?? {}) as Record<string, unknown>
  const annotations = metadata['annotations'] as Record<string, string> | undefined
  // It repeats the whole object, with the values of a Secret in it.
  if (annotations && lastApplied in annotations) {
    const { [lastApplied]: _applied, ...rest } = annotations
    metadata['annotations'] = rest
  }
  const named = {
    ...(object.apiVersion === undefined && apiVersion !== undefined && { apiVersion }),
    ...(object.kind === undefined && kind !== undefined && { kind }),
    ...object,
    metadata,
  }
  return type === 'secrets' || named.kind === 'Secret' ? withoutValues(named) : named
}

function withoutValues(secret: KubeObject): KubeObject {
  const masked: Record<string, unknown> = { ...secret }
  for (const field of ['data', 'stringData'])
    if (field in masked)
      masked[field] =
        typeof masked[field] === 'object' && masked[field] !== null
          ? Object.fromEntries(Object.keys(masked[field]).map(key => [key, mask]))
          : mask
  return masked as KubeObject
}
