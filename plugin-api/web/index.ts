// What plugins from outside may use in the browser. Each export is stable since 1.0 unless the heading above it says otherwise.

// The plugin and its routes
export {
  bindRoute,
  defineExtension,
  defineExternalRouteRef,
  defineRouteRef,
  defineSubRouteRef,
  defineWebPlugin,
  NavLink,
  preloadFirst,
  useHref,
  useLocation,
  useNavigate,
  useParams,
  useRouteRef,
  useSearchParams,
  useTabbedRoutes,
  useTitle,
  type ExternalRouteRef,
  type FeatureFlagSpec,
  type NavItem,
  type Page as PageSpec,
  type Preload,
  type RouteFunction,
  type RouteRef,
  type Submenu,
  type SubmenuItem,
  type SubRouteRef,
  type TabbedRoute,
  type WebPlugin,
} from '@portico/core/web'

// Data
export {
  clientApiRef,
  fetchApiRef,
  query,
  RequestErrorPanel,
  useCall,
  useClient,
  useQuery,
  useQueryCache,
  type Client,
  type Fetch,
  type QueryCache,
  type RequestErrorPanelProps,
} from '@portico/core/web'

// Services
export {
  alertApiRef,
  configApiRef,
  defineApi,
  defineApiRef,
  dialogApiRef,
  discoveryApiRef,
  errorApiRef,
  featureFlagsApiRef,
  iconsApiRef,
  identityApiRef,
  languagesApiRef,
  NamedIcon,
  storageApiRef,
  themesApiRef,
  useApi,
  useApis,
  useConfig,
  useIdentity,
  useObservable,
  useStored,
  type Alert,
  type Alerts,
  type AlertSeverity,
  type ApiFactory,
  type ApiRef,
  type BrowserConfig,
  type Confirmation,
  type Dialogs,
  type ErrorReporter,
  type FeatureFlags,
  type Icon,
  type Icons,
  type Identity,
  type Language,
  type Languages,
  type NamedIcons,
  type Observable,
  type SignedInIdentity,
  type StorageBucket,
  type Theme,
  type Themes,
  type Translation,
  type TranslationLoaders,
  type UserStorage,
  type WebDiscovery,
} from '@portico/core/web'

// Permissions
export {
  permissionApiRef,
  RefusalPanel,
  RequirePermission,
  usePermission,
  type Permissions,
  type PermissionState,
  type RequirePermissionProps,
} from '@portico/core/web'

// Slots
export {
  defineSlot,
  ErrorBoundary,
  ExtensionBoundary,
  inPlace,
  SlotItems,
  useExtensionConfig,
  useSlot,
  type ErrorBoundaryProps,
  type Extension,
  type Filling,
  type FillingSpec,
  type Slot,
} from '@portico/core/web'

// The shell: commands, shortcuts, sections of the sidebar
export {
  commandPalette,
  sidebarSections,
  usePageCommands,
  useShortcut,
  type Command,
  type CommandSearch,
  type CommandSource,
  type SidebarLink,
  type SidebarSection,
} from '@portico/core/web'

// Home
export {
  EmptyWidget,
  FoldWidget,
  homeActions,
  homeAttention,
  homeSteps,
  homeWidgets,
  type AttentionItem,
  type AttentionSource,
  type HomeStep,
  type HomeWidget,
  type WidgetSize,
} from '@portico/core/web'
export { defineWidgetSettings, useWidgetSettings, WidgetList, WidgetRow, type WidgetRowProps } from '@portico/home/web'

// Signals: messages from the server as they happen
export { useChanges, useIsLive, useSignal, type ChangesOptions, type SignalListener } from '@portico/core/web'

// Analytics (experimental)
export {
  AnalyticsContext,
  analyticsSinks,
  useAnalytics,
  type Analytics,
  type AnalyticsContextValue,
  type AnalyticsEvent,
  type AnalyticsSink,
  type AnalyticsSinkDependencies,
} from '@portico/core/web'

// The catalog
export {
  catalogClientApiRef,
  catalogIndexRoute,
  entityCards,
  entityColumns,
  EntityLink,
  entityMenuItems,
  entityNotices,
  EntityProvider,
  entityRoute,
  entityTabs,
  KindIcon,
  presentationApiRef,
  StarButton,
  starredApiRef,
  useCatalogChange,
  useEntity,
  useEntityNames,
  useEntityPresentation,
  useStarredEntities,
  type ColumnSources,
  type EntityCard,
  type EntityColumn,
  type EntityLinkProps,
  type EntityMenuItem,
  type EntityNotice,
  type EntityPresentation,
  type EntityPresentations,
  type EntityRow,
  type EntityTab,
  type StarButtonProps,
  type StarredEntities,
} from '@portico/catalog/web'

// Filters of the catalog's list, badges of its history (experimental)
export {
  entityFilters,
  historyBadges,
  type Condition,
  type EntityFilter,
  type FilterPickerProps,
  type HistoryBadge,
} from '@portico/catalog/web'

// Slots of other plugins (experimental)
export { searchResultViews, searchRoute, type ResultView, type ResultViewProps } from '@portico/search/web'
export { settingsTabs, type SettingsTab } from '@portico/user-settings/web'
export { watchOptions, type WatchOption } from '@portico/notifications/web'
export { docsAddons, type DocsAddon, type DocsAddonContext } from '@portico/techdocs/web'
export { definitionViewers, type DefinitionViewer, type DefinitionViewerContext } from '@portico/api-docs/web'
export { buildSystems, onServer, type BuildSystem } from '@portico/builds/web'
export { systemCards, type SystemCard } from '@portico/devtools/web'
export {
  formDecorators,
  formFields,
  formLayouts,
  useFormSecrets,
  useFormValue,
  type FieldCheck,
  type FormDecorator,
  type FormField,
  type FormFieldModule,
  type FormFieldProps,
  type FormLayout,
  type FormLayoutProps,
} from '@portico/scaffolder/web'

// Texts
export { defineMessages, useText, type Message, type MessageValues, type Text } from '@portico/ui'

// The kit
export * from './kit.ts'
