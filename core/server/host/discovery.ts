/** The addresses of plugins. */
export interface Discovery {
  /** The base address of a plugin's API as other servers reach it, without a trailing slash. */
  internalUrl(pluginId: string): string
  /** The same as browsers and external callers reach it. */
  externalUrl(pluginId: string): string
  /** The address at which people open the portal, without a trailing slash. */
  appUrl(): string
}

export interface DiscoveryEndpoint {
  readonly target: string | { readonly internal?: string | undefined; readonly external?: string | undefined }
  readonly plugins: readonly string[]
}

/** Addresses from `backend.baseUrl`, unless `discovery.endpoints` names the plugin; a plugin `*` there stands for all others. */
export function createDiscovery(baseUrl: string, endpoints: readonly DiscoveryEndpoint[] = [], appUrl = baseUrl): Discovery {
  function urlOf(pluginId: string, side: 'internal' | 'external'): string {
    const found = targetOf(pluginId, side) ?? targetOf('*', side) ?? `${baseUrl}/api/{{pluginId}}`
    return found.replaceAll(/\{\{\s*pluginId\s*\}\}/g, encodeURIComponent(pluginId))
  }
  function targetOf(pluginId: string, side: 'internal' | 'external'): string | undefined {
    for (const { target, plugins } of endpoints) {
      if (!plugins.includes(pluginId)) continue
      const url = typeof target === 'string' ? target : target[side]
      if (url !== undefined) return url
    }
    return undefined
  }
  return { internalUrl: id => urlOf(id, 'internal'), externalUrl: id => urlOf(id, 'external'), appUrl: () => appUrl }
}
