import { authApi, authPermissions } from '@portico/auth/common'
import { bytes, defineServerPlugin, identityPort, userAccessPort } from '@portico/core/server'
import type { Principal, RequestFacts } from '@portico/core/server'
import { administrationService, createAdministration } from './administration/administration.ts'
import { administrationRoutes } from './administration/administration-routes.ts'
import { createAttemptLimit } from './attempt-limit.ts'
import { authSections, guestConfig, guestDoor, isDevelopment } from './config.ts'
import { createProviders, type AuthOptions } from './create-providers.ts'
import { providerCannot, providerNotFound, userNeeded } from './errors.ts'
import { authMigrations } from './migrations/auth-migrations.ts'
import { createAppOrigins } from './oauth/app-origins.ts'
import { createFailAsPage } from './oauth/fail-as-page.ts'
import { readForm } from './oauth/form-body.ts'
import { createRefreshShareStore } from './oauth/refresh-share-store.ts'
import { openIdConfiguration } from './openid-configuration.ts'
import type { AuthProvider } from './providers/provider.ts'
import { createSessionStore } from './sessions/session-store.ts'
import { createSignIn } from './sign-in.ts'
import { authUsersService, createUsers } from './user-catalog.ts'
import { createUserInfoStore } from './user-info-store.ts'
import { createBlockStore } from './users/block-store.ts'
import { createGuest } from './users/guest-user.ts'
import { createLiveUsers } from './users/live-users.ts'

export type { AuthOptions } from './create-providers.ts'
export { authUsersService, type AuthUsers, type CatalogUser, type UserCatalog, type UserQuery } from './user-catalog.ts'

const keptAfterExpiryMs = 30 * 24 * 3_600_000

/** Signs users in, and provides to the core what they own and whether they are still admitted. The options are for tests only. */
export function createAuthPlugin(options: AuthOptions = {}) {
  return defineServerPlugin({
    id: 'auth',
    config: authSections,
    guestDoor,
    provides: { identity: identityPort, authUsers: authUsersService, administration: administrationService },
    migrations: authMigrations,
    permissions: { permissions: authPermissions },
    commands: async () => (await import('./administration/user-commands.ts')).userCommands,
    offline: (db, { audit, events, service }) => ({
      identity: { userInfo: (ref: string) => createUserInfoStore(db).find(ref) },
      administration: createAdministration({
        blocks: createBlockStore(db),
        sessions: createSessionStore(db),
        userAccess: () => service(userAccessPort),
        events,
        audit,
      }),
    }),
    setup({
      config,
      db,
      log,
      implement,
      work: { events, scheduler },
      security: { audit, permissions, userTokens },
      server: { discovery, isExposed },
    }) {
      const userInfos = createUserInfoStore(db)
      const blocks = createBlockStore(db)
      const sessions = createSessionStore(db)
      const { nestedGroups, cacheTtl } = config['auth.ownership']
      const users = createUsers({ nestedGroups })
      const inDevelopment = isDevelopment(config['auth.environment'], process.env['NODE_ENV'])
      const guestSettings = guestConfig(config['auth.providers'], inDevelopment && !isExposed)
      const guest = createGuest({ config: guestSettings, inDevelopment, isExposed, users })
      const live = createLiveUsers({ userInfos, blocks, users, guest, events, cacheMs: cacheTtl, log })
      const signIn = createSignIn({ userTokens, users: userInfos, blocks, sessions, audit, onSignIn: live.onSignIn })
      const { userAccess } = userTokens
      const administration = createAdministration({ blocks, sessions, userAccess, events, audit, onChange: live.evict })
      const appUrl = discovery.appUrl()
      const origins = createAppOrigins({ appUrl, extra: config['auth.experimentalExtraAllowedOrigins'] })
      const providers = createProviders(config['auth.providers'], {
        options,
        authUrl: discovery.externalUrl('auth'),
        appUrl,
        origins,
        users,
        signIn,
        audit,
        shares: createRefreshShareStore(db, options.now),
        guest: guestSettings && guest,
      })
      const failAsPage = createFailAsPage({ origins, titleOf: (id, env) => titleOf(providers.get(id), id, env) })
      const attempt = createAttemptLimit(config['auth.rateLimit'])
      scheduler.schedule({
        id: 'forget-sessions',
        description: 'Deletes sessions that expired more than 30 days ago from the list',
        frequency: { hours: 24 },
        timeout: { minutes: 5 },
        initialDelay: { minutes: 10 },
        run: () => sessions.deleteExpired(new Date(Date.now() - keptAfterExpiryMs)),
      })

      function find({ provider: id }: { readonly provider: string }): AuthProvider {
        const provider = providers.get(id)
        if (!provider) throw providerNotFound(id)
        return provider
      }
      /** Guests come last. */
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
      const refresh = ({ params, request }: { readonly params: { readonly provider: string }; readonly request: RequestFacts }) =>
        attempt(request, onFailure => find(params).refresh(callOf(request, onFailure)))

      implement(authApi, {
        startSignIn: ({ params, request }) =>
          attempt(request, onFailure => offered(params, 'start')(callOf(request, onFailure))).catch(failAsPage('start', params, request)),
        finishSignIn: ({ params, request }) =>
          attempt(request, onFailure => offered(params, 'finish')(callOf(request, onFailure))).catch(failAsPage('finish', params, request)),
        finishSignInByForm: ({ params, request, stream }) =>
          attempt(request, async onFailure => offered(params, 'finish')(callOf(request, onFailure, await readForm(stream)))).catch(
            failAsPage('finish', params, request),
          ),
        refreshSession: refresh,
        refreshSessionByPost: refresh,
        signOut: ({ params, request }) => {
          // A provider without a session of its own has nothing to end: the route is absent, as clients expect.
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
          const { ownershipEntityRefs } = await live.info(user.userEntityRef)
          return { claims: { ...user.claims, sub: user.userEntityRef, ent: [...ownershipEntityRefs] } }
        },
        ...administrationRoutes({ administration, permissions }),
      })

      return { identity: { userInfo: live.info, admission: live.admission }, authUsers: users.service, administration }
    },
  })
}

/** The auth plugin as a portal uses it. */
export const authPlugin = createAuthPlugin()

function titleOf(provider: AuthProvider | undefined, id: string, environment: string): string | undefined {
  return provider && (provider.facts(environment)?.title ?? id)
}

function userRefOf(caller: Principal): string {
  if (caller.type !== 'user') throw userNeeded()
  return caller.userEntityRef
}

function callOf(request: RequestFacts, onFailure: () => void = () => {}, form = new URLSearchParams()) {
  const query = new URL(request.url, 'http://portal').searchParams
  return { request, onFailure, parameters: new URLSearchParams([...query, ...form]) }
}
