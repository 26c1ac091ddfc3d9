import { authenticationError, notAllowedError } from '@portico/core/common'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { authCookieName, clearCookie, issueCookie } from '../tokens/cookie.ts'
import type { TokenService } from '../tokens/token-service.ts'

interface ProtectionOptions {
  readonly tokens: Pick<TokenService, 'verify' | 'limitedTokenOf'>
  /** The folder of the built web app. */
  readonly folder: string
  /** The address of the app's own routes, as browsers reach it. */
  readonly baseUrl: string
  /** `app.baseUrl` */
  readonly appUrl: string
}

const maxFormLength = 100_000
const looks = /\.(?:css|woff2|svg|png|ico)$/
const asApp = { pluginId: 'app', allowLimited: true }

/** Serves the web app to signed-in users only. Others get the sign-in page, which requests the app by a form. */
export function createAppProtection({ tokens, folder, baseUrl, appUrl }: ProtectionOptions) {
  const entry = path.join(folder, 'sign-in.html')
  if (!existsSync(entry)) throw new Error('app.protected is set, but the built web app has no sign-in page: build it again')
  const open = new Set(JSON.parse(readFileSync(path.join(folder, 'public-files.json'), 'utf8')) as string[])
  const ownOrigin = new URL(appUrl).origin

  /** Undefined without a cookie, false with an invalid one. */
  async function holds({ cookies }: FastifyRequest): Promise<boolean | undefined> {
    const cookie = cookies[authCookieName]
    if (!cookie) return undefined
    const caller = await tokens.verify(cookie, asApp).catch(() => undefined)
    return caller?.type === 'user'
  }

  /** Any site can post a form here; a form with the attacker's token would sign the visitor in to the attacker's session. */
  function refuseOtherSites({ headers }: FastifyRequest): void {
    const site = headers['sec-fetch-site']
    const own = site === undefined ? headers.origin === undefined || headers.origin === ownOrigin : site === 'same-origin'
    if (!own) throw notAllowedError('Only pages of the portal may sign in here', { code: 'core.sign-in-origin' })
  }

  async function signIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseOtherSites(request)
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
    const token = form.get('token')
    if (form.get('type') !== 'sign-in' || !token) throw authenticationError('The form is not a sign-in form', { code: 'core.sign-in-form' })
    const caller = await tokens.verify(token, { pluginId: 'app', allowLimited: false })
    const { setCookie } = issueCookie({ caller, present: undefined, limitedTokenOf: tokens.limitedTokenOf, baseUrl })
    // Redirected to GET, so that a reload does not ask whether to send the form again.
    return reply.header('set-cookie', setCookie).header('cache-control', 'no-store').redirect(request.url, 303)
  }

  return {
    signInPage: readFileSync(entry, 'utf8'),
    /** Which of the two pages a browser gets. An invalid cookie is cleared. */
    async mayEnter(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
      const held = await holds(request)
      if (held === false) reply.header('set-cookie', clearCookie(baseUrl))
      return held === true
    },
    /** Scripts of the app are for signed-in users only; style sheets are not secret. */
    async guardFile(request: FastifyRequest): Promise<void> {
      const name = fileName(request.url)
      if (looks.test(name) || open.has(name) || (await holds(request))) return
      throw authenticationError('Sign in to load this part of the portal', { code: 'core.app-protected' })
    },
    async mountSignIn(http: FastifyInstance, basePath: string): Promise<void> {
      await http.register(async scope => {
        const options = { parseAs: 'string' as const, bodyLimit: maxFormLength }
        scope.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) => done(null, body))
        scope.post(basePath || '/', signIn)
        scope.post(`${basePath}/*`, signIn)
      })
    },
  }
}

/** The decoded file name; undefined when it cannot be decoded. */
function fileName(url: string): string {
  try {
    return path.posix.basename(decodeURIComponent(url.split('?')[0] ?? ''))
  } catch {
    return ''
  }
}

export type AppProtection = ReturnType<typeof createAppProtection>
