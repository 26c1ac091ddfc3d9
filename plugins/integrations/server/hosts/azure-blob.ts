import { frontend } from '@portico/core/server'
import { z } from 'zod'
import type { HostCredential } from '../tokens/credentials.ts'
import { blobAccountOf } from '../stores/blob-account.ts'
import { azureIdentity, tokenUrl } from '../tokens/azure-identity.ts'
import { defineHostType, hostName, secretText } from './host-type.ts'

const publicHost = 'blob.core.windows.net'
const resource = 'https://storage.azure.com'

const aadCredential = z.object({ clientId: z.string().min(1), tenantId: z.string().min(1), clientSecret: secretText() })

const settings = z
  .object({
    accountName: frontend(z.string().min(1)).exactOptional(),
    accountKey: secretText().exactOptional(),
    sasToken: secretText().exactOptional(),
    connectionString: secretText().exactOptional(),
    aadCredential: aadCredential.exactOptional(),
    managedIdentity: z
      .boolean()
      .exactOptional()
      .describe("Whether the portal's own identity at Azure is used: that of its environment, its pod or its machine"),
    endpoint: z.url().exactOptional(),
    endpointSuffix: z.string().min(1).exactOptional(),
    host: frontend(hostName()).exactOptional(),
  })
  .superRefine((entry, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    if (entry.accountKey !== undefined && entry.sasToken !== undefined)
      refuse('cannot have an account key and a SAS token together: use one kind of credentials')
    if (entry.accountKey !== undefined && entry.aadCredential !== undefined)
      refuse('cannot have an account key and AAD credentials together: use one kind of credentials')
    if (entry.sasToken !== undefined && entry.aadCredential !== undefined)
      refuse('cannot have a SAS token and AAD credentials together: use one kind of credentials')
    if (
      entry.managedIdentity === true &&
      (entry.accountKey ?? entry.sasToken ?? entry.aadCredential ?? entry.connectionString) !== undefined
    )
      refuse('cannot have a managed identity and other credentials together: use one kind of credentials')
    if (entry.connectionString !== undefined && (entry.accountKey ?? entry.sasToken ?? entry.aadCredential) !== undefined)
      refuse('cannot have a connection string and other credentials together: use one kind of credentials')
    if ((entry.accountKey ?? entry.sasToken ?? entry.aadCredential) !== undefined && entry.accountName === undefined)
      refuse('credentials need an accountName')
  })

type Entry = z.output<typeof settings>

function hostOf(entry: Entry): string {
  const { endpoint } = blobAccountOf(entry)
  return endpoint === undefined ? (entry.host ?? publicHost) : new URL(endpoint).host
}

export const azureBlobStorage = defineHostType({
  type: 'azureBlobStorage',
  title: 'Azure Blob Storage',
  settings,
  defaultHost: publicHost,
  hostOf,
  hostsOf: entry => (hostOf(entry) === publicHost ? [`*.${publicHost}`] : [hostOf(entry)]),
  apiBaseUrlOf: entry => blobAccountOf(entry).endpoint,
  credentialsOf(entry, hosts, env): readonly HostCredential[] {
    const { aadCredential: client } = entry
    if (entry.managedIdentity === true) return hosts.map(host => ({ host, source: azureIdentity(resource, env) }))
    if (!client) return []
    const { clientId, clientSecret, tenantId } = client
    const source = {
      kind: 'client' as const,
      gitUser: '',
      url: tokenUrl(tenantId, env),
      clientId,
      clientSecret,
      scope: `${resource}/.default`,
    }
    return hosts.map(host => ({ host, source }))
  },
})
