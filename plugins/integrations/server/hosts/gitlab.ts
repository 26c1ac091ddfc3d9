import { frontend, notice } from '@portico/core/server'
import { z } from 'zod'
import { basic } from '../tokens/credentials.ts'
import { originOf, trimmed } from './host-address.ts'
import { defineHostType, hostName, hostsOfUrls, secretText } from './host-type.ts'

export const gitlab = defineHostType({
  type: 'gitlab',
  title: 'GitLab',
  settings: z.object({
    host: frontend(hostName()),
    apiBaseUrl: frontend(z.url()).exactOptional(),
    baseUrl: frontend(z.url()).exactOptional().describe('Where it is installed below a path'),
    token: secretText().exactOptional().describe('An access token'),
    commitSigningKey: secretText().exactOptional(),
    retry: notice(
      z.record(z.string(), z.unknown()).exactOptional(),
      () => 'has no effect: failed requests are repeated with backoff, and the rate limits that the host tells are honoured',
    ),
  }),
  defaultHost: 'gitlab.com',
  hostOf: ({ host }) => host,
  hostsOf: ({ host, apiBaseUrl, baseUrl }) => [...new Set([host, ...hostsOfUrls(apiBaseUrl, baseUrl)])],
  apiBaseUrlOf: ({ host, apiBaseUrl, baseUrl }) => trimmed(apiBaseUrl ?? `${trimmed(baseUrl ?? originOf(host))}/api/v4`),
  credentialsOf({ token }, hosts) {
    if (token === undefined) return []
    return hosts.map(host => ({ host, plain: { name: 'private-token', value: token }, git: basic('oauth2', token) }))
  },
})
