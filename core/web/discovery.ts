import { configAt, fillUrlPattern, type ConfigReader } from '@portico/core/common'
import { defineApiRef } from './apis/api-ref.ts'

interface Endpoint {
  readonly plugins: readonly string[]
  readonly target: string
}

/** Where plugins answer, and which addresses may see the user's token. */
export function createDiscovery(config: ConfigReader, pageUrl: string) {
  const backend = new URL(config.getOptionalString('backend.baseUrl') ?? '/', pageUrl).href.replace(/\/+$/, '')
  const endpoints = readEndpoints(config)
  const trusted = [backend, ...endpoints.map(endpoint => endpoint.target)].map(toPrefixPattern)

  function baseUrl(pluginId: string): string {
    const endpoint = endpoints.find(({ plugins }) => plugins.includes(pluginId)) ?? endpoints.find(({ plugins }) => plugins.includes('*'))
    return endpoint ? fillUrlPattern(endpoint.target, pluginId) : `${backend}/api/${encodeURIComponent(pluginId)}`
  }

  return {
    /** The base address of a plugin's API, without a trailing slash. */
    baseUrl,
    /** The real address of `plugin://<id>/path`; any other address as it is. */
    resolve(url: string): string {
      const [, pluginId, rest = ''] = /^plugin:\/\/([^/?#]+)(.*)$/s.exec(url) ?? []
      return pluginId === undefined ? url : `${baseUrl(pluginId)}${rest}`
    },
    /** Whether an address is the backend's or a configured endpoint's: only those are sent the token. */
    isTrusted(url: string): boolean {
      if (!URL.canParse(url, pageUrl)) return false
      const { href } = new URL(url, pageUrl)
      return trusted.some(pattern => pattern.test(href))
    },
  }
}

export type WebDiscovery = ReturnType<typeof createDiscovery>

export const discoveryApiRef = defineApiRef<WebDiscovery>({ id: 'core.discovery', description: 'Where plugins answer' })

function readEndpoints(config: ConfigReader): Endpoint[] {
  const endpoints = config.get('discovery.endpoints')
  if (!Array.isArray(endpoints)) return []
  return endpoints.flatMap((endpoint: unknown) => {
    const target = configAt(endpoint, ['target', 'external']) ?? configAt(endpoint, ['target'])
    const plugins = configAt(endpoint, ['plugins'])
    if (typeof target !== 'string' || !Array.isArray(plugins)) return []
    return [{ target, plugins: plugins.filter(plugin => typeof plugin === 'string') }]
  })
}

/** Matches whole path segments only: `https://a.example/api` is no prefix of `https://a.example/apiary`. */
function toPrefixPattern(target: string): RegExp {
  const parts = target.split(/\{\{\s*pluginId\s*\}\}/).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[\\w%-]+')}(?:[/?#]|$)`)
}
