import { alertApiRef, createAlerts } from '../alerts/alerts.ts'
import { createErrors, errorApiRef } from '../alerts/errors.ts'
import { analyticsApiRef, analyticsSinks, createAnalytics } from '../analytics/analytics.ts'
import type { AppOptions } from '../app-options.ts'
import { clientApiRef, createWebClient } from '../client.ts'
import { configApiRef, type BrowserConfig } from '../config.ts'
import { createDialogs, dialogApiRef } from '../dialogs/dialogs.ts'
import { discoveryApiRef, type WebDiscovery } from '../discovery.ts'
import { createFeatureFlags, featureFlagsApiRef } from '../feature-flags.ts'
import { fetchApiRef, type Fetch } from '../fetch.ts'
import { createIcons, iconsApiRef } from '../icons/icons.ts'
import { ownIcons } from '../icons/own-icons.ts'
import { createLanguages, languagesApiRef } from '../languages/languages.ts'
import { ownLanguages, ownTranslations } from '../languages/own-languages.ts'
import { createOpenPermissions, permissionApiRef } from '../permissions/permissions.ts'
import { authProvidersApiRef } from '../session/auth-providers.ts'
import { fixedProviders } from '../session/fixed-providers.ts'
import { createIdentity, identityApiRef } from '../session/identity.ts'
import { createLoginRequests, loginRequestsApiRef } from '../session/login-requests.ts'
import { placeholderProvider } from '../session/placeholder-guest.ts'
import type { Session } from '../session/session.ts'
import { signInHostApiRef, type SignInHost } from '../session/sign-in-host.ts'
import { signedInUserApiRef, createSignedInUser } from '../session/signed-in-user.ts'
import { createNoSignals, signalsApiRef } from '../signals/signals.ts'
import { createExtensions, extensionsApiRef } from '../slots/extensions.ts'
import { browserStorageApiRef, type BrowserStorage } from '../storage/browser-storage.ts'
import { createBrowserBuckets, storageApiRef } from '../storage/stored-values.ts'
import { createObservable } from '../observable.ts'
import { titleCountApiRef } from '../title-count.ts'
import { createThemes, ownThemes, themesApiRef, type SystemScheme } from '../themes.ts'
import { coreSlots } from '../core-slots.ts'
import { defineApi, type ApiFactory } from './api-ref.ts'

export interface CoreApiOptions extends AppOptions {
  readonly config: BrowserConfig
  readonly discovery: WebDiscovery
  readonly fetch: Fetch
  readonly session: Session
  readonly host: SignInHost
  readonly browser: BrowserStorage
  readonly prefersDark: SystemScheme
}

/** The APIs that come with the portal. Any of them can be replaced by a plugin or the app. */
export function coreApis(options: CoreApiOptions): ApiFactory[] {
  const { plugins } = options
  const { storage, onOtherTab } = options.browser
  return [
    defineApi({ api: configApiRef, create: () => options.config }),
    defineApi({ api: discoveryApiRef, create: () => options.discovery }),
    defineApi({ api: fetchApiRef, create: () => options.fetch }),
    defineApi({ api: clientApiRef, uses: { discovery: discoveryApiRef, fetch: fetchApiRef }, create: createWebClient }),
    defineApi({ api: permissionApiRef, create: createOpenPermissions }),
    defineApi({ api: titleCountApiRef, create: () => createObservable(0) }),
    defineApi({ api: signalsApiRef, create: createNoSignals }),
    defineApi({ api: signedInUserApiRef, create: () => createSignedInUser(options.session) }),
    defineApi({ api: browserStorageApiRef, create: () => options.browser }),
    defineApi({ api: identityApiRef, create: () => createIdentity(options.session) }),
    defineApi({ api: loginRequestsApiRef, create: createLoginRequests }),
    defineApi({ api: signInHostApiRef, create: () => options.host }),
    defineApi({ api: authProvidersApiRef, create: () => fixedProviders([placeholderProvider]) }),
    defineApi({ api: alertApiRef, create: createAlerts }),
    defineApi({ api: errorApiRef, uses: { alerts: alertApiRef }, create: ({ alerts }) => createErrors(alerts) }),
    defineApi({
      api: storageApiRef,
      uses: { errors: errorApiRef },
      create: ({ errors }) => createBrowserBuckets({ storage, onOtherTab, onError: errors.post }),
    }),
    defineApi({
      api: featureFlagsApiRef,
      create: () => {
        const flags = plugins.flatMap(({ id, featureFlags = [] }) => featureFlags.map(flag => ({ ...flag, pluginId: id })))
        return createFeatureFlags({ flags, storage, onOtherTab })
      },
    }),
    defineApi({
      api: themesApiRef,
      create: () => {
        const themes = [...(options.themes ?? ownThemes), ...plugins.flatMap(plugin => plugin.themes ?? [])]
        return createThemes({ themes, storage, onOtherTab, prefersDark: options.prefersDark })
      },
    }),
    defineApi({
      api: languagesApiRef,
      uses: { errors: errorApiRef },
      create: ({ errors }) =>
        createLanguages({
          supported: options.languages ?? ownLanguages,
          initial: options.defaultLanguage,
          loaders: [ownTranslations, ...plugins.map(({ translations = {} }) => translations)],
          overrides: options.wordings,
          storage,
          onOtherTab,
          onError: errors.post,
        }),
    }),
    defineApi({ api: iconsApiRef, create: () => createIcons([options.icons, ...plugins.map(({ icons }) => icons), ownIcons]) }),
    defineApi({ api: dialogApiRef, create: createDialogs }),
    defineApi({
      api: extensionsApiRef,
      uses: { config: configApiRef, errors: errorApiRef },
      create: ({ config, errors }) =>
        createExtensions({ plugins: [coreSlots, ...plugins], config, onError: error => errors.post(error, { hidden: true }) }),
    }),
    defineApi({
      api: analyticsApiRef,
      uses: { config: configApiRef, extensions: extensionsApiRef, identity: identityApiRef, errors: errorApiRef, storage: storageApiRef },
      create: ({ config, extensions, identity, errors, storage }) => {
        const onError = (error: unknown) => errors.post(error, { hidden: true })
        const sinks = extensions.of(analyticsSinks).flatMap(({ item }) => {
          try {
            return item.create({ config, identity, storage, extensions, onError })
          } catch (error) {
            onError(error)
            return []
          }
        })
        return createAnalytics(sinks, onError)
      },
    }),
  ]
}
