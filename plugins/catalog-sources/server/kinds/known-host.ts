import type { IntegrationType } from '@portico/integrations/server'
import { sourceFailed } from '../errors.ts'
import type { FindContext } from '../sources/source.ts'

/** The host of a provider, which integrations must know. */
export function hostOf({ integrations }: FindContext, host: string, type: IntegrationType) {
  const found = integrations.byHost(host)
  if (!found || found.type !== type || found.apiBaseUrl === undefined)
    throw sourceFailed(`There is no host '${host}' in integrations.${type}: add it there, with its credentials`)
  return { apiBaseUrl: found.apiBaseUrl, hasCredentials: found.hasCredentials }
}
