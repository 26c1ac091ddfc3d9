export { afterPaint } from './after-paint.ts'
export { AlertBar } from './alerts/AlertBar.tsx'
export { alertApiRef, type Alert, type Alerts, type AlertSeverity } from './alerts/alerts.ts'
export { errorApiRef, type ErrorReporter } from './alerts/errors.ts'
export {
  analyticsApiRef,
  analyticsSinks,
  type Analytics,
  type AnalyticsContextValue,
  type AnalyticsEvent,
  type AnalyticsSink,
  type AnalyticsSinkDependencies,
} from './analytics/analytics.ts'
export { AnalyticsContext, useAnalytics } from './analytics/use-analytics.tsx'
export { defineApi, defineApiRef, type ApiFactory, type ApiRef } from './apis/api-ref.ts'
export { lazyApi } from './apis/lazy-api.ts'
export { useApi, useApis } from './apis/use-api.ts'
export type { AppComponents, BootErrorProps, ErrorFallbackProps } from './app-components.ts'
export type { AppOptions } from './app-options.ts'
export { createBatches } from './batches.ts'
export { clientApiRef, type Client } from './client.ts'
export { configApiRef, type BrowserConfig } from './config.ts'
export { dialogApiRef, type Confirmation, type Dialogs } from './dialogs/dialogs.ts'
export { discoveryApiRef, type WebDiscovery } from './discovery.ts'
export { ErrorBoundary, type ErrorBoundaryProps } from './ErrorBoundary.tsx'
export { defineExtension } from './Extension.tsx'
export { featureFlagsApiRef, type FeatureFlag, type FeatureFlags } from './feature-flags.ts'
export { fetchApiRef, type Fetch } from './fetch.ts'
export { preloadFile } from './files/load-file.ts'
export { EmptyWidget, FoldWidget } from './home/EmptyWidget.tsx'
export * from './home/home-slots.ts'
export { type Icon, type NamedIcons } from './icons/icon-names.ts'
export { iconsApiRef, type Icons } from './icons/icons.ts'
export { NamedIcon } from './icons/NamedIcon.tsx'
export { languagesApiRef, type Language, type Languages } from './languages/languages.ts'
export type { Translation, TranslationLoaders } from './languages/translation.ts'
export { mountPortal, type MountOptions } from './mount.tsx'
export { createObservable, useObservable, type Observable } from './observable.ts'
export { permissionApiRef, type PermissionAnswer, type Permissions, type PermissionQuery } from './permissions/permissions.ts'
export { RefusalPanel } from './permissions/RefusalPanel.tsx'
export { refusalOf, type CarryingRole, type Refusal } from './permissions/refusal.ts'
export { RequirePermission, type RequirePermissionProps } from './permissions/RequirePermission.tsx'
export { usePermission, type PermissionState } from './permissions/use-permission.ts'
export {
  defineWebPlugin,
  type FeatureFlagSpec,
  type NavItem,
  type Page,
  type Preload,
  type Submenu,
  type SubmenuItem,
  type WebPlugin,
} from './plugin.ts'
export { pause } from './pause.ts'
export { PluginBoundary } from './PluginBoundary.tsx'
export { useConfig, useIdentity } from './portal.tsx'
export { parseQuery, queryLimits, toQuery, type QueryObject, type QueryValue } from './query-string.ts'
export { preloadFirst } from './routes/preload-first.ts'
export { query, useCall, useClient, useQuery } from './queries.ts'
export { useQueryCache, type QueryCache } from './query-cache.ts'
export { RequestErrorPanel, type RequestErrorPanelProps } from './RequestErrorPanel.tsx'
export { FlatRoutes, type FlatRoute } from './routes/FlatRoutes.tsx'
export { bindRoute, type RouteBinding } from './routes/route-bindings.ts'
export {
  defineExternalRouteRef,
  defineRouteRef,
  defineSubRouteRef,
  type ExternalRouteRef,
  type RouteRef,
  type SubRouteRef,
} from './routes/route-ref.ts'
export type { RouteFunction } from './routes/route-resolver.ts'
export { TabbedRoutes, useTabbedRoutes, type TabbedRoute, type TabbedRoutesProps } from './routes/TabbedRoutes.tsx'
export { useLeaveGuard } from './routes/use-leave-guard.ts'
export { useRouteRef, useRouteRefParams } from './routes/use-route-ref.ts'
export {
  authProvidersApiRef,
  type AuthProvider,
  type AuthProviders,
  type AuthRequestOptions,
  type ProviderAuth,
} from './session/auth-providers.ts'
export { CookieAuth } from './session/CookieAuth.tsx'
export { customProvider } from './session/custom-provider.tsx'
export { identityApiRef, type SignedInIdentity } from './session/identity.ts'
export { loginRequestsApiRef, type LoginRequester, type LoginRequestQueue, type PendingLogin } from './session/login-requests.ts'
export { placeholderGuest, placeholderProvider } from './session/placeholder-guest.ts'
export { withIdentity, type SignInProvider, type SignInRequest } from './session/providers.ts'
export { createRenewal, isAlive, isAway } from './session/renewal.ts'
export {
  checkUserRef,
  endOf,
  hasIdentity,
  tokenExpiry,
  type Identity,
  type PortalIdentity,
  type Profile,
  type ProviderSession,
  type SessionValue,
} from './session/session-value.ts'
export { signInHostApiRef, type SignInHost } from './session/sign-in-host.ts'
export type { LoginEnvironment, PopupHost } from './session/login-environment.ts'
export { SignInPage } from './session/SignInPage.tsx'
export { useSignIn, type SignIn } from './session/use-sign-in.ts'
export { useCookieAuth } from './session/use-cookie-auth.ts'
export { signedInUserApiRef, type SignedInUser } from './session/signed-in-user.ts'
export { LanguageSelect } from './shell/LanguageSelect.tsx'
export { ThemeSwitch } from './shell/ThemeSwitch.tsx'
export { ErrorPage, type ErrorPageProps } from './shell/ErrorPage.tsx'
export { usePageCommands } from './shell/palette/use-page-commands.ts'
export { commandPalette, matchCommands, type Command, type CommandSearch, type CommandSource } from './shell/palette/commands.ts'
export { useShortcut } from './shell/shortcuts/use-shortcut.ts'
export { sidebarSections, type SidebarLink, type SidebarSection } from './shell/sidebar-sections.ts'
export { useEstimatedWidth, useSidebarPin } from './shell/use-shell.ts'
export { openSocket } from './signals/open-socket.ts'
export { signalsApiRef, type SignalListener, type Signals, type SignalState } from './signals/signals.ts'
export { useChanges, useIsLive, type ChangesOptions } from './signals/use-changes.ts'
export { useSignal } from './signals/use-signal.ts'
export { extensionsApiRef, type Extension, type Extensions } from './slots/extensions.ts'
export { defineSlot, type Filling, type FillingSpec, type Slot } from './slots/slot.ts'
export { ExtensionBoundary, inPlace, SlotItems, useExtensionConfig, useSlot } from './slots/use-slot.tsx'
export { browserStorageApiRef, createMemoryStorage, type BrowserStorage } from './storage/browser-storage.ts'
export { createBrowserBuckets, storageApiRef, type UserStorage, type StorageBucket, type Stored } from './storage/stored-values.ts'
export { useStored } from './storage/use-stored.ts'
export { SupportButton } from './support/SupportButton.tsx'
export { themesApiRef, type Theme, type Themes } from './themes.ts'
export { useTitle } from './title.ts'
export { titleCountApiRef } from './title-count.ts'
export { defineMessages, Link, useText, type Message, type Text } from '@portico/ui'
export { NavLink, useHref, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
