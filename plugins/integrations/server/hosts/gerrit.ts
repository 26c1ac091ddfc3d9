import { frontend } from '@portico/core/server'
import { z } from 'zod'
import { basic } from '../tokens/credentials.ts'
import { originOf, trimmed } from './host-address.ts'
import { defineHostType, hostName, hostsOfUrls, refuseMixed, secretText } from './host-type.ts'

export const gerrit = defineHostType({
  type: 'gerrit',
  title: 'Gerrit',
  settings: z
    .object({
      host: frontend(hostName()),
      baseUrl: frontend(z.url()).exactOptional(),
      gitilesBaseUrl: frontend(z.url()).exactOptional().describe('Where its addresses of files begin'),
      cloneUrl: z.url().exactOptional(),
      username: z.string().min(1).exactOptional(),
      password: secretText().exactOptional(),
      disableEditUrl: z.boolean().exactOptional(),
      commitSigningKey: secretText().exactOptional(),
    })
    .superRefine(refuseMixed({ 'a username and password': ['username', 'password'] })),
  hostOf: ({ host }) => host,
  hostsOf: ({ host, baseUrl, gitilesBaseUrl, cloneUrl }) => [...new Set([host, ...hostsOfUrls(baseUrl, gitilesBaseUrl, cloneUrl)])],
  apiBaseUrlOf: ({ host, baseUrl }) => trimmed(baseUrl ?? originOf(host)),
  credentialsOf({ username, password }, hosts) {
    if (username === undefined || password === undefined) return []
    const header = basic(username, password)
    return hosts.map(host => ({ host, plain: header, git: header }))
  },
})
