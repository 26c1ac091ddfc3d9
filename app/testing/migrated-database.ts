import { coreSchemas, type Migrations } from '@portico/core/server'
import { openTestDatabase } from '@portico/core/testing'
import { plugins } from '../plugins.ts'

export const migrationsOf: Readonly<Record<string, Migrations>> = {
  ...coreSchemas,
  ...Object.fromEntries(plugins.flatMap(({ id, migrations }) => (migrations ? [[id, migrations]] : []))),
}

/** Every schema of the portal with types of its tables, and the folder of the code that uses it. Only raw statements use that of logins. */
export const schemas = Object.keys(migrationsOf)
  .filter(schema => schema !== 'core_login')
  .map(schema => ({ schema, folder: schema === 'core' ? 'core/server' : `plugins/${schema}/server` }))

/** A database with every schema of the portal. */
export const openMigratedDatabase = () => openTestDatabase({ schemas: migrationsOf })
