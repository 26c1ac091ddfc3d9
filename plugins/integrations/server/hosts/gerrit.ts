import { frontend } from '@portico/core/server'
import { z } from 'zod'
import { basic } from '../credentials.ts'
import { defineHostType, hostName, hostsOfUrls, refuseMixed, secretText } from './host-type.ts'

export const gerrit = defineHostType({
  title: 'Gerrit',
  settings: z
    .object({
      host: frontend(hostName()),
      baseUrl: frontend(z.url()).exactOptional(),
      gitilesBaseUrl: frontend(z.url()).exactOptional(),
      cloneUrl: z.url().exactOptional(),
      username: z.string().min(1).exactOptional(),
      password: secretText().exactOptional(),
      disableEditUrl: z.boolean().exactOptional(),
    })
    .superRefine(refuseMixed({ 'a username and password': ['username', 'password'] })),
  hostsOf: ({ host, baseUrl, gitilesBaseUrl, cloneUrl }) => [host, ...hostsOfUrls(baseUrl, gitilesBaseUrl, cloneUrl)],
  credentialsOf({ username, password }, hosts) {
    if (username === undefined || password === undefined) return []
    const header = basic(username, password)
    return hosts.map(host => ({ host, plain: header, git: header }))
  },
})
