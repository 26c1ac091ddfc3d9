import { invalidPath } from '../errors.ts'

/** A call through the proxy: the path at the cluster, its query, and what it is about. */
export interface ProxyTarget {
  /** As it was encoded. */
  readonly path: string
  readonly query: string
  /** Where the path names one. */
  readonly namespace: string | undefined
}

/**
 * The path at the cluster of a URL below the plugin, `/proxy/api/v1/…`. A path that leaves its folder, that another server could read
 * differently (encoded slashes, backslashes, empty segments), or that is a whole address is refused.
 */
export function toProxyTarget(url: string): ProxyTarget {
  const at = url.indexOf('?')
  const path = (at === -1 ? url : url.slice(0, at)).replace(/^\/proxy(?=\/|$)/, '') || '/'
  const segments = path.split('/').slice(1)
  const isFolder = segments.at(-1) === ''
  for (const segment of isFolder ? segments.slice(0, -1) : segments) checkSegment(segment)
  const names = segments.map(segment => decodeURIComponent(segment))
  const place = names.indexOf('namespaces')
  const isObject = place !== -1 && (names[0] === 'api' ? place === 2 : names[0] === 'apis' && place === 3)
  return { path, query: at === -1 ? '' : url.slice(at + 1), namespace: isObject ? names[place + 1] || undefined : undefined }
}

function checkSegment(segment: string): void {
  let decoded = segment
  // Twice: a server behind may decode once more.
  for (let pass = 0; pass < 2; pass += 1) {
    try {
      decoded = decodeURIComponent(decoded)
    } catch {
      if (pass === 0) throw invalidPath()
      break
    }
    if (decoded === '' || decoded === '.' || decoded === '..' || /[/\\\u0000-\u001f]/.test(decoded)) throw invalidPath()
  }
}
