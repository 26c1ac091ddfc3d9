import type { Client } from '@portico/core/web'
import { integrationsApi, type ScmIntegration } from '@portico/integrations/common'

/** The hosts of source control that the portal is configured with. */
export interface ScmIntegrations {
  /** All of them, or those of some hosts. Requested once, then cached. */
  list(allowedHosts?: readonly string[]): Promise<readonly ScmIntegration[]>
  /** The one of a host; undefined for a host that is not configured. */
  byHost(host: string): Promise<ScmIntegration | undefined>
}

export function createScmIntegrations(client: Pick<Client, 'call'>): ScmIntegrations {
  const cache = new Map<string, Promise<readonly ScmIntegration[]>>()

  function list(allowedHosts?: readonly string[]): Promise<readonly ScmIntegration[]> {
    const key = JSON.stringify(allowedHosts ?? null)
    const known = cache.get(key)
    if (known) return known
    const query = allowedHosts === undefined ? {} : { allowedHosts: [...allowedHosts] }
    const requested = client.call(integrationsApi.listScmIntegrations, { query }).then(({ integrations }) => integrations)
    cache.set(key, requested)
    // What failed is requested again.
    requested.catch(() => cache.delete(key))
    return requested
  }

  return {
    list,
    byHost: async host => (await list()).find(each => each.host === host),
  }
}
