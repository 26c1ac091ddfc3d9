import { frontend, notice } from '@portico/core/server'
import { z } from 'zod'
import { basic, bearer } from '../credentials.ts'
import { defineHostType, hostName, hostsOfUrls, secretText } from './host-type.ts'

const app = z.object({
  appId: z.union([z.int(), z.string().min(1)]),
  clientId: z.string().min(1).exactOptional(),
  clientSecret: secretText().exactOptional(),
  privateKey: secretText(),
  webhookSecret: secretText().exactOptional(),
  allowedInstallationOwners: z.array(z.string().min(1)).exactOptional(),
  publicAccess: z.boolean().exactOptional(),
})

const rawHost = 'raw.githubusercontent.com'

export const github = defineHostType({
  title: 'GitHub',
  settings: z.object({
    host: frontend(hostName()),
    apiBaseUrl: frontend(z.url()).exactOptional(),
    rawBaseUrl: frontend(z.url()).exactOptional(),
    token: secretText().exactOptional().describe('A personal access token'),
    apps: notice(z.array(app).exactOptional(), () => 'has no effect yet: tokens of GitHub apps are not requested'),
  }),
  hostsOf: ({ host, apiBaseUrl, rawBaseUrl }) => [
    host,
    ...hostsOfUrls(apiBaseUrl, rawBaseUrl),
    ...(host === 'github.com' ? [rawHost, 'api.github.com'] : []),
  ],
  credentialsOf({ token }, hosts) {
    if (token === undefined) return []
    return hosts.map(host => ({ host, plain: bearer(token), git: basic('x-access-token', token) }))
  },
})
