import { frontend } from '@portico/core/server'
import { z } from 'zod'
import { basic, bearer, type HostCredential } from '../tokens/credentials.ts'
import { originOf, trimmed } from './host-address.ts'
import { defineHostType, hostName, hostsOfUrls, secretText } from './host-type.ts'

const app = z.object({
  appId: z.union([z.int(), z.string().min(1)]).describe('The number of the app'),
  clientId: z.string().min(1).exactOptional(),
  clientSecret: secretText().exactOptional(),
  privateKey: secretText().describe('In PEM form'),
  webhookSecret: secretText().exactOptional().describe('Checks the signature of webhooks'),
  allowedInstallationOwners: z.array(z.string().min(1)).exactOptional().describe('The owners whose installations are used; all by default'),
  publicAccess: z.boolean().exactOptional().describe('Whether any installation serves to read what is public'),
})

const publicHost = 'github.com'

const settings = z.object({
  host: frontend(hostName()),
  apiBaseUrl: frontend(z.url()).exactOptional(),
  rawBaseUrl: frontend(z.url()).exactOptional(),
  token: secretText().exactOptional().describe('A personal access token; with apps, for owners that have not installed one'),
  apps: z.array(app).exactOptional(),
})

type Entry = z.output<typeof settings>

function apiBaseUrlOf({ host, apiBaseUrl }: Entry): string {
  if (apiBaseUrl !== undefined) return trimmed(apiBaseUrl)
  return host === publicHost ? 'https://api.github.com' : `${originOf(host)}/api/v3`
}

export const github = defineHostType({
  type: 'github',
  title: 'GitHub',
  settings,
  defaultHost: publicHost,
  hostOf: ({ host }) => host,
  hostsOf: entry => [
    ...new Set([
      entry.host,
      ...hostsOfUrls(apiBaseUrlOf(entry), entry.rawBaseUrl),
      ...(entry.host === publicHost ? ['raw.githubusercontent.com', 'codeload.github.com'] : [`codeload.${entry.host}`]),
    ]),
  ],
  apiBaseUrlOf,
  credentialsOf(entry, hosts) {
    const { token, apps = [] } = entry
    // Addresses of archives carry a token of their own.
    const asked = hosts.filter(host => !host.startsWith('codeload.'))
    return asked.flatMap((host): HostCredential[] => [
      ...apps.map(({ appId, privateKey, allowedInstallationOwners: allowedOwners, publicAccess: isPublic = false }) => ({
        host,
        ownerIn: 'github' as const,
        source: {
          kind: 'github-app' as const,
          gitUser: 'x-access-token',
          apiBaseUrl: apiBaseUrlOf(entry),
          appId: String(appId),
          privateKey,
          allowedOwners,
          isPublic,
        },
      })),
      ...(token === undefined ? [] : [{ host, plain: bearer(token), git: basic('x-access-token', token) }]),
    ])
  },
})
