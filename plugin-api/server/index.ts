// What plugins from outside may use on the server. Each export is stable since 1.0 unless the heading above it says otherwise.

// The plugin
export {
  defineServerPlugin,
  defineService,
  optional,
  type Core,
  type CoreSecurity,
  type CoreServer,
  type CoreTelemetry,
  type CoreWork,
  type Migrations,
  type PluginMetadata,
  type Sections,
  type SectionValues,
  type ServerPlugin,
  type Service,
  type Services,
  type Values,
} from '@portico/core/server'

// Routes
export {
  answer,
  bytes,
  principalName,
  type AnonymousPrincipal,
  type Answer,
  type Handler,
  type HandlerInput,
  type Handlers,
  type PluginClient,
  type Principal,
  type RequestMetadata,
  type ServicePrincipal,
  type Socket,
  type Upload,
  type UserPrincipal,
} from '@portico/core/server'

// Config
export { durationMs, frontend, frontendDeep, ScheduleConfig, secret } from '@portico/core/server'

// Work
export {
  type BusEvent,
  type Duration,
  type Events,
  type EventSubscription,
  type JobContext,
  type JobDefinition,
  type JobOptions,
  type JobQueue,
  type Jobs,
  type PublishOptions,
  type Schedule,
  type ScheduledTask,
  type Scheduler,
  type WorkerOptions,
  type Workers,
} from '@portico/core/server'

// Permissions, audit, log, discovery
export {
  type Audit,
  type AuditEntry,
  type Discovery,
  type Logger,
  type PermissionDeclarations,
  type PermissionRule,
  type Permissions,
} from '@portico/core/server'

// Actions (experimental)
export { type ActionDefinition, type Actions } from '@portico/core/server'

// Reading YAML and JSON of strangers, with bounds
export { parseOutsideJson, parseYaml, YamlError, type YamlDocument } from '@portico/core/server'

// The catalog
export { catalogChanged, catalogService, type Catalog, type CatalogChanged } from '@portico/catalog/server'

// Entities of a plugin's own in the catalog (experimental)
export { catalogExtensions } from '@portico/catalog/server'

// Search
export {
  searchService,
  toLocation,
  type DocumentGroups,
  type DocumentSource,
  type GroupedDocuments,
  type GroupVersion,
  type Search,
  type SourceOptions,
  type SourceRun,
  type WholeDocuments,
} from '@portico/search/server'

// Notifications and signals
export {
  notificationExtensions,
  notificationsOn,
  type NotificationChannel,
  type NotificationExtensions,
  type Notifications,
  type NotifyOptions,
} from '@portico/notifications/server'
export { signalsOn, type Signal, type Signals } from '@portico/signals/server'

// Reading what lies outside: repositories, files, addresses
export {
  integrationsService,
  type Integrations,
  type ReadOptions,
  type ReadResult,
  type SourceFile,
  type SourceReader,
  type TreeFile,
  type TreeOptions,
  type TreeResult,
} from '@portico/integrations/server'

// Templates, builds, clusters, connectors and definitions of APIs (experimental)
export {
  defineAction,
  scaffolderExtensions,
  type Action,
  type ActionContext,
  type ActionExample,
  type ScaffolderExtensions,
} from '@portico/scaffolder/server'
export { buildFinished, buildSystemsService, type BuildSystem, type BuildSystems } from '@portico/builds/server'
export { kubernetesService, type Kubernetes } from '@portico/kubernetes/server'
export {
  connectorDocuments,
  factsService,
  type ConnectorDocuments,
  type FactDraft,
  type FactQuery,
  type Facts,
  type FactSource,
} from '@portico/connectors/server'
export { apiDefinitionsService, definitionRead, type ApiDefinitions, type DefinitionRead } from '@portico/api-docs/server'
