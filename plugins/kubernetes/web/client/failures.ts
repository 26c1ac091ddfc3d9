import { AppError, responseOf } from '@portico/core/common'

/** Words of statuses for connections that send none, as HTTP/2 does. */
const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Payload Too Large',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

const notInstalled = 'Could not find the Kubernetes Backend (HTTP 404). Make sure the plugin has been fully installed.'

/** The error of a call to the plugin. */
export function requestFailed(status: number, statusText: string, body: string): AppError {
  const message = status === 404 ? notInstalled : `Request failed with ${status} ${statusText || (statusTexts[status] ?? '')}, ${body}`
  return new AppError('ResponseError', message, { status, code: 'kubernetes.request-failed' })
}

/** The error of a call to a cluster through the plugin. */
export function proxyFailed(status: number, statusText: string, body: string): AppError {
  const message = `Proxy request failed with ${status} ${statusText || (statusTexts[status] ?? '')}, ${saidIn(body)}`
  return new AppError('ResponseError', message, { status, code: 'kubernetes.proxy-request-failed' })
}

/** The sentence of an API server or of the portal, where the answer has one; else the answer as it is. */
function saidIn(body: string): string {
  try {
    const { message, error } = JSON.parse(body) as { message?: unknown; error?: { message?: unknown } }
    const said = message ?? error?.message
    return typeof said === 'string' && said !== '' ? said : body
  } catch {
    return body
  }
}

export function clusterNotFound(name: string): AppError {
  return new AppError('NotFoundError', `Cluster ${name} not found`, { code: 'kubernetes.cluster-not-found' })
}

/** The same words for a failure of the typed client; what is no answer of the plugin stays as it is. */
export function inKubernetesWords(error: unknown): unknown {
  const facts = error instanceof AppError ? responseOf(error) : undefined
  if (!facts || (error as AppError).code === 'core.permission-denied') return error
  return requestFailed(facts.status, '', typeof facts.body === 'string' ? facts.body : JSON.stringify(facts.body))
}
