import { frontend } from '@portico/core/server'
import { z } from 'zod'
import { basic } from '../tokens/credentials.ts'
import { originOf, trimmed } from './host-address.ts'
import { defineHostType, hostName, hostsOfUrls, secretText } from './host-type.ts'

export const gitea = defineHostType({
  type: 'gitea',
  title: 'Gitea',
  settings: z
    .object({
      host: frontend(hostName()),
      baseUrl: frontend(z.url()).exactOptional(),
      username: z.string().min(1).exactOptional(),
      password: secretText().exactOptional().describe('A password, or without a username a token'),
      commitSigningKey: secretText().exactOptional(),
    })
    .refine(({ username, password }) => username === undefined || password !== undefined, 'a username needs a password'),
  hostOf: ({ host }) => host,
  hostsOf: ({ host, baseUrl }) => [...new Set([host, ...hostsOfUrls(baseUrl)])],
  apiBaseUrlOf: ({ host, baseUrl }) => `${trimmed(baseUrl ?? originOf(host))}/api/v1`,
  credentialsOf({ username, password }, hosts) {
    if (password === undefined) return []
    const named = username === undefined ? undefined : basic(username, password)
    const plain = named ?? { name: 'authorization', value: `token ${password}` }
    return hosts.map(host => ({ host, plain, git: named ?? basic(password, 'x-oauth-basic') }))
  },
})
