import { authApi, authPermissions } from '@portico/auth/common'
import { defineServerPlugin, identityPort, userAccessPort } from '@portico/core/server'
import { administrationService, createAdministration } from './administration/administration.ts'
import { authSections, guestAccess } from './config.ts'
import { migrations } from './migrations/index.ts'
import { createAppOrigins } from './oauth/app-origins.ts'
import { createRefreshShareStore } from './oauth/refresh-share-store.ts'
import { createProviders, type AuthOptions } from './providers/create-providers.ts'
import { authRoutes } from './routes.ts'
import { createAttemptLimit } from './sessions/attempt-limit.ts'
import { openSessions } from './sessions/open-sessions.ts'
import { createSessionStore } from './sessions/session-store.ts'
import { createSignIn } from './sessions/sign-in.ts'
import { createBlockStore } from './users/block-store.ts'
import { openUsers } from './users/open-users.ts'
import { authUsersService } from './users/user-catalog.ts'
import { createUserInfoStore } from './users/user-info-store.ts'

export type { AuthOptions } from './providers/create-providers.ts'
export { authUsersService, type AuthUsers, type CatalogUser, type UserCatalog, type UserQuery } from './users/user-catalog.ts'

/** Signs users in, and provides to the core what they own and whether they are still admitted. The options are for tests only. */
export function createAuthPlugin(options: AuthOptions = {}) {
  return defineServerPlugin({
    id: 'auth',
    config: authSections,
    guestAccess,
    provides: { identity: identityPort, authUsers: authUsersService, administration: administrationService },
    migrations,
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
    setup(core) {
      const { config, db, implement } = core
      const { audit, permissions, userTokens } = core.security
      const authUrl = core.server.discovery.externalUrl('auth')
      const appUrl = core.server.discovery.appUrl()
      const { users, userInfos, blocks, live, configuredGuest } = openUsers(core)
      const sessions = openSessions(core)
      const signIn = createSignIn({ userTokens, users: userInfos, blocks, sessions, audit, onSignIn: live.onSignIn })
      const { events } = core.work
      const { userAccess } = userTokens
      const administration = createAdministration({ blocks, sessions, userAccess, events, audit, onChange: live.evict })
      const origins = createAppOrigins({ appUrl, extra: config['auth.experimentalExtraAllowedOrigins'] })
      const shares = createRefreshShareStore(db, options.now)
      const providerDependencies = { options, authUrl, appUrl, origins, users, signIn, audit, shares, guest: configuredGuest }
      const routes = authRoutes({
        providers: createProviders(config['auth.providers'], providerDependencies),
        environment: config['auth.environment'],
        origins,
        attempt: createAttemptLimit(config['auth.rateLimit']),
        userTokens,
        authUrl,
        userInfos,
        ownershipOf: async user => (await live.info(user)).ownershipEntityRefs,
        administration,
        permissions,
      })
      implement(authApi, routes)
      core.actions.offer(async () => (await import('./agent-actions.ts')).authActions)
      return { identity: { userInfo: live.info, admission: live.admission }, authUsers: users.service, administration }
    },
  })
}

/** The auth plugin as a portal uses it. */
export const authPlugin = createAuthPlugin()
