import { authApi, authPermissions } from '@portico/auth/common'
import { defineServerPlugin, identityPort, userAccessPort } from '@portico/core/server'
import { administrationService, createAdministration } from './administration/administration.ts'
import { administrationRoutes } from './administration/administration-routes.ts'
import { createAttemptLimit } from './attempt-limit.ts'
import { authSections, guestConfig, guestAccess, isDevelopment } from './config.ts'
import { createProviders, type AuthOptions } from './create-providers.ts'
import { authMigrations } from './migrations/auth-migrations.ts'
import { createAppOrigins } from './oauth/app-origins.ts'
import { createRefreshShareStore } from './oauth/refresh-share-store.ts'
import { authRoutes } from './routes.ts'
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
    guestAccess,
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
      scheduler.schedule({
        id: 'forget-sessions',
        description: 'Deletes sessions that expired more than 30 days ago from the list',
        frequency: { hours: 24 },
        timeout: { minutes: 5 },
        initialDelay: { minutes: 10 },
        run: () => sessions.deleteExpired(new Date(Date.now() - keptAfterExpiryMs)),
      })

      const routes = authRoutes({
        providers,
        environment: config['auth.environment'],
        origins,
        attempt: createAttemptLimit(config['auth.rateLimit']),
        userTokens,
        authUrl: discovery.externalUrl('auth'),
        userInfos,
        ownershipOf: async user => (await live.info(user)).ownershipEntityRefs,
      })
      implement(authApi, { ...routes, ...administrationRoutes({ administration, permissions }) })
      return { identity: { userInfo: live.info, admission: live.admission }, authUsers: users.service, administration }
    },
  })
}

/** The auth plugin as a portal uses it. */
export const authPlugin = createAuthPlugin()
