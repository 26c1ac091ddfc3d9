import { frontend } from '@portico/core/server'
import { z } from 'zod'
import { basic } from '../tokens/credentials.ts'
import { managedIdentity, tokenUrl } from '../tokens/azure-identity.ts'
import type { TokenSource } from '../tokens/token-source.ts'
import { originOf } from './host-address.ts'
import { defineHostType, hostName, secretText, type HostEnvironment } from './host-type.ts'

const publicHost = 'dev.azure.com'
// The resource id of Azure DevOps, the same for all tenants.
const resource = '499b84ac-1321-427f-aa17-267ca6975798'

const credential = z
  .object({
    organizations: z.array(z.string().min(1)).min(1).exactOptional().describe('The organisations it is for; all others by default'),
    personalAccessToken: secretText().exactOptional(),
    clientId: z.string().min(1).exactOptional().describe('Of a service principal; alone, of a managed identity'),
    clientSecret: secretText().exactOptional(),
    tenantId: z.string().min(1).exactOptional(),
    managedIdentityClientId: z.string().min(1).exactOptional().describe('A managed identity; system-assigned for that of the machine'),
    managedIdentityClientAssertion: z
      .string()
      .min(1)
      .exactOptional()
      .describe('The managed identity that proves a client, in place of its secret; system-assigned for that of the machine'),
  })
  .superRefine((entry, context) => {
    const way = wayOf(entry)
    if (way.mistake !== undefined) context.addIssue({ code: 'custom', message: way.mistake })
  })

type Credential = Readonly<{
  personalAccessToken?: string
  clientId?: string
  clientSecret?: string
  tenantId?: string
  managedIdentityClientId?: string
  managedIdentityClientAssertion?: string
}>

/** What kind of credentials an entry is, and what is wrong with it. */
function wayOf(entry: Credential): { readonly name: string; readonly mistake?: string } {
  const isClient = entry.clientSecret !== undefined || entry.tenantId !== undefined || entry.managedIdentityClientAssertion !== undefined
  const isIdentity = entry.managedIdentityClientId !== undefined || (entry.clientId !== undefined && !isClient)
  const begun = [
    ...(entry.personalAccessToken === undefined ? [] : ['a personal access token']),
    ...(isClient ? ['a service principal'] : []),
    ...(isIdentity ? ['a managed identity'] : []),
  ]
  const name = begun[0] ?? 'no credentials'
  if (begun.length > 1) return { name, mistake: `cannot have ${begun.join(' and ')} together: use one kind of credentials` }
  if (begun.length === 0)
    return { name, mistake: 'a credential is empty: give personalAccessToken, a service principal or a managed identity' }
  if (!isClient) return { name }
  if (entry.clientSecret !== undefined && entry.managedIdentityClientAssertion !== undefined)
    return { name, mistake: 'cannot have clientSecret and managedIdentityClientAssertion together: use one kind of credentials' }
  const proof = entry.managedIdentityClientAssertion === undefined ? (['clientSecret'] as const) : []
  const missing = (['clientId', ...proof, 'tenantId'] as const).filter(key => entry[key] === undefined)
  return missing.length === 0 ? { name } : { name, mistake: `a service principal is incomplete: ${missing.join(', ')} is missing` }
}

const credentials = z.array(credential).superRefine((entries, context) => {
  const names = entries.flatMap(({ organizations }) => organizations?.map(each => each.toLowerCase()) ?? ['*'])
  for (const name of new Set(names.filter((each, index) => names.indexOf(each) !== index))) {
    const message = name === '*' ? 'only one credential can be without organizations' : `the organisation '${name}' appears twice`
    context.addIssue({ code: 'custom', message })
  }
})

const settings = z
  .object({
    host: frontend(hostName().default(publicHost)),
    credentials: credentials.default([]),
    commitSigningKey: secretText().exactOptional(),
  })
  .superRefine(({ host, credentials: entries }, context) => {
    if (host === publicHost) return
    entries.forEach((entry, index) => {
      if (entry.personalAccessToken !== undefined) return
      const message = `${wayOf(entry).name} works with ${publicHost} only: other hosts of Azure DevOps take personal access tokens`
      context.addIssue({ code: 'custom', path: ['credentials', index], message })
    })
  })

function identityOf(name: string, wanted: string, env: HostEnvironment) {
  return { ...managedIdentity(name === 'system-assigned' ? undefined : name, wanted, env), gitUser: 'oauth2' }
}

/** The source of tokens of Microsoft Entra for a resource, of whatever kind the credentials are. */
function sourceOf(entry: Credential, env: HostEnvironment): TokenSource | undefined {
  const { clientId, clientSecret, tenantId, managedIdentityClientId, managedIdentityClientAssertion } = entry
  if (clientId !== undefined && tenantId !== undefined) {
    const url = tokenUrl(tenantId, env)
    const scope = `${resource}/.default`
    if (clientSecret !== undefined) return { kind: 'client', gitUser: 'oauth2', url, clientId, clientSecret, scope }
    const identity = identityOf(managedIdentityClientAssertion ?? '', 'api://AzureADTokenExchange', env)
    return { kind: 'assertion', gitUser: 'oauth2', url, clientId, scope, identity }
  }
  const identity = managedIdentityClientId ?? clientId
  return identity === undefined ? undefined : identityOf(identity, resource, env)
}

export const azure = defineHostType({
  type: 'azure',
  title: 'Azure DevOps',
  settings,
  defaultHost: publicHost,
  hostOf: ({ host }) => host,
  hostsOf: ({ host }) => [host],
  apiBaseUrlOf: ({ host }) => originOf(host),
  credentialsOf: ({ host, credentials: entries }, _hosts, env) =>
    entries.map(entry => {
      const { organizations: owners, personalAccessToken: token } = entry
      if (token !== undefined) return { host, owners, plain: basic('', token), git: basic('', token) }
      return { host, owners, source: sourceOf(entry, env) }
    }),
})
