import type { AllowedHost } from '@portico/core/server/outbound'
import { createBudgets, type BudgetOptions } from '../api/budgets.ts'
import { createHostClient } from '../api/host-client.ts'
import { createCredentials, type HostCredential } from '../tokens/credentials.ts'
import { createForge } from '../forges/create-forges.ts'
import type { HostSettings } from '../forges/forge.ts'
import { originOf } from './host-address.ts'
import { createBlobStore } from '../stores/blob-store.ts'
import { createGcsStore } from '../stores/gcs-store.ts'
import { createS3Store } from '../stores/s3-store.ts'
import { createTokens } from '../tokens/create-tokens.ts'

export interface HostsOptions {
  readonly allow: readonly AllowedHost[]
  readonly credentials?: readonly HostCredential[] | undefined
  readonly hosts?: readonly HostSettings[] | undefined
  readonly budgets?: BudgetOptions | undefined
  readonly retryMs?: number | undefined
  readonly timeoutMs?: number | undefined
}

export type Hosts = ReturnType<typeof createHosts>

/** The hosts of the settings: their APIs, credentials and budgets. One for reading and writing alike. */
export function createHosts({ allow, credentials: given = [], hosts = [], budgets: options, retryMs, timeoutMs }: HostsOptions) {
  const credentials = createCredentials(given, createTokens())
  const budgets = createBudgets(options)
  const api = createHostClient({ allow, credentials, budgets, retryMs, timeoutMs })
  const hasCredentials = (settings: HostSettings) => credentials.has(new URL(settings.apiBaseUrl ?? originOf(settings.host)))
  const stores = hosts.flatMap(settings => {
    if (settings.type === 'awsS3') return [createS3Store(api, settings)]
    if (settings.type === 'azureBlobStorage') return [createBlobStore(api, settings)]
    return settings.type === 'googleGcs' ? [createGcsStore(api, settings)] : []
  })
  const forges = hosts.flatMap(settings => createForge({ api, settings, hasCredentials: hasCredentials(settings) }) ?? [])
  // The host is named by config, so it may be an internal one; nothing else is reached through this client.
  const clientFor = (host: string, authorization: string | undefined) => {
    const plain = authorization === undefined ? undefined : { name: 'authorization', value: authorization }
    return createHostClient({ allow: [{ host }], credentials: createCredentials([{ host, plain }], createTokens()), budgets, retryMs })
  }
  return { api, clientFor, credentials, budgets, forges, stores, settings: hosts, hasCredentials }
}
