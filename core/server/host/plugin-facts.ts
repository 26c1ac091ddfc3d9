import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { PermissionDeclarations } from './permission-rule.ts'
import type { Services, Values } from './service.ts'

/** Config sections a plugin owns, by their path in the config file (`catalog`, `catalog.providers.github`). */
export type Sections = Readonly<Record<string, z.ZodType>>

export type Migrations = Readonly<Record<string, { up: (db: Kysely<any>) => Promise<void> }>>

/** What can be known of a plugin without setting it up. */
export interface PluginFacts<S extends Sections = any, U extends Services = any, P extends Services = any> {
  /** Folder name, `/api/<id>`, and the name of the plugin's database schema. */
  readonly id: string
  readonly config?: S
  readonly uses?: U
  readonly provides?: P
  readonly migrations?: Migrations
  readonly permissions?: PermissionDeclarations
  /** Those of its services that need nothing but its own tables: commands use them, whether a server runs or not. */
  readonly offline?: (db: Kysely<any>) => Partial<Values<P>>
}
