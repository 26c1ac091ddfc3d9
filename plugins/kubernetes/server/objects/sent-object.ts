import type { KubeObject } from '@portico/kubernetes/common'
import { maskCredentials, withoutLastApplied } from './mask.ts'

interface Facts {
  readonly kind?: string | undefined
  readonly apiVersion?: string | undefined
  /** Of the list it is from. */
  readonly type?: string
  readonly plural?: string
}

/** An object as it goes out: without what only machines read, and with the values of Secrets masked. */
export function toSentObject(object: KubeObject, { kind, apiVersion, type, plural }: Facts = {}): KubeObject {
  const { managedFields: _managed, ...metadata } = (object.metadata ?? {}) as Record<string, unknown>
  const named = {
    ...(object.apiVersion === undefined && apiVersion !== undefined && { apiVersion }),
    ...(object.kind === undefined && kind !== undefined && { kind }),
    ...object,
    metadata: withoutLastApplied(metadata),
  } as KubeObject
  const isSecret = type === 'secrets' || plural === 'secrets' || named.kind === 'Secret'
  return isSecret ? (maskCredentials(named as never) as KubeObject) : named
}
