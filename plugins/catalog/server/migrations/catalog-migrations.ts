import * as catalog from './0001-catalog.ts'

/** Everything that was ever done to the schema of the catalog. */
export const catalogMigrations = { '0001-catalog': catalog }
