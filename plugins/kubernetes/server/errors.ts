import { AppError, inputError, notAllowedError, notFoundError } from '@portico/core/common'
import type { FetchError } from '@portico/kubernetes/common'

/** The entity is not in the catalog, or not for this caller: the two are not told apart. */
export function entityNotVisible(ref: string) {
  return notAllowedError(`The entity ${ref} is not in the catalog`, { code: 'kubernetes.entity-not-found' })
}

export function entityUnknown(ref: string) {
  return inputError(`Entity ref missing, '${ref}' is not in the catalog`, { code: 'kubernetes.entity-unknown' })
}

export function clusterNotFound(name: string) {
  return notFoundError(`Cluster '${name}' not found`, { code: 'kubernetes.cluster-not-found' })
}

export function clusterNotNamed(count: number) {
  return inputError(`There are ${count} clusters: name one in the header Backstage-Kubernetes-Cluster`, {
    code: 'kubernetes.cluster-not-named',
  })
}

export function noClusters() {
  return notFoundError('There are no clusters: add some to kubernetes.clusterLocatorMethods', { code: 'kubernetes.no-clusters' })
}

export function invalidPath() {
  return inputError("The path is malformed, contains '..', or is encoded twice", { code: 'kubernetes.invalid-path' })
}

/** What holds secrets goes out masked or not at all. */
export function secretsNotMasked(why: string) {
  return clusterFailed(`The cluster's answer holds secrets and cannot be masked: ${why}`)
}

export function socketNotOffered() {
  return inputError(
    'WebSockets lead to exec, attach, portforward, proxy and log of the API alone. Use GET with watch=true to follow objects',
    {
      code: 'kubernetes.socket-not-offered',
    },
  )
}

export function requestTooLarge(maxBytes: number) {
  return new AppError('PayloadTooLargeError', `What is sent to a cluster may have at most ${maxBytes / 1_000_000} MB`, {
    code: tooLargeCode,
  })
}

const tooLargeCode = 'kubernetes.request-too-large'

export function isTooLarge(error: unknown): boolean {
  return error instanceof AppError && error.code === tooLargeCode
}

/** The cluster says no, or something that is no answer of an API server. */
export function clusterFailed(message: string, options: { readonly cause?: unknown } = {}) {
  return new AppError('ClusterError', message, { code: 'kubernetes.cluster-failed', ...options })
}

/** A watch is not allowed, there is no such kind any more, or the token is not good any more. @param said the API server's own sentence */
export function watchRefused(cluster: string, plural: string, status: number, said: string | undefined) {
  const code = status === 401 ? unauthorizedCode : status === 403 || status === 404 ? kindRefusedCode : 'kubernetes.cluster-failed'
  return new AppError('ClusterError', `${cluster} does not let ${plural} be followed: ${said ?? `status ${status}`}`, { code })
}

const unauthorizedCode = 'kubernetes.unauthorized'
const kindRefusedCode = 'kubernetes.kind-refused'

export function isKindRefused(error: unknown): boolean {
  return error instanceof AppError && error.code === kindRefusedCode
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof AppError && error.code === unauthorizedCode
}

/** There are no credentials for a cluster. */
export function credentialsMissing(message: string, options: { readonly cause?: unknown } = {}) {
  return new AppError('ClusterError', message, { code: 'kubernetes.credentials-missing', ...options })
}

export function tooManyObjects(path: string, max: number) {
  return clusterFailed(`${path} has more than ${max} objects. Narrow the label selector of the entity, or set its namespace`)
}

/** Why a list failed, in words. */
export function toWords(error: FetchError): string {
  return error.message ?? ('statusCode' in error ? `the API server answered with status ${error.statusCode}` : error.errorType)
}

/** The message of any error, without its stack. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
