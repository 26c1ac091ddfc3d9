import { importSPKI, type CryptoKey, type JWTVerifyGetKey } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { proxyTokenInvalid } from '../errors.ts'
import { textOf, toPerson } from '../oauth/open-id-person.ts'
import { defineProxyProvider } from '../proxy/define-proxy-provider.ts'
import { neededHeader, verifyProxyToken } from '../proxy/proxy-token.ts'

/** Keys never change under their name, and a load balancer has few. */
const maxKeys = 20

export const awsalb = defineProxyProvider({
  title: 'AWS Application Load Balancer',
  settings: {
    issuer: z.string().min(1).describe('The issuer of the identity provider behind the load balancer'),
    signer: z.string().optional().describe('The ARN of the load balancer; others are refused'),
    region: z
      .string()
      .regex(/^[a-z0-9-]+$/, 'expected a region such as eu-central-1')
      .describe('The region of the load balancer'),
  },
  connect({ issuer, signer, region }, context) {
    const known = new LRUCache<string, Promise<CryptoKey>>({ max: maxKeys })
    const keys: JWTVerifyGetKey = async header => {
      const { kid, signer: signedBy } = header as { kid?: string; signer?: unknown }
      if (signer !== undefined && signedBy !== signer) throw proxyTokenInvalid('another load balancer made it')
      if (kid === undefined || !/^[\w-]{1,100}$/.test(kid)) throw proxyTokenInvalid('it does not name its key')
      const key = known.get(kid) ?? fetchKey(kid)
      known.set(kid, key)
      key.catch(() => known.delete(kid))
      return key
    }
    async function fetchKey(kid: string): Promise<CryptoKey> {
      const response = await context.http.fetch(`https://public-keys.auth.elb.${region}.amazonaws.com/${kid}`)
      if (!response.ok) throw proxyTokenInvalid('its key is not known')
      return importSPKI(await response.text(), 'ES256')
    }
    return async request => {
      const accessToken = neededHeader(request, 'x-amzn-oidc-accesstoken')
      const claims = await verifyProxyToken(neededHeader(request, 'x-amzn-oidc-data'), keys, context, { issuer, algorithms: ['ES256'] })
      const person = toPerson(claims)
      const expiresInSeconds = claims.exp === undefined ? undefined : Math.max(0, Math.floor(claims.exp - context.now() / 1000))
      return {
        person: { ...person, username: person.username ?? textOf(claims, 'username') },
        accessToken,
        ...(expiresInSeconds !== undefined && { expiresInSeconds }),
      }
    }
  },
})
