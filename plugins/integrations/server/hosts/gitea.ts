import { frontend } from '@portico/core/server'
import { z } from 'zod'
import { basic } from '../credentials.ts'
import { defineHostType, hostName, hostsOfUrls, secretText } from './host-type.ts'

export const gitea = defineHostType({
  title: 'Gitea',
  settings: z
    .object({
      host: frontend(hostName()),
      baseUrl: frontend(z.url()).exactOptional(),
      username: z.string().min(1).exactOptional(),
      password: secretText().exactOptional().describe('A password, or without a username a token'),
    })
    .refine(({ username, password }) => username === undefined || password !== undefined, 'a username needs a password'),
  hostsOf: ({ host, baseUrl }) => [host, ...hostsOfUrls(baseUrl)],
  credentialsOf({ username, password }, hosts) {
    if (password === undefined) return []
    const named = username === undefined ? undefined : basic(username, password)
    const plain = named ?? { name: 'authorization', value: `token ${password}` }
    return hosts.map(host => ({ host, plain, git: named ?? basic(password, 'x-oauth-basic') }))
  },
})
