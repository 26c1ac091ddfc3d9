import { secret } from '@portico/core/server'
import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { proxyHeaderMissing, proxyTokenInvalid } from '../errors.ts'
import { textOf } from '../oauth/open-id-person.ts'
import { orUndefined } from './provider-http.ts'
import { defineProxyProvider } from '../proxy/define-proxy-provider.ts'
import { headerOf, publishedKeys, verifyProxyToken } from '../proxy/proxy-token.ts'

const tokenHeader = 'cf-access-jwt-assertion'
const Identity = z.object({ name: z.string().nullish() })

export const cfaccess = defineProxyProvider({
  title: 'Cloudflare Access',
  settings: {
    teamName: z
      .string()
      .regex(/^[\w-]+$/, 'expected the name of a team')
      .describe('The team at Cloudflare'),
    audience: z.string().optional().describe('The audience tag of the application; others are refused'),
    serviceTokens: z
      .array(
        z.object({
          token: secret(z.string().min(1)).describe('The client id of the token'),
          subject: z.string().describe('The e-mail address it stands for'),
        }),
      )
      .default([])
      .describe('Programs that sign in by a service token'),
  },
  connect({ teamName, audience, serviceTokens }, context) {
    const issuer = `https://${teamName}.cloudflareaccess.com`
    const keys = publishedKeys(`${issuer}/cdn-cgi/access/certs`, context)

    function emailOf(claims: JWTPayload): string {
      const service = serviceTokens.find(({ token }) => token === textOf(claims, 'common_name'))
      const email = service?.subject ?? textOf(claims, 'email')
      if (email === undefined) throw proxyTokenInvalid('it names neither an e-mail address nor a configured service token')
      return email
    }

    return async request => {
      const token = headerOf(request, tokenHeader) ?? request.cookies['CF_Authorization']
      if (token === undefined || token === '') throw proxyHeaderMissing(tokenHeader)
      const claims = await verifyProxyToken(token, keys, context, {
        issuer,
        algorithms: ['RS256', 'ES256'],
        ...(audience !== undefined && { audience }),
      })
      const email = emailOf(claims)
      // The token holds no name; Cloudflare returns it for the token.
      const headers = { cookie: `CF_Authorization=${token}` }
      const identity = await orUndefined(context.http.get(`${issuer}/cdn-cgi/access/get-identity`, { reply: Identity, headers }))
      return { person: { profile: { email, displayName: identity?.name ?? undefined }, userId: textOf(claims, 'sub') } }
    }
  },
})
