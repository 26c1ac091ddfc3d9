import { notice } from '@portico/core/server'
import { z } from 'zod'
import { basic } from '../credentials.ts'
import { defineHostType, refuseMixed, secretText } from './host-type.ts'

export const bitbucketCloud = defineHostType({
  title: 'Bitbucket Cloud',
  settings: z
    .object({
      username: z.string().min(1).exactOptional(),
      token: secretText().exactOptional().describe('An API token'),
      appPassword: secretText().exactOptional(),
      clientId: notice(z.string().min(1).exactOptional(), () => 'has no effect yet: tokens of clients are not requested'),
      clientSecret: secretText().exactOptional(),
    })
    .superRefine(refuseMixed({ 'a token': ['token'], 'an app password': ['appPassword'], 'a client': ['clientId', 'clientSecret'] }))
    .refine(({ username, appPassword }) => appPassword === undefined || username !== undefined, 'an app password needs a username'),
  hostsOf: () => ['bitbucket.org', 'api.bitbucket.org'],
  credentialsOf({ username, token, appPassword }, hosts) {
    const password = token ?? appPassword
    if (password === undefined) return []
    const header = basic(username ?? 'x-token-auth', password)
    return hosts.map(host => ({ host, plain: header, git: header }))
  },
})
