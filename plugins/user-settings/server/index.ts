import { accessTokenPort, defineServerPlugin, userAccessPort, type Principal, type UserPrincipal } from '@portico/core/server'
import { signalsOn } from '@portico/signals/server'
import { accessTokenLimits, userSettingsApi } from '@portico/user-settings/common'
import { createAccessTokenStore } from './access-tokens/access-token-store.ts'
import { createAccessTokens } from './access-tokens/access-tokens.ts'
import { createLiveTokens } from './access-tokens/live-tokens.ts'
import { userSettingsSections } from './config.ts'
import { guestsHaveNoTokens, sessionNeeded, userNeeded } from './errors.ts'
import * as userSettings from './migrations/0001-user-settings.ts'
import { createSignOutStore } from './sessions/sign-out-store.ts'
import { createSignOuts } from './sessions/sign-outs.ts'
import { createSettingStore } from './settings/setting-store.ts'
import { createSettings } from './settings/settings.ts'
import { accessTokensRevoked, createUserAccess } from './user-access.ts'

const dayMs = 24 * 3_600_000
const keptAfterExpiryMs = 30 * dayMs

/** Stores the data of each user: settings that follow them, access tokens for their programs, and the end of their sessions. */
export const userSettingsPlugin = defineServerPlugin({
  id: 'user-settings',
  config: userSettingsSections,
  provides: { accessTokens: accessTokenPort, userAccess: userAccessPort },
  migrations: { '0001-user-settings': userSettings },
  offline: (db, { events }) => ({
    userAccess: createUserAccess({ tokens: createAccessTokenStore(db), signOuts: createSignOutStore(db), events }),
  }),
  async setup({ config, onConfig, db, log, implement, work: { events, scheduler }, security: { audit }, server: { inspection } }) {
    let limits = config.userSettings.accessTokens
    onConfig('userSettings', changed => void (limits = changed.accessTokens))
    const settings = createSettings({ store: createSettingStore(db), signals: signalsOn(events) })
    const tokenStore = createAccessTokenStore(db)
    const live = createLiveTokens({ store: tokenStore, log })
    const pluginIds = () => inspection.plugins().map(({ id }) => id)
    const signOutStore = createSignOutStore(db)
    const signOuts = createSignOuts({ store: signOutStore, events })
    await signOuts.start()
    const userAccess = createUserAccess({
      tokens: tokenStore,
      signOuts: signOutStore,
      events,
      onRevoked: live.evict,
      onEnded: signOuts.add,
    })
    const tokens = createAccessTokens({ store: tokenStore, access: userAccess, audit, settings: () => limits, plugins: pluginIds })
    events.listen([accessTokensRevoked], ({ payload }) => live.evict(payload.ids))
    scheduler.schedule({
      id: 'forget-expired-access-tokens',
      description: 'Removes access tokens that expired more than 30 days ago',
      frequency: { hours: 24 },
      timeout: { minutes: 5 },
      initialDelay: { minutes: 10 },
      run: () => tokenStore.deleteExpired(new Date(Date.now() - keptAfterExpiryMs)),
    })

    implement(userSettingsApi, {
      getSetting: ({ caller, params }) => settings.get(refOf(caller), toSettingId(params)),
      putSetting: ({ caller, params, body }) => settings.put(refOf(caller), toSettingId(params), body.value),
      deleteSetting: ({ caller, params }) => settings.remove(refOf(caller), toSettingId(params)),
      multiget: async ({ caller, body }) => ({ items: await settings.getMany(refOf(caller), body.items) }),

      listAccessTokens: async ({ caller }) => ({
        items: await tokens.list(refOf(caller)),
        plugins: pluginIds(),
        maxDays: Math.min(accessTokenLimits.maxDays, Math.floor(limits.maxLifetime / dayMs)),
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
    })
    return { accessTokens: { verify: live.verify, endedBefore: signOuts.endedBefore }, userAccess }
  },
})

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
