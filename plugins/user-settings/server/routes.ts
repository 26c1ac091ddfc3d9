import type { Audit, Handlers, Principal, UserAccessPort, UserPrincipal } from '@portico/core/server'
import { accessTokenLimits, type userSettingsApi } from '@portico/user-settings/common'
import type { AccessTokens } from './access-tokens/access-tokens.ts'
import { guestsHaveNoTokens, sessionNeeded, userNeeded } from './errors.ts'
import type { Settings } from './settings/settings.ts'
import type { StartingSettings } from './settings/starting-settings.ts'

interface RouteDependencies {
  readonly settings: Settings
  readonly starting: StartingSettings
  readonly tokens: AccessTokens
  readonly userAccess: UserAccessPort
  readonly audit: Audit
  readonly plugins: () => string[]
  /** How long an access token may live, in milliseconds. */
  readonly maxLifetime: () => number
}

const dayMs = 24 * 3_600_000

/** The routes of what each user keeps: settings, access tokens, sessions. */
export function userSettingsRoutes({
  settings,
  starting,
  tokens,
  userAccess,
  audit,
  plugins,
  maxLifetime,
}: RouteDependencies): Handlers<typeof userSettingsApi> {
  return {
    getSetting: ({ caller, params }) => settings.get(refOf(caller), toSettingId(params)),
    putSetting: ({ caller, params, body }) => settings.put(refOf(caller), toSettingId(params), body.value),
    deleteSetting: ({ caller, params }) => settings.remove(refOf(caller), toSettingId(params)),
    multiget: async ({ caller, body }) => ({ items: await settings.getMany(refOf(caller), body.items) }),
    listStartingSettings: async () => ({ items: await starting.list() }),

    listAccessTokens: async ({ caller }) => ({
      items: await tokens.list(refOf(caller)),
      plugins: plugins(),
      maxDays: Math.min(accessTokenLimits.maxDays, Math.floor(maxLifetime() / dayMs)),
      mayCreate: !userOf(caller).guest,
    }),
    createAccessToken: ({ caller, body, request }) => tokens.create(noGuest(inSession(caller)), body, request.id),
    deleteAccessToken: ({ caller, params, request }) => tokens.revoke(inSession(caller), params.id, request.id),
    signOutEverywhere: async ({ caller, request }) => {
      const user = inSession(caller)
      await userAccess.endSessions(user.userEntityRef)
      const revokedAccessTokens = (await userAccess.revokeAccessTokens(user.userEntityRef, 'all')).length
      const action = 'user-settings.sessions.end'
      await audit.record({ caller, action, subject: user.userEntityRef, result: 'success', requestId: request.id })
      return { revokedAccessTokens }
    },
  }
}

function toSettingId({ bucket, rest }: { readonly bucket: string; readonly rest: string }) {
  return { bucket, key: rest }
}

/** Authentication admits only users; where it is disabled, an anonymous caller has no settings. */
function userOf(caller: Principal): UserPrincipal {
  if (caller.type !== 'user') throw userNeeded()
  return caller
}

function refOf(caller: Principal): string {
  return userOf(caller).userEntityRef
}

/** A stolen token must not be able to create further tokens. */
function inSession(caller: Principal): UserPrincipal {
  const user = userOf(caller)
  if (user.accessToken || user.actor !== undefined) throw sessionNeeded()
  return user
}

/** A shared user must have no token that outlives the guest's session. */
function noGuest(user: UserPrincipal): UserPrincipal {
  if (user.guest) throw guestsHaveNoTokens()
  return user
}
