import { invalidPath } from '../errors.ts'

/** A call through the proxy: the path at the cluster, its query, and what it is about. */
export interface ProxyTarget {
  /** Encoded again from what was checked, so that a cluster reads what was checked. */
  readonly path: string
  readonly query: string
  /** Where the path names one. */
  readonly namespace: string | undefined
  /** What runs is reached into: exec, attach, port forwarding, and the proxies of the API server. */
  readonly isExec: boolean
  /** The log of a pod, or events. */
  readonly isLogs: boolean
  /** The answer holds values of Secrets, or tokens. */
  readonly isSecret: boolean
  readonly isWatch: boolean
}

const execs = new Set(['exec', 'attach', 'portforward', 'proxy'])
/** Kinds whose objects hold credentials, in any API group: the second are clients and tokens of OpenShift. */
const secretKinds = new Set(['secrets', 'oauthclients', 'oauthaccesstokens', 'oauthauthorizetokens', 'useroauthaccesstokens'])

/**
 * The path at the cluster of a URL below the plugin, `/proxy/api/v1/…`. A path that leaves its folder, that another server could read
 * differently (encoded slashes, backslashes, empty segments, anything encoded twice), or that is a whole address is refused.
 */
export function toProxyTarget(url: string): ProxyTarget {
  const at = url.indexOf('?')
  const query = at === -1 ? '' : url.slice(at + 1)
  const path = (at === -1 ? url : url.slice(0, at)).replace(/^\/proxy(?=\/|$)/, '') || '/'
  const segments = path.split('/').slice(1)
  const isFolder = segments.at(-1) === ''
  const names = (isFolder ? segments.slice(0, -1) : segments).map(toName)
  const object = objectOf(names)
  const { resource = '', subresource = '' } = object
  return {
    path: `/${names.map(encodeName).join('/')}${isFolder && names.length > 0 ? '/' : ''}`,
    query,
    namespace: object.namespace,
    isExec: execs.has(subresource),
    isLogs: (resource === 'pods' && subresource === 'log') || (resource === 'events' && subresource === ''),
    isSecret: secretKinds.has(resource) || (resource === 'serviceaccounts' && subresource === 'token'),
    isWatch: object.isWatch || new URLSearchParams(query).has('watch'),
  }
}

/** No name of the API has a percent sign, so that what is still encoded was encoded twice; `;` begins parameters on some servers. */
function toName(segment: string): string {
  let name: string
  try {
    name = decodeURIComponent(segment)
  } catch {
    throw invalidPath()
  }
  if (name === '' || name === '.' || name === '..' || /[/\\%;?#\u0000-\u001f\u007f]/.test(name)) throw invalidPath()
  return name
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll('%3A', ':').replaceAll('%40', '@')
}

interface ApiObject {
  readonly namespace?: string | undefined
  readonly resource?: string | undefined
  readonly subresource?: string | undefined
  readonly isWatch: boolean
}

/** What a path of the API names: `/api/v1/namespaces/shop/pods/pay-0/log`. In lower case, as a server might that does not mind case. */
function objectOf(names: readonly string[]): ApiObject {
  const [root] = names
  const below = root === 'api' ? names.slice(2) : root === 'apis' ? names.slice(3) : []
  const isWatch = below[0] === 'watch'
  const rest = isWatch ? below.slice(1) : below
  const isInNamespace = rest[0] === 'namespaces'
  const inside = isInNamespace && rest.length > 2 ? rest.slice(2) : rest
  return {
    namespace: isInNamespace ? rest[1] : undefined,
    resource: inside[0]?.toLowerCase(),
    subresource: inside[2]?.toLowerCase(),
    isWatch,
  }
}
