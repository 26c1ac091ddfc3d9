import { coreMigrations, type Migrations } from '@portico/core/server'
import { openTestDatabase } from '@portico/core/testing'
import { plugins } from '../plugins.ts'

export const migrationsOf: Readonly<Record<string, Migrations>> = {
  core: coreMigrations,
  ...Object.fromEntries(plugins.flatMap(({ id, migrations }) => (migrations ? [[id, migrations]] : []))),
}

/** Every schema of the portal, and the folder of the code that uses it. */
export const schemas = Object.keys(migrationsOf).map(schema => ({
  schema,
  folder: schema === 'core' ? 'core/server' : `plugins/${schema}/server`,
}))

/** A database with every schema of the portal. */
export const openMigratedDatabase = () => openTestDatabase({ schemas: migrationsOf })
