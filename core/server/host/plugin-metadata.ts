import type { ExtensionConfig } from '@portico/core/common'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { GuestAccess } from '../config/reach.ts'
import type { Audit } from '../operations/audit.ts'
import type { Events } from '../work/events.ts'
import type { NamedEntity } from './entity-directory.ts'
import type { PermissionDeclarations } from './permission-rule.ts'
import type { Service, Services, Values } from './service.ts'

/** Config sections a plugin owns, by their path in the config file (`catalog`, `catalog.providers.github`). */
export type Sections = Readonly<Record<string, z.ZodType>>

/** A change of a plugin's tables. Servers of the version before go on beside it, unless it is irreversible. */
export interface Migration {
  readonly up: (db: Kysely<any>) => Promise<void>
  /** What it takes away from older versions or from the data, as the end of a sentence: `drops the column entity.text`. Operators have to consent. */
  readonly irreversible?: string
}

export type Migrations = Readonly<Record<string, Migration>>

/** What the offline services of a plugin may use besides the plugin's own tables. */
export interface OfflineCore {
  readonly audit: Audit
  /** Running servers receive the event. */
  readonly events: Pick<Events, 'publish'>
  /** Another plugin's service, where that is available offline too. */
  readonly service: <T>(service: Service<T>) => T | undefined
}

/** What is known of a plugin without its setup. */
export interface PluginMetadata<S extends Sections = any, U extends Services = any, P extends Services = any> {
  /** Folder name, `/api/<id>`, and the name of the plugin's database schema. */
  readonly id: string
  readonly config?: S
  /** Settings of what the plugin's web half puts in slots, for `app.extensions`. */
  readonly extensions?: readonly ExtensionConfig[]
  /** Entities that its sections name, by a function of their values: `portico config check` notes those that are not in the catalog. */
  readonly namedEntities?: (section: (path: keyof S & string) => unknown) => readonly NamedEntity[]
  /** For a plugin that signs people in: how everybody gets in without credentials, by the values of its sections and whether a key is written in the config. */
  readonly guestAccess?: (section: (path: string) => unknown, isWritten: (path: string) => boolean) => GuestAccess | undefined
  readonly uses?: U
  readonly provides?: P
  readonly migrations?: Migrations
  readonly permissions?: PermissionDeclarations
  /** Those of its services that need only the database: commands use them, whether a server runs or not. */
  readonly offline?: (db: Kysely<any>, core: OfflineCore) => Partial<Values<P>>
}
