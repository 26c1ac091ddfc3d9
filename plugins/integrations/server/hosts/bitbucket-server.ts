import { frontend } from '@portico/core/server'
import { z } from 'zod'
import { basic, bearer } from '../tokens/credentials.ts'
import { originOf, trimmed } from './host-address.ts'
import { defineHostType, hostName, hostsOfUrls, refuseMixed, secretText } from './host-type.ts'

export const bitbucketServer = defineHostType({
  type: 'bitbucketServer',
  title: 'Bitbucket Server',
  settings: z
    .object({
      host: frontend(hostName()),
      apiBaseUrl: frontend(z.url()).exactOptional(),
      token: secretText().exactOptional(),
      username: z.string().min(1).exactOptional(),
      password: secretText().exactOptional(),
      commitSigningKey: secretText().exactOptional(),
    })
    .superRefine(refuseMixed({ 'a token': ['token'], 'a username and password': ['username', 'password'] })),
  hostOf: ({ host }) => host,
  hostsOf: ({ host, apiBaseUrl }) => [...new Set([host, ...hostsOfUrls(apiBaseUrl)])],
  apiBaseUrlOf: ({ host, apiBaseUrl }) => trimmed(apiBaseUrl ?? `${originOf(host)}/rest/api/1.0`),
  credentialsOf({ token, username, password }, hosts) {
    const header = token !== undefined ? bearer(token) : password !== undefined ? basic(username ?? '', password) : undefined
    return header ? hosts.map(host => ({ host, plain: header, git: header })) : []
  },
})
