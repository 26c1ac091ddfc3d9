import {
  browserStorageApiRef,
  configApiRef,
  clientApiRef,
  commandPalette,
  defineApi,
  defineWebPlugin,
  errorApiRef,
  matchCommands,
  signalsApiRef,
  signedInUserApiRef,
  storageApiRef,
  type Command,
} from '@portico/core/web'
import { startingValuesSection } from '@portico/user-settings/common'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import { settingsMessages } from './messages.ts'
import { catalogEntityRoute, settingsRoute } from './routes.ts'
import { settingsTabs } from './slots.ts'
import { followPreferences } from './storage/preferences.ts'
import { createServerStorage } from './storage/server-storage.ts'
import { createSettingRequests } from './storage/setting-requests.ts'
import { browserPage, watchSettings } from './storage/setting-watch.ts'

export { settingsRoute } from './routes.ts'
export { settingsTabs, type SettingsTab } from './slots.ts'

/** Stored values follow users from browser to browser. */
const serverStorageFactory = defineApi({
  api: storageApiRef,
  uses: {
    config: configApiRef,
    browser: browserStorageApiRef,
    client: clientApiRef,
    user: signedInUserApiRef,
    errors: errorApiRef,
    signals: signalsApiRef,
  },
  create({ config, browser, client, user, errors, signals }) {
    const hasStartingValues = config.section(startingValuesSection)
    const requests = createSettingRequests(client)
    const storage = createServerStorage({ browser, user, requests, onError: errors.post, hasStartingValues })
    followPreferences({ browser, storage })
    watchSettings({ signals, storage, user, page: browserPage() })
    return storage.api
  },
})

const accessTokensId = 'settings:access-tokens'
const settingsCommands: readonly Command[] = [
  { id: 'settings:general', title: settingsMessages.general, keywords: ['settings', 'theme', 'language', 'identity'], to: '/settings' },
  {
    id: 'settings:auth-providers',
    title: settingsMessages.authProviders,
    keywords: ['settings', 'accounts'],
    to: '/settings/auth-providers',
  },
  { id: 'settings:feature-flags', title: settingsMessages.featureFlags, keywords: ['settings'], to: '/settings/feature-flags' },
  { id: accessTokensId, title: settingsMessages.accessTokens, keywords: ['settings', 'pat'], to: '/settings/access-tokens' },
].map(command => ({ ...command, icon: <IconSettings /> }))

/** The settings of each user: the page, and the storage. */
export const userSettingsWeb = defineWebPlugin({
  id: 'user-settings',
  pages: [
    {
      path: '/settings/*',
      title: settingsMessages.settings,
      load: () => import('./views/SettingsPage.tsx'),
      route: settingsRoute,
      nav: { label: settingsMessages.settings, icon: <IconSettings />, group: 'foot', order: 200, shortcut: 'g s' },
    },
  ],
  slots: [settingsTabs],
  fills: [
    commandPalette.fill({
      name: 'settings',
      title: settingsMessages.settings,
      minLength: 2,
      search: (words, { text, isGuest }) =>
        matchCommands(
          isGuest ? settingsCommands.filter(({ id }) => id !== accessTokensId) : settingsCommands,
          words,
          ({ title, keywords = [] }) => [text(title), ...keywords],
        ),
    }),
  ],
  routes: { root: settingsRoute },
  externalRoutes: { catalogEntity: catalogEntityRoute },
  apis: [serverStorageFactory],
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})
