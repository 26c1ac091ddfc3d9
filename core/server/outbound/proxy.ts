import type { Environment } from '../config/environment.ts'

/** The proxy that an address is requested through, by the variables that most programs know; undefined for a direct connection. */
export function proxyOf(url: URL, env: Environment): string | undefined {
  const of = (name: string) => env[name] || env[name.toUpperCase()] || undefined
  const proxy = url.protocol === 'https:' ? of('https_proxy') : of('http_proxy')
  return proxy !== undefined && !isExempt(url, of('no_proxy') ?? '') ? proxy : undefined
}

/** `no_proxy`: names, with their subdomains, each with a port where only that one is meant; `*` for all. */
function isExempt(url: URL, list: string): boolean {
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, '')
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some(entry => {
      const [, name = entry, wanted] = /^(.+?):(\d+)$/.exec(entry) ?? []
      if (wanted !== undefined && wanted !== port && !entry.includes('::')) return false
      const plain = (wanted !== undefined && entry.includes('::') ? entry : name).replace(/^\*?\./, '').replace(/^\[|\]$/g, '')
      return plain === '*' || host === plain || host.endsWith(`.${plain}`)
    })
}
