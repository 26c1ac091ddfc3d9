// What plugins from outside may use in their common layer. Each export is stable since 1.0 unless a line above it says otherwise.

/** The version of the API. A plugin's manifest names it; another major is another API. */
export { pluginApi } from './plugin-api.ts'

// Contracts
export {
  createClient,
  defineContract,
  del,
  get,
  listParam,
  options,
  patch,
  pathOf,
  post,
  put,
  type Access,
  type CallArgs,
  type CallOptions,
  type Client,
  type Contract,
  type Input,
  type InputArgs,
  type Method,
  type Parsed,
  type Reply,
  type Route,
  type RouteDraft,
  type RouteSpec,
  type StreamEvent,
} from '@portico/core/common'

// Errors
export {
  AppError,
  authenticationError,
  conflictError,
  inputError,
  isErrorBody,
  notAllowedError,
  notFoundError,
  unavailableError,
  type ErrorBody,
  type ErrorName,
  type ErrorOptions,
} from '@portico/core/common'

// Permissions
export {
  basicPermission,
  limitGuests,
  resourcePermission,
  type BasicPermission,
  type GuestLimit,
  type Permission,
  type PermissionAction,
  type ResourcePermission,
} from '@portico/core/common'

// Config and settings
export {
  appSection,
  defineExtensionConfig,
  defineFrontendSection,
  organizationSection,
  type ConfigObject,
  type ConfigReader,
  type ExtensionConfig,
  type ExtensionSettings,
  type FrontendSection,
  type SectionValue,
} from '@portico/core/common'

// Events and the first data of pages
export { defineEvent, firstRequest, type EventType, type FirstRequest, type FirstRequests, type OpenedPage } from '@portico/core/common'

// Values
export { escapeHtml, isRecord, parseDuration, toRecord, type DurationUnit } from '@portico/core/common'

// Foreign texts: globs, JSON and JSON Schema, with bounds (experimental)
export {
  compileGlob,
  compileJsonSchema,
  parseJson,
  type GlobOptions,
  type JsonSchema,
  type JsonSchemaCheck,
  type JsonSchemaOptions,
  type Problem,
  type ProblemPath,
} from '@portico/core/common'

// The catalog
export {
  catalogApi,
  catalogPaths,
  compoundRefOf,
  defaultNamespace,
  entityReadPermission,
  entityRefOf,
  entityTitle,
  ownersOf,
  parseEntityRef,
  relationTargets,
  relationTypes,
  stringifyEntityRef,
  toEntityParams,
  toEntityRef,
  tryParseEntityRef,
  type CompoundEntityRef,
  type Entity,
  type EntityLink,
  type EntityMetadata,
  type EntityOrder,
  type EntityPage,
  type EntityPredicate,
  type EntityQuery,
  type EntityRelation,
  type EntityStatusItem,
  type FilterGroup,
  type LocationRef,
  type PartialEntity,
  type PartialEntityRef,
  type RelationType,
} from '@portico/catalog/common'

// Definitions of kinds (experimental)
export { type KindDefinition, type RelationField } from '@portico/catalog/common'

// Search
export { searchApi, searchPaths, type ResultDocument, type SearchDocument, type SearchResult } from '@portico/search/common'

// Notifications and signals
export {
  notificationsApi,
  type NewNotification,
  type NotificationPayload,
  type NotificationRecipients,
  type Severity,
} from '@portico/notifications/common'

// Builds, docs and templates (experimental)
export { type Build, type BuildStatus } from '@portico/builds/common'
export { hasDocs, techdocsPaths } from '@portico/techdocs/common'
export { scaffolderPaths, type JsonObject } from '@portico/scaffolder/common'
