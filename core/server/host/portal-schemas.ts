import type { SchemaMigrations } from '../database/migration-plan.ts'
import { coreSchemas } from '../migrations/core-migrations.ts'
import type { PluginMetadata } from './plugin-metadata.ts'

/** The schemas of the core and of the given plugins, in the order in which they are migrated. */
export function portalSchemas(plugins: readonly PluginMetadata[]): SchemaMigrations[] {
  const theirs = plugins.flatMap(({ id, migrations }) => (migrations ? [{ schema: id, migrations }] : []))
  return [...Object.entries(coreSchemas).map(([schema, migrations]) => ({ schema, migrations })), ...theirs]
}
