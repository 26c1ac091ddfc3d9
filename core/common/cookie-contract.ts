import { z } from 'zod'
import { defineContract, del, get } from './contract.ts'

/** The cookie by which a browser loads what cannot carry a token: images, documents, the app itself. Every plugin has these routes. */
export function cookieContract(plugin: string) {
  return defineContract(plugin, {
    issueCookie: get('/.backstage/auth/v1/cookie', { access: 'signed-in', noStore: true, reply: z.object({ expiresAt: z.string() }) }),
    clearCookie: del('/.backstage/auth/v1/cookie', { access: plugin === 'app' ? 'public' : 'signed-in', noStore: true }),
  })
}
