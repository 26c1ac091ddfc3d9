import { accessTokenPort, defineServerPlugin, userAccessPort } from '@portico/core/server'
import { signalsOn } from '@portico/signals/server'
import { userSettingsApi } from '@portico/user-settings/common'
import { createAccessTokenStore } from './access-tokens/access-token-store.ts'
import { createAccessTokens } from './access-tokens/access-tokens.ts'
import { createLiveTokens } from './access-tokens/live-tokens.ts'
import { userSettingsSections } from './config.ts'
import { migrations } from './migrations/index.ts'
import { userSettingsRoutes } from './routes.ts'
import { createSignOutStore } from './sessions/sign-out-store.ts'
import { createSignOuts } from './sessions/sign-outs.ts'
import { createSettingStore } from './settings/setting-store.ts'
import { createSettings } from './settings/settings.ts'
import { createStartingSettings, startingSettingsService } from './settings/starting-settings.ts'
import { accessTokensRevoked, createUserAccess } from './user-access.ts'

export { startingSettingsService, type StartingSettings } from './settings/starting-settings.ts'

const keptAfterExpiryMs = 30 * 24 * 3_600_000

/** Stores the data of each user: settings that follow them, access tokens for their programs, and the end of their sessions. */
export const userSettingsPlugin = defineServerPlugin({
  id: 'user-settings',
  config: userSettingsSections,
  provides: { accessTokens: accessTokenPort, userAccess: userAccessPort, starting: startingSettingsService },
  migrations,
  offline: (db, { events }) => ({
    userAccess: createUserAccess({ tokens: createAccessTokenStore(db), signOuts: createSignOutStore(db), events }),
  }),
  async setup({ config, onConfig, db, log, implement, work: { events, scheduler }, security: { audit }, server: { inspection } }) {
    let limits = config.userSettings.accessTokens
    onConfig('userSettings', changed => void (limits = changed.accessTokens))
    const settingStore = createSettingStore(db)
    const settings = createSettings({ store: settingStore, signals: signalsOn(events) })
    const starting = createStartingSettings(settingStore)
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

    const maxLifetime = () => limits.maxLifetime
    implement(userSettingsApi, userSettingsRoutes({ settings, starting, tokens, userAccess, audit, plugins: pluginIds, maxLifetime }))
    return { accessTokens: { verify: live.verify, endedBefore: signOuts.endedBefore }, userAccess, starting }
  },
})
