import { frontend } from '@portico/core/server'
import { z } from 'zod'
import { basic, bearer } from '../credentials.ts'
import { defineHostType, hostName, hostsOfUrls, refuseMixed, secretText } from './host-type.ts'

export const bitbucketServer = defineHostType({
  title: 'Bitbucket Server',
  settings: z
    .object({
      host: frontend(hostName()),
      apiBaseUrl: frontend(z.url()).exactOptional(),
      token: secretText().exactOptional(),
      username: z.string().min(1).exactOptional(),
      password: secretText().exactOptional(),
    })
    .superRefine(refuseMixed({ 'a token': ['token'], 'a username and password': ['username', 'password'] })),
  hostsOf: ({ host, apiBaseUrl }) => [host, ...hostsOfUrls(apiBaseUrl)],
  credentialsOf({ token, username, password }, hosts) {
    const header = token !== undefined ? bearer(token) : password !== undefined ? basic(username ?? '', password) : undefined
    return header ? hosts.map(host => ({ host, plain: header, git: header })) : []
  },
})
