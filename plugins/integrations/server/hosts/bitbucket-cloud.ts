import { z } from 'zod'
import { basic, bearer } from '../tokens/credentials.ts'
import { originOf, trimmed } from './host-address.ts'
import { defineHostType, refuseMixed, secretText } from './host-type.ts'

const publicHost = 'bitbucket.org'
const publicApiUrl = 'https://api.bitbucket.org/2.0'

export const bitbucketCloud = defineHostType({
  type: 'bitbucketCloud',
  title: 'Bitbucket Cloud',
  settings: z
    .object({
      host: z.string().min(1).default(publicHost),
      apiBaseUrl: z.url().default(publicApiUrl),
      username: z.string().min(1).exactOptional(),
      token: secretText().exactOptional().describe('An API token with a username (the e-mail address), an access token without'),
      appPassword: secretText().exactOptional(),
      clientId: z.string().min(1).exactOptional().describe('The key of an OAuth consumer'),
      clientSecret: secretText().exactOptional(),
      commitSigningKey: secretText().exactOptional(),
    })
    .superRefine(refuseMixed({ 'a token': ['token'], 'an app password': ['appPassword'], 'a client': ['clientId', 'clientSecret'] }))
    .refine(({ username, appPassword }) => appPassword === undefined || username !== undefined, 'an app password needs a username'),
  defaultHost: publicHost,
  hostOf: ({ host }) => host,
  hostsOf: ({ host, apiBaseUrl }) => [...new Set([host, new URL(apiBaseUrl).host])],
  apiBaseUrlOf: ({ apiBaseUrl }) => trimmed(apiBaseUrl),
  credentialsOf({ host: page, username, token, appPassword, clientId, clientSecret }, hosts) {
    if (clientId !== undefined && clientSecret !== undefined) {
      const url = `${originOf(page)}/site/oauth2/access_token`
      return hosts.map(host => ({ host, source: { kind: 'client' as const, gitUser: 'x-token-auth', url, clientId, clientSecret } }))
    }
    const password = token ?? appPassword
    if (password === undefined) return []
    if (username === undefined) return hosts.map(host => ({ host, plain: bearer(password), git: basic('x-token-auth', password) }))
    const named = basic(username, password)
    // git wants a fixed user name with the API tokens that have taken the place of app passwords.
    const git = token === undefined ? named : basic('x-bitbucket-api-token-auth', password)
    return hosts.map(host => ({ host, plain: named, git }))
  },
})
