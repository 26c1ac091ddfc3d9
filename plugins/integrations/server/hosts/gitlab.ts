import { frontend, notice } from '@portico/core/server'
import { z } from 'zod'
import { basic } from '../credentials.ts'
import { defineHostType, hostName, hostsOfUrls, secretText } from './host-type.ts'

export const gitlab = defineHostType({
  title: 'GitLab',
  settings: z.object({
    host: frontend(hostName()),
    apiBaseUrl: frontend(z.url()).exactOptional(),
    baseUrl: frontend(z.url()).exactOptional(),
    token: secretText().exactOptional().describe('An access token'),
    retry: notice(z.record(z.string(), z.unknown()).exactOptional(), () => 'has no effect yet: failed requests are repeated by the reader'),
  }),
  hostsOf: ({ host, apiBaseUrl, baseUrl }) => [host, ...hostsOfUrls(apiBaseUrl, baseUrl)],
  credentialsOf({ token }, hosts) {
    if (token === undefined) return []
    return hosts.map(host => ({ host, plain: { name: 'private-token', value: token }, git: basic('oauth2', token) }))
  },
})
