import { isRecord } from '@portico/core/common'
import type { Fields } from '@portico/kubernetes/common'

const mask = '***'
/** It repeats the whole object, with the values of a Secret in it. */
export const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'
/** Fields of Secrets, and of clients and tokens of OpenShift, whose values are credentials. */
const valueFields = ['data', 'stringData', 'secret', 'additionalSecrets', 'token', 'refreshToken', 'authorizeToken']

/** An object that holds credentials, a list or table of such objects, or an event about one, with every value masked and every name kept. */
export function maskCredentials(value: Fields): Fields {
  if (!isRecord(value)) return value
  const masked: Record<string, unknown> = { ...value }
  if (Array.isArray(masked['items'])) masked['items'] = masked['items'].map(maskCredentials)
  if (Array.isArray(masked['rows'])) masked['rows'] = masked['rows'].map(maskCredentials)
  if (isRecord(masked['object'])) masked['object'] = maskCredentials(masked['object'])
  for (const field of valueFields) if (field in masked) masked[field] = maskValue(masked[field])
  // The answer to a request for a token.
  if (isRecord(masked['status']) && 'token' in masked['status']) masked['status'] = { ...masked['status'], token: mask }
  if (isRecord(masked['metadata'])) masked['metadata'] = withoutLastApplied(masked['metadata'])
  return masked
}

/** The annotations of an object without the one that repeats it. */
export function withoutLastApplied(metadata: Fields): Fields {
  const { annotations } = metadata
  if (!isRecord(annotations) || !(lastApplied in annotations)) return metadata
  const { [lastApplied]: _applied, ...rest } = annotations
  return { ...metadata, annotations: rest }
}

function maskValue(value: unknown): unknown {
  return isRecord(value) ? Object.fromEntries(Object.keys(value).map(key => [key, mask])) : mask
}
