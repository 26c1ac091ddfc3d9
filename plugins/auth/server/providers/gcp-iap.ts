import { z } from 'zod'
import { textOf } from '../oauth/open-id-person.ts'
import { defineProxyProvider } from '../proxy/define-proxy-provider.ts'
import { neededHeader, publishedKeys, verifyProxyToken } from '../proxy/proxy-token.ts'
import { matchAnnotation } from '../resolvers/common-resolvers.ts'

export const gcpIap = defineProxyProvider({
  title: 'Google Identity-Aware Proxy',
  settings: {
    audience: z.string().min(1).describe('For whom the proxy makes its tokens: /projects/…'),
    jwtHeader: z.string().default('x-goog-iap-jwt-assertion').describe('The header with the token'),
  },
  resolvers: {
    emailMatchingUserEntityAnnotation: matchAnnotation('google.com/email', person => person.profile.email),
    idMatchingUserEntityAnnotation: matchAnnotation('google.com/user-id', person => person.userId),
  },
  connect({ audience, jwtHeader }, context) {
    const keys = publishedKeys('https://www.gstatic.com/iap/verify/public_key-jwk', context)
    const options = { audience, issuer: 'https://cloud.google.com/iap', algorithms: ['ES256'] }
    return async request => {
      const claims = await verifyProxyToken(neededHeader(request, jwtHeader), keys, context, options)
      // The id is written with the name of its issuer in front.
      return { person: { profile: { email: textOf(claims, 'email') }, userId: textOf(claims, 'sub')?.replace(/^.*:/, '') } }
    }
  },
})
