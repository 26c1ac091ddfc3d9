import type { Session } from '@portico/auth/common'
import { basicPermission, defineContract, get } from '@portico/core/common'
import { defineServerPlugin, type RunningServer } from '@portico/core/server'
import type { ServerPlugin } from '@portico/core/server'
import { z } from 'zod'
import { startAuthPortal, type TestUser } from './auth-portal.ts'

const shelfId = 'shelf'

/** A plugin with a page for everyone and one for admins. */
function createShelf(): ServerPlugin {
  const manage = basicPermission(`${shelfId}.manage`, 'update')
  const reply = z.object({ user: z.string() })
  const who = ({ caller }: { caller: object }) => ({ user: String('userEntityRef' in caller ? caller.userEntityRef : 'service') })
  return defineServerPlugin({
    id: shelfId,
    permissions: { permissions: [manage] },
    setup({ implement }) {
      const routes = { look: get('/look', { access: 'cookie', reply }), manage: get('/manage', { access: { permission: manage }, reply }) }
      implement(defineContract(shelfId, routes), { look: who, manage: who })
    },
  })
}

export interface LeaverPortalOptions {
  readonly users: readonly TestUser[]
  readonly plugins: readonly ServerPlugin[]
  readonly cacheTtl?: string
  readonly auth?: Readonly<Record<string, unknown>>
  readonly config?: Readonly<Record<string, unknown>>
  readonly backend?: Readonly<Record<string, unknown>>
}

/**
 * A portal for tests of leavers: users sign in through a proxy (those who are not in the catalog as friends), admins are a group, and the plugin
 * `shelf` has a page for everyone and one for admins.
 */
export async function startLeaverPortal({ users, plugins, cacheTtl = '10m', auth, config, backend }: LeaverPortalOptions) {
  const portal = await startAuthPortal({
    users,
    plugins: [...plugins, createShelf()],
    auth: { ownership: { cacheTtl }, ...auth },
    config: { permission: { enabled: true, policy: { roles: { admin: { members: ['group:default/admins'] } } } }, ...config },
    ...(backend && { backend }),
    providers: {
      guest: {},
      oauth2Proxy: {
        signIn: {
          resolvers: [
            { resolver: 'forwardedUserMatchingUserEntityName' },
            { resolver: 'forwardedPreferredUsernameMatchingUserEntityName', dangerouslyAllowSignInWithoutUserInCatalog: true },
          ],
        },
      },
    },
  })
  const { url } = portal.server

  /** Signs in as the proxy says: a user of the catalog, or a friend who is not in it. */
  function enter(name: string, { friend = false, at = url }: { readonly friend?: boolean; readonly at?: string } = {}): Promise<Response> {
    const headers = { 'x-forwarded-user': friend ? 'nobody' : name, ...(friend && { 'x-forwarded-preferred-username': name }) }
    return fetch(`${at}/api/auth/oauth2Proxy/refresh`, { headers: { ...headers, 'user-agent': 'a browser' } })
  }
  async function tokenOf(reply: Promise<Response>): Promise<string> {
    const { backstageIdentity } = (await (await reply).json()) as Session
    if (!backstageIdentity) throw new Error('no user was signed in')
    return backstageIdentity.token
  }
  async function ask(token: string, path: string, at: string | RunningServer = url): Promise<[number, string | undefined]> {
    const response = await fetch(`${typeof at === 'string' ? at : at.url}/api/${path}`, { headers: { authorization: `Bearer ${token}` } })
    const body = (await response.json()) as { error?: { code?: string } }
    return [response.status, body.error?.code]
  }

  return {
    ...portal,
    url,
    ask,
    enter,
    signIn: (name: string, options?: Parameters<typeof enter>[1]) => tokenOf(enter(name, options)),
    signInAsGuest: () => tokenOf(fetch(`${url}/api/auth/guest/refresh`)),
    /** The audit events, the newest first. */
    trail: async (action: string) => (await portal.server.server.services.audit.list({ action, limit: 100 })).items,
  }
}

export type LeaverPortal = Awaited<ReturnType<typeof startLeaverPortal>>
