import { authApi } from '@portico/auth/common'
import { bytes, defineServerPlugin, identityPort } from '@portico/core/server'
import type { Principal, RequestFacts } from '@portico/core/server'
import { authSections, guestConfig, isDevelopment } from './config.ts'
import { createProviders, type AuthOptions } from './create-providers.ts'
import { providerCannot, providerNotFound, userNeeded } from './errors.ts'
import * as userInfo from './migrations/0001-user-info.ts'
import * as refreshShare from './migrations/0002-refresh-share.ts'
import { createAppOrigins } from './oauth/app-origins.ts'
import { readForm } from './oauth/form-body.ts'
import { createRefreshShareStore } from './oauth/refresh-share-store.ts'
import { openIdConfiguration } from './openid-configuration.ts'
import type { AuthProvider } from './providers/provider.ts'
import { createSignIn } from './sign-in.ts'
import { authUsersService, createUsers } from './user-catalog.ts'
import { createUserInfoStore } from './user-info-store.ts'

export type { AuthOptions } from './create-providers.ts'
export { authUsersService, type AuthUsers, type CatalogUser, type UserCatalog, type UserQuery } from './user-catalog.ts'

/** Signs users in, and tells the core what they own. The options are for tests: a portal needs none. */
export function createAuthPlugin(options: AuthOptions = {}) {
  return defineServerPlugin({
    id: 'auth',
    config: authSections,
    provides: { identity: identityPort, authUsers: authUsersService },
    migrations: { '0001-user-info': userInfo, '0002-refresh-share': refreshShare },
    offline: db => ({ identity: { userInfo: (ref: string) => createUserInfoStore(db).find(ref) } }),
    setup({ config, db, log, audit, userTokens, discovery, implement }) {
      const userInfos = createUserInfoStore(db)
      const users = createUsers(config['auth.ownership'])
      const signIn = createSignIn({ userTokens, users: userInfos, audit })
      const inDevelopment = isDevelopment(config['auth.environment'], process.env['NODE_ENV'])
      const appUrl = discovery.appUrl()
      const providers = createProviders(config['auth.providers'], guestConfig(config['auth.providers'], inDevelopment), {
        options,
        authUrl: discovery.externalUrl('auth'),
        appUrl,
        origins: createAppOrigins({ appUrl, extra: config['auth.experimentalExtraAllowedOrigins'] }),
        users,
        signIn,
        audit,
        shares: createRefreshShareStore(db, options.now),
        inDevelopment,
      })
      const absent = Object.keys(config['auth.providers']).filter(id => !providers.has(id))
      if (absent.length > 0) log.warn({ providers: absent }, 'these auth providers are configured, but this portal does not have them')

      function find({ provider: id }: { readonly provider: string }): AuthProvider {
        const provider = providers.get(id)
        if (!provider) throw providerNotFound(id)
        return provider
      }
      /** Guests come last: they are for looking around. */
      function listed(environment: string) {
        const all = [...providers].flatMap(([id, provider]) => {
          const facts = provider.facts(environment)
          return facts ? [{ id, ...facts }] : []
        })
        return [...all.filter(({ kind }) => kind !== 'guest'), ...all.filter(({ kind }) => kind === 'guest')]
      }
      function offered<K extends 'start' | 'finish'>(params: { readonly provider: string }, step: K): NonNullable<AuthProvider[K]> {
        const run = find(params)[step]
        if (!run) throw providerCannot(params.provider, 'sign-in page')
        return run
      }

      implement(authApi, {
        startSignIn: ({ params, request }) => offered(params, 'start')(callOf(request)),
        finishSignIn: ({ params, request }) => offered(params, 'finish')(callOf(request)),
        finishSignInByForm: async ({ params, request, stream }) => {
          const finish = offered(params, 'finish')
          return finish(callOf(request, await readForm(stream)))
        },
        refreshSession: ({ params, request }) => find(params).refresh(callOf(request)),
        refreshSessionByPost: ({ params, request }) => find(params).refresh(callOf(request)),
        signOut: ({ params, request }) => {
          // A provider without a session of its own has nothing to leave: the route is absent, as its clients expect.
          const { signOut } = find(params)
          if (!signOut) throw providerNotFound(params.provider)
          return signOut(callOf(request))
        },
        listProviders: ({ query }) => ({ providers: listed(query.env ?? config['auth.environment']) }),
        getKeys: async () => ({ keys: [...(await userTokens.publicKeys()).keys] }),
        getOpenIdConfiguration: async () => openIdConfiguration(discovery.externalUrl('auth'), (await userTokens.publicKeys()).keys),
        getUserInfo: async ({ caller }) => {
          const user = await userInfos.find(userRefOf(caller))
          if (!user) return bytes('User info not found', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
          return { claims: { ...user.claims, sub: user.userEntityRef, ent: [...user.ownershipEntityRefs] } }
        },
      })

      return { identity: { userInfo: userEntityRef => userInfos.find(userEntityRef) }, authUsers: users.service }
    },
  })
}

/** The auth plugin as a portal uses it. */
export const authPlugin = createAuthPlugin()

function userRefOf(caller: Principal): string {
  if (caller.type !== 'user') throw userNeeded()
  return caller.userEntityRef
}

function callOf(request: RequestFacts, form = new URLSearchParams()) {
  const query = new URL(request.url, 'http://portal').searchParams
  return { request, parameters: new URLSearchParams([...query, ...form]) }
}
