import { decodeJwt, errors } from 'jose'
import { notAllowedError } from '@portico/core/common'
import { proxyTokenInvalid } from '../errors.ts'
import { textOf } from '../oauth/open-id-person.ts'
import { defineProxyProvider } from '../proxy/define-proxy-provider.ts'
import { headerOf, neededHeader, publishedKeys, verifyProxyToken } from '../proxy/proxy-token.ts'
import { matchAnnotation } from '../resolvers/common-resolvers.ts'

const login = 'https://login.microsoftonline.com'

export const azureEasyAuth = defineProxyProvider({
  title: 'Azure EasyAuth',
  resolvers: { idMatchingUserEntityAnnotation: matchAnnotation('graph.microsoft.com/user-id', person => person.userId) },
  connect(_settings, context) {
    const keys = publishedKeys(`${login}/common/discovery/v2.0/keys`, context)
    // Set by the platform together with its authentication; without it anyone could set the headers.
    const enabled = context.environment['WEBSITE_AUTH_ENABLED']?.toLowerCase() === 'true'
    const audience = context.environment['WEBSITE_AUTH_CLIENT_ID']
    return async request => {
      if (!enabled)
        throw notAllowedError('The portal does not run behind the authentication of Azure App Service', { code: 'auth.proxy-absent' })
      const token = neededHeader(request, 'x-ms-token-aad-id-token')
      const issuer = `${login}/${tenantOf(token)}/v2.0`
      const claims = await verifyProxyToken(token, keys, context, {
        issuer,
        algorithms: ['RS256'],
        ...(audience !== undefined && { audience }),
      })
      const accessToken = headerOf(request, 'x-ms-token-aad-access-token')
      const profile = { email: textOf(claims, 'email'), displayName: textOf(claims, 'name') }
      const person = { profile, username: textOf(claims, 'preferred_username'), userId: textOf(claims, 'oid') }
      return { person, ...(accessToken !== undefined && { accessToken }) }
    }
  },
})

/** The tenant that the token itself names: part of the issuer's name, which is then verified. */
function tenantOf(token: string): string {
  try {
    return /^[\w-]{1,100}$/.exec(textOf(decodeJwt(token), 'tid') ?? '')?.[0] ?? 'unknown'
  } catch (error) {
    if (error instanceof errors.JOSEError) throw proxyTokenInvalid('it is not a token')
    throw error
  }
}
