import { catalogPlugin } from '@portico/catalog/server'
import { openTestDatabase, type TestDatabase } from '@portico/core/testing'
import { afterAll, afterEach, beforeAll } from 'vitest'

interface Closable {
  close(): Promise<unknown>
}

/** A database with the catalog's schema for the tests of one file. What they hand to `closing` is closed after each of them. */
export function withCatalogDatabase() {
  const opened: Closable[] = []
  let test: TestDatabase
  let db: ReturnType<TestDatabase['database']['forSchema']>

  beforeAll(async () => {
    test = await openTestDatabase({ schemas: { catalog: catalogPlugin.migrations ?? {} } })
    db = test.database.forSchema('catalog')
  })
  async function closeAll(): Promise<void> {
    for (const each of opened.splice(0)) await each.close()
  }
  afterEach(closeAll)
  afterAll(() => test.close())

  return {
    get db() {
      return db
    },
    get connection() {
      return test.connection
    },
    get clientConfig() {
      return test.database.clientConfig
    },
    closing<T extends Closable>(closable: T): T {
      opened.push(closable)
      return closable
    },
    /** Before the test ends, so that it may begin anew. */
    closeAll,
    query: (text: string) => test.database.pool.query(text),
    /** How many rows a table has, or `table where …`, or `(select …) name`. */
    count: async (what: string) =>
      Number((await test.database.pool.query(`select count(*) from ${what.startsWith('(') ? '' : 'catalog.'}${what}`)).rows[0].count),
  }
}
