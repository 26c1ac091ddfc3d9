import { globSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMigratedDatabase, schemas } from './testing/migrated-database.ts'
import { readRawStatements, type RawStatement } from './testing/raw-statements.ts'

// Their statements name schemas and tables that only the database knows.
const namedAtRunTime = /^core\/server\/(?:database\/(?:backup\/|plugin-role\.ts|migrat(?:e|ion-plan)\.ts)|operations\/database-status\.ts)/
const notProduct = /\.test\.ts$|\/(?:migrations|testing)\//
// It saves the index of a plugin, in the schema of that.
const savedIndex = { schema: 'search', folder: 'core/server/index-store' }

let migrated: Awaited<ReturnType<typeof openMigratedDatabase>>
beforeAll(async () => {
  migrated = await openMigratedDatabase()
})
afterAll(() => migrated.close())

test.each([...schemas, savedIndex])('PostgreSQL accepts every raw statement in $folder', async ({ schema, folder }) => {
  const files = globSync(`${folder}/**/*.ts`).filter(file => !notProduct.test(file) && !namedAtRunTime.test(file))
  const own = files.filter(file => folder === savedIndex.folder || !file.startsWith(savedIndex.folder))
  expect(
    await refused(
      schema,
      own.flatMap(file => readRawStatements(file)),
    ),
  ).toEqual([])
})

test('a wrong column, in a statement or in a fragment of it, is found', async () => {
  const read = (source: string) =>
    refused(
      'core',
      readRawStatements('store.ts', () => source),
    )
  expect(await read('await sql`select topic from event where position = ${position}`.execute(db)')).toEqual([])
  expect(await read('await sql`select topics from event`.execute(db)')).toEqual(['store.ts:1 column "topics" does not exist'])
  expect(await read("const ids = 'select ids from job'")).toEqual(['store.ts:1 column "ids" does not exist'])
  expect(await read(`const isDue = sql\`due < now()\`\nsql\`delete from job where \${isDue}\`.execute(db)`)).toEqual([
    'store.ts:2 column "due" does not exist',
  ])
  expect(
    await read(`const inPast = (column: string) => sql\`\${sql.ref(column)} < now()\`
    sql\`select 1 from job where \${inPast('lease_until')} or \${inPast('lease')}\`.execute(db)`),
  ).toEqual(['store.ts:2 column "lease" does not exist'])
})

test('a statement without a fixed text is refused', async () => {
  const read = (source: string) => readRawStatements('store.ts', () => source).map(({ problem }) => problem !== undefined)
  expect(read('sql`select 1 ${isLate ? sql`where true` : sql``}`.execute(db)')).toEqual([true])
  expect(read('const find = (where: RawBuilder<boolean>) => sql`select 1 where ${where}`.execute(db)')).toEqual([true])
  expect(read('sql`select 1 from ${sql.table(name)}`.execute(db)')).toEqual([true])
  expect(read('client.query(`select 1 from ${name}`)')).toEqual([true])
  expect(read('sql`select ${topic}, ${row.position} from event`.execute(db)')).toEqual([false])
})

/** What PostgreSQL says of statements that it does not accept in a schema. */
async function refused(schema: string, statements: readonly RawStatement[]): Promise<string[]> {
  const client = await migrated.database.pool.connect()
  const problems: string[] = []
  await client.query(`begin; set local search_path to "${schema}"`)
  for (const { at, text, problem } of statements) {
    if (problem !== undefined) problems.push(`${at} ${problem}`)
    else {
      await client.query('savepoint before')
      // What cannot be prepared is run.
      const isPrepared = /^\s*(?:select|insert|update|delete|merge|with|values)\b/.test(text)
      await client
        .query(isPrepared ? `prepare statement as ${text}` : text)
        .catch((error: Error) => problems.push(`${at} ${error.message}`))
      await client.query('rollback to before; deallocate all')
    }
  }
  await client.query('rollback')
  client.release()
  return problems
}
