import { backendUrlSection, discoverySection, fillUrlPattern } from '@portico/core/common'
import { defineApiRef } from './apis/api-ref.ts'
import type { BrowserConfig } from './config.ts'

/** The addresses of plugins, and which addresses may get the user's token. */
export function createDiscovery(config: Pick<BrowserConfig, 'section'>, pageUrl: string) {
  const backend = config.section(backendUrlSection)
  const endpoints = config.section(discoverySection).endpoints.flatMap(({ target, plugins }) => {
    const external = typeof target === 'string' ? target : target.external
    return external === undefined ? [] : [{ target: external, plugins }]
  })
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

export const discoveryApiRef = defineApiRef<WebDiscovery>({ id: 'core.discovery', description: 'The addresses of plugins' })

/** Matches whole path segments only: `https://a.example/api` is no prefix of `https://a.example/apiary`. */
function toPrefixPattern(target: string): RegExp {
  const parts = target.split(/\{\{\s*pluginId\s*\}\}/).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[\\w%-]+')}(?:[/?#]|$)`)
}
