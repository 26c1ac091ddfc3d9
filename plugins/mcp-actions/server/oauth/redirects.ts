const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether an address is one of those that a client has registered. The port of a program on the user's own machine is its own affair. */
export function isRegistered(address: string, registered: readonly string[]): boolean {
  if (registered.includes(address)) return true
  const url = URL.parse(address)
  if (!url || !isLoopbackUrl(url)) return false
  return registered.some(each => {
    const own = URL.parse(each)
    return own !== null && isLoopbackUrl(own) && withoutPort(own) === withoutPort(url)
  })
}

/** Where users may be sent back to: https, a program on their own machine, or a scheme of a program, within the patterns of the config. */
export function isAllowedRedirect(address: string, patterns: readonly string[]): boolean {
  const url = URL.parse(address)
  if (!url || url.hash !== '' || url.username !== '' || url.password !== '') return false
  if (['javascript:', 'data:', 'file:', 'vbscript:', 'blob:', 'about:'].includes(url.protocol)) return false
  if (url.protocol === 'http:' && !isLoopbackUrl(url)) return false
  return patterns.some(pattern => matches(address, pattern))
}

/** `*` never reaches over the host: `https://*.example.com/*` is no `https://evil.test/.example.com/`. */
export function matches(address: string, pattern: string): boolean {
  const [host = '', path] = split(pattern)
  const [ownHost = '', ownPath = ''] = split(address)
  if (!toExpression(host, '[^/?#@\\\\]*').test(ownHost)) return false
  return path === undefined ? ownPath === '' || host.endsWith('*') : toExpression(path, '.*').test(ownPath)
}

export function isLoopbackUrl(url: URL): boolean {
  return url.protocol === 'http:' && loopback.has(url.hostname)
}

function withoutPort(url: URL): string {
  return `${url.hostname}${url.pathname}${url.search}`
}

/** The origin and what comes after it. */
function split(text: string): [origin: string, path?: string] {
  const begin = /^[a-z*][a-z0-9+.*-]*:\/\//i.exec(text)?.[0].length ?? 0
  const slash = text.indexOf('/', begin)
  return slash === -1 ? [text] : [text.slice(0, slash), text.slice(slash)]
}

function toExpression(pattern: string, star: string): RegExp {
  return new RegExp(
    `^${pattern
      .split('*')
      .map(part => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join(star)}$`,
    'i',
  )
}
